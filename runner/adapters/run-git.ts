import { spawn } from 'node:child_process';
import { GitError } from '../../src/core/ports';
import { errorMeaning } from './system-calls';

/** What one git process gave. */
export interface GitResult {
  /** Exit code; 128 and a line in `stderr` where git was ended by its time limit or a signal. */
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** How one git process is run. */
export interface GitCall {
  readonly input?: Buffer | string;
  /** Set on top of the environment that every call gets. */
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds; the whole process group is ended after it. */
  readonly timeLimit?: number;
  /** The person's hooks run only where git acts in their name: fetch, merge, push. */
  readonly hooks?: boolean;
}

/** Runs git in one folder. Never through a shell. */
export interface GitRunner {
  /** Whatever the exit code is. Throws `GitError` only where git could not be started. */
  run(args: readonly string[], call?: GitCall): Promise<GitResult>;
  /** Standard output; throws `GitError` with git's own words unless the exit code is 0. */
  output(args: readonly string[], call?: GitCall): Promise<Buffer>;
}

/** There is no git program on this machine. */
export class NoGitProgram extends GitError {}

/** Milliseconds that git may take where no remote is asked. */
const LOCAL_LIMIT = 120_000;

/**
 * What git needs of the caller's environment: where programs, settings, keys, proxies and certificates are. `GIT_*` is
 * not among it: a hook or an editor that started us would point git at another index or another repository. Neither
 * are display and askpass programs: nobody is there at night to answer.
 */
const PASSED = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'TMPDIR',
  'XDG_CONFIG_HOME',
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
  'SSH_AUTH_SOCK',
  'SSH_AGENT_PID',
  // git trusts the folders of the user who called sudo by this.
  'SUDO_UID',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'CURL_CA_BUNDLE',
  'http_proxy',
  'https_proxy',
  'all_proxy',
  'no_proxy',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
];

const FIXED = {
  // Messages are read by us.
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  GCM_INTERACTIVE: 'never',
  GIT_PAGER: 'cat',
  GIT_EDITOR: 'false',
  // A path is a path, whatever characters it has.
  GIT_LITERAL_PATHSPECS: '1',
  // Reading never takes the index lock away from the person.
  GIT_OPTIONAL_LOCKS: '0',
};

const SETTINGS = [
  'core.quotepath=off',
  // A monitor program of the person's must not be started from a temporary index.
  'core.fsmonitor=false',
  'core.safecrlf=false',
  'i18n.commitEncoding=UTF-8',
  'i18n.logOutputEncoding=UTF-8',
  'color.ui=false',
].flatMap((setting) => ['-c', setting]);

/** Runs git in `folder` with an environment made by allow-list from `env`. */
export function gitRunner(folder: string, env: Readonly<Record<string, string | undefined>>): GitRunner {
  const passed: Record<string, string> = {};
  for (const name of PASSED) {
    const value = env[name];
    if (value !== undefined) passed[name] = value;
  }
  const run: GitRunner['run'] = (args, call = {}) =>
    new Promise((resolve, reject) => {
      const hooks = call.hooks ? [] : ['-c', 'core.hooksPath=/dev/null'];
      // A session of its own: no terminal to ask on, a group to end as a whole, and a Ctrl-C of ours does not cut
      // git off in the middle of a write.
      const child = spawn('git', ['--no-pager', ...SETTINGS, ...hooks, ...args], {
        cwd: folder,
        env: { ...passed, ...FIXED, ...call.env },
        detached: true,
        stdio: 'pipe',
      });
      const out: Buffer[] = [];
      const err: Buffer[] = [];
      let late = false;
      const limit = setTimeout(() => {
        late = true;
        endGroup(child.pid);
      }, call.timeLimit ?? LOCAL_LIMIT);
      child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
      child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
      // git may end before it has read everything; its exit code and words tell the story.
      child.stdin.on('error', () => undefined);
      child.stdin.end(call.input ?? '');
      child.on('error', (error: NodeJS.ErrnoException) => {
        clearTimeout(limit);
        reject(
          error.code === 'ENOENT'
            ? new NoGitProgram('there is no git program in PATH')
            : new GitError(`git could not be started in ${folder}: ${errorMeaning(error)}`),
        );
      });
      child.on('close', (code, signal) => {
        clearTimeout(limit);
        const words = Buffer.concat(err).toString('utf8');
        const ended = late
          ? `fatal: git ${args[0] ?? ''} took longer than ${String((call.timeLimit ?? LOCAL_LIMIT) / 1000)} seconds and was ended`
          : `fatal: git ${args[0] ?? ''} was ended by ${signal ?? 'an unknown signal'}`;
        resolve({
          code: code ?? 128,
          stdout: Buffer.concat(out),
          stderr: code === null || late ? `${words}\n${ended}` : words,
        });
      });
    });
  return {
    run,
    output: async (args, call) => {
      const result = await run(args, call);
      if (result.code !== 0) throw new GitError(`git ${args[0] ?? ''}: ${lastWords(result.stderr)}`);
      return result.stdout;
    },
  };
}

/** The line of git's error output that says most: the last `fatal:` or `error:` line, else the last line. */
export function lastWords(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.filter((line) => /^(fatal|error): /.test(line)).at(-1) ?? lines.at(-1);
  return withoutSecrets(telling?.replace(/^(fatal|error): /, '') ?? 'no message');
}

/** Passwords and tokens in an address, in front of its host or behind its `?`, must not get into a log that travels. */
function withoutSecrets(words: string): string {
  return words.replace(/(\w:\/\/)[^/\s'"]*@/g, '$1').replace(/(\w:\/\/[^\s'"?#]*)[?#][^\s'"]*/g, '$1');
}

/** Text of one output line, without the line end that git puts behind it. */
export function oneLine(output: Buffer): string {
  return output.toString('utf8').replace(/\n$/, '');
}

/** The fields of `-z` output. Names that are no UTF-8 come out with U+FFFD and so match no path of the vault. */
export function zeroSeparated(output: Buffer): string[] {
  const fields = output.toString('utf8').split('\0');
  fields.pop();
  return fields;
}

/** Paths as `-z --stdin` wants them. */
export function zeroTerminated(paths: readonly string[]): string {
  return paths.map((path) => `${path}\0`).join('');
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  // SIGTERM: git removes its own lock files then.
  for (const [signal, delay] of [
    ['SIGTERM', 0],
    ['SIGKILL', 5000],
  ] as const) {
    setTimeout(() => {
      try {
        process.kill(-pid, signal);
      } catch {
        // The group has ended already.
      }
    }, delay).unref();
  }
}
