import type { Config } from '../../core/config/config';
import { CONFIG_FILE, defaultConfig } from '../../core/config/config';
import { loadConfig } from '../../core/config/load-config';
import { LintConfigError } from '../../core/lint/bind-rules';
import { createLinter } from '../../core/lint/linter';
import type { LintReport } from '../../core/lint/report';
import { ALL_RULES } from '../../core/lint/rules';
import type { Hash, VaultFs, VaultPath } from '../../core/ports';
import { buildExclusions } from '../../core/vault/exclusions';
import { readObsidianSettings } from '../../core/vault/obsidian-settings';
import { Listeners } from '../listeners';
import type { LintState } from './lint-state';
import { RefreshSchedule } from './refresh-schedule';
import { isSameReport } from './same-report';
import { Stopped, TimeSlices, type SliceClock } from './time-slices';
import type { VaultReader } from './vault-reader';

/** How often the progress is told, in milliseconds. */
const PROGRESS_MS = 100;

export interface SessionDeps {
  readonly fs: Pick<VaultFs, 'read'>;
  /** Name of the app's settings folder. */
  readonly configDir: string;
  readonly hash: Hash;
  readonly reader: VaultReader;
  readonly clock: SliceClock;
  /** Runs once after so many milliseconds; the answer calls it off. */
  after(ms: number, run: () => void): () => void;
  /** Whether the person is writing in this file now. */
  isEditing(path: VaultPath): boolean;
}

/** Lints the vault in the background and again whenever it changed; knows where that stands. */
export class LintSession {
  #state: LintState = { kind: 'waiting' };
  /** Of the last `hermes.yaml` that could be used. */
  #config: Config = defaultConfig();
  readonly #listeners = new Listeners();
  readonly #schedule = new RefreshSchedule();
  #dirty = new Set<VaultPath>();
  #slices: TimeSlices | null = null;
  #callOff: () => void = () => undefined;
  #again = false;
  #ended = false;

  constructor(private readonly deps: SessionDeps) {}

  get state(): LintState {
    return this.#state;
  }

  get config(): Config {
    return this.#config;
  }

  /** Called after each change of `state`; the answer ends that. */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** A file was made, changed, moved or removed. */
  changed(path: VaultPath): void {
    if (this.#ended || this.#state.kind === 'waiting') return;
    this.#schedule.changed(path, this.deps.isEditing(path), this.deps.clock.now());
    this.#wait();
  }

  /** Looks at the vault now, whatever the schedule says. */
  lintAgain(): void {
    if (this.#ended) return;
    if (this.#slices) this.#again = true;
    else void this.#run();
  }

  /** Nothing happens after this. */
  end(): void {
    this.#ended = true;
    this.#callOff();
    this.#slices?.stop();
    this.#listeners.clear();
  }

  #wait(): void {
    this.#callOff();
    const ms = this.#schedule.wait(this.deps.clock.now());
    // A run that is on takes the schedule up when it ends.
    if (ms === null || this.#slices) return;
    this.#callOff = this.deps.after(ms, () => {
      for (const path of this.#schedule.take(this.deps.clock.now())) this.#dirty.add(path);
      void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#callOff();
    this.#again = false;
    const slices = new TimeSlices(this.deps.clock);
    this.#slices = slices;
    const dirty = this.#dirty;
    this.#dirty = new Set();
    try {
      this.#set(await this.#lint(slices, dirty));
    } catch (error) {
      if (error instanceof Stopped) return;
      console.error('Hermes Harness: linting failed', error);
      this.#set({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    } finally {
      this.#slices = null;
    }
    if (this.#again) void this.#run();
    else this.#wait();
  }

  async #lint(slices: TimeSlices, dirty: ReadonlySet<VaultPath>): Promise<LintState> {
    const before = this.#report();
    const config = await this.#readConfig();
    if (!config.ok) return { kind: 'config-broken', lines: config.lines };
    this.#config = config.config;
    let told = -Infinity;
    const progress = (done: number, total: number): void => {
      const now = this.deps.clock.now();
      if (now - told < PROGRESS_MS) return;
      told = now;
      this.#set({ kind: 'busy', done, total, before });
    };
    const { settings, problems } = await readObsidianSettings(this.deps.fs, this.deps.configDir);
    try {
      const linter = createLinter(config.config, buildExclusions(config.config, settings), this.deps.hash);
      const visited = await this.deps.reader.look({
        linter,
        showUnsupportedFiles: settings.showUnsupportedFiles,
        dirty,
        isEdited: (path) => this.#schedule.isEdited(path),
        slices,
        progress,
      });
      await slices.resume();
      const report = await linter.report(
        visited,
        async (path) => this.deps.reader.text(path),
        problems,
        async () => slices.pause(),
      );
      await slices.pause();
      // What looks the same stays the same object, so that nobody draws it again.
      return { kind: 'ready', report: before && isSameReport(before, report) ? before : report };
    } catch (error) {
      if (error instanceof LintConfigError) return { kind: 'config-broken', lines: [error.message] };
      throw error;
    }
  }

  async #readConfig(): Promise<
    { readonly ok: true; readonly config: Config } | { readonly ok: false; readonly lines: readonly string[] }
  > {
    const file = await this.deps.fs.read(CONFIG_FILE);
    if (!file.ok) {
      if (file.problem === null) return { ok: true, config: defaultConfig() };
      return { ok: false, lines: [`${CONFIG_FILE} ${file.problem.message}`] };
    }
    const outcome = loadConfig(file.text, { rules: ALL_RULES.map((rule) => rule.name) });
    return outcome.ok ? outcome : { ok: false, lines: outcome.problems.map((problem) => problem.message) };
  }

  #report(): LintReport | null {
    switch (this.#state.kind) {
      case 'ready':
        return this.#state.report;
      case 'busy':
        return this.#state.before;
      case 'waiting':
      case 'config-broken':
      case 'failed':
        return null;
    }
  }

  #set(state: LintState): void {
    if (this.#ended) return;
    this.#state = state;
    this.#listeners.tell();
  }
}
