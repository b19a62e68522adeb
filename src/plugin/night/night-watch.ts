import { parseHeartbeat, type ParsedHeartbeat } from '../../core/logs/heartbeat';
import type { Clock, VaultFs, VaultPath } from '../../core/ports';
import { Listeners } from '../listeners';
import { nightStatus, type NightStatus } from './night-status';

/** Keeps up with the heartbeat file, whoever writes it: a runner on this machine or one far away. */
export class NightWatch {
  readonly #listeners = new Listeners();
  #status: NightStatus = { kind: 'none' };

  constructor(
    private readonly fs: Pick<VaultFs, 'read'>,
    private readonly clock: Pick<Clock, 'now'>,
    /** Where the heartbeat is, by the configuration of the moment. */
    readonly path: () => VaultPath,
  ) {}

  get status(): NightStatus {
    return this.#status;
  }

  /** Called after each change of `status`; the answer ends that. */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Reads the file; also tells when a night is missed, which no file says. */
  async look(): Promise<void> {
    const file = await this.fs.read(this.path());
    let parsed: ParsedHeartbeat | null = null;
    if (file.ok) parsed = parseHeartbeat(file.text);
    else if (file.problem !== null)
      parsed = { kind: 'foreign', message: `the heartbeat ${file.problem.message}` };
    const status = nightStatus(parsed, this.clock.now());
    if (JSON.stringify(status) === JSON.stringify(this.#status)) return;
    this.#status = status;
    this.#listeners.tell();
  }

  end(): void {
    this.#listeners.clear();
  }
}
