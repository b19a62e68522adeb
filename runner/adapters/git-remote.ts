import { existsSync } from 'node:fs';
import path from 'node:path';
import { commitOf, type Repository } from './git-repository';
import { lastWords, oneLine, type GitResult } from './run-git';

/** Milliseconds that a remote may take. */
const REMOTE_LIMIT = 180_000;

/** What one branch is synced with. */
export interface Remote {
  readonly name: string;
  /** Full name of the branch on the remote's side. */
  readonly branch: string;
  /** Where this repository remembers it. */
  readonly tracking: string;
}

/** The remote and its branch for the local `branch`; a line for the person where there is no such remote. */
export async function findRemote(
  { git, top }: Repository,
  name: string,
  branch: string,
): Promise<Remote | string> {
  const known = /^[A-Za-z0-9]/.test(name) ? await git.run(['remote', 'get-url', name]) : null;
  if (known === null || known.code !== 0) {
    return `${top} has no remote named ${name}; add it (git remote add ${name} URL), or set sync.mode: none`;
  }
  const short = branch.replace(/^refs\/heads\//, '');
  const [itsRemote, itsBranch] = await Promise.all([
    git.run(['config', '--get', `branch.${short}.remote`]),
    git.run(['config', '--get', `branch.${short}.merge`]),
  ]);
  const tracked = itsRemote.code === 0 && oneLine(itsRemote.stdout) === name && itsBranch.code === 0;
  const there = tracked ? oneLine(itsBranch.stdout) : branch;
  return {
    name,
    branch: there,
    tracking: `refs/remotes/${name}/${there.replace(/^refs\/heads\//, '')}`,
  };
}

/** Fetches the branch; null when done (also where the remote has no such branch yet), else a line for the person. */
export async function fetchBranch({ git }: Repository, remote: Remote): Promise<string | null> {
  const result = await git.run(
    ['fetch', '-q', '--no-recurse-submodules', remote.name, `+${remote.branch}:${remote.tracking}`],
    { hooks: true, timeLimit: REMOTE_LIMIT },
  );
  if (result.code === 0 || /couldn't find remote ref/.test(result.stderr)) return null;
  return remoteTrouble(result, remote);
}

/** What came of one push. */
export type PushResult =
  | { readonly kind: 'pushed' }
  /** The remote has commits that we do not. */
  | { readonly kind: 'behind' }
  | { readonly kind: 'failed'; readonly message: string };

/** Pushes one commit to the remote's branch; never by force. */
export async function pushCommit(
  repository: Repository,
  remote: Remote,
  commit: string,
): Promise<PushResult> {
  const { git } = repository;
  const result = await git.run(
    ['push', '--porcelain', '--recurse-submodules=no', remote.name, `${commit}:${remote.branch}`],
    { hooks: true, timeLimit: REMOTE_LIMIT },
  );
  if (result.code === 0) return { kind: 'pushed' };
  const refused = result.stdout
    .toString('utf8')
    .split('\n')
    .find((line) => line.startsWith('!'));
  const why = refused?.split('\t')[2] ?? '';
  // The second is what the slower of two sees whose pushes cross on the way.
  const crossed =
    why.startsWith('[remote rejected]') && /cannot lock ref|incorrect old value/.test(result.stderr);
  if (crossed || /^\[rejected\] \((fetch first|non-fast-forward)\)/.test(why)) return { kind: 'behind' };
  if (refused !== undefined) {
    return { kind: 'failed', message: `${remote.name} refused the push: ${why}; local commits are kept` };
  }
  // git ends with 128 where it does not get as far as the hook.
  const cutOff = /remote end hung up|unable to access|could not read from remote/i.test(result.stderr);
  if (result.code === 1 && !cutOff && (await hasPrePushHook(repository))) {
    const words = result.stderr
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('error: failed to push'));
    const said = words.at(-1) ?? 'it said nothing';
    return {
      kind: 'failed',
      message: `the pre-push hook stopped the push: ${said}; local commits are kept`,
    };
  }
  return { kind: 'failed', message: remoteTrouble(result, remote) };
}

async function hasPrePushHook({ git, top }: Repository): Promise<boolean> {
  const where = await git.output(['rev-parse', '--git-path', 'hooks/pre-push'], { hooks: true });
  return existsSync(path.resolve(top, oneLine(where)));
}

/** How far two commits are apart; `theirs` null: the other side has nothing yet. */
export async function countApart(
  { git }: Repository,
  ours: string,
  theirs: string | null,
): Promise<{ ahead: number; behind: number }> {
  if (theirs === null) {
    return { ahead: Number(oneLine(await git.output(['rev-list', '--count', ours]))), behind: 0 };
  }
  const output = await git.output(['rev-list', '--left-right', '--count', `${ours}...${theirs}`]);
  const [ahead, behind] = oneLine(output).split('\t').map(Number);
  return { ahead: ahead ?? 0, behind: behind ?? 0 };
}

/** The remote's branch as last seen; null if it had none. */
export function remoteTip(repository: Repository, remote: Remote): Promise<string | null> {
  return commitOf(repository, remote.tracking);
}

const TROUBLES: readonly (readonly [RegExp, (name: string, words: string) => string])[] = [
  [
    /terminal prompts disabled|could not read (Username|Password)|Authentication failed|Permission denied \(|Host key verification failed|returned error: 40[13]/i,
    (name, words) =>
      `${name} wants a password or a key that nobody can type at night (${words}); make «git fetch ${name}» work without a question`,
  ],
  [
    /could not resolve|name resolution|network is unreachable|no route to host|connection (timed out|refused|reset)|failed to connect|took longer than|operation timed out/i,
    (name, words) => `${name} cannot be reached (${words}); local commits are kept and go out next time`,
  ],
  [
    /does not appear to be a git repository|repository .*not found|no such (file|repository)|does not exist|not found/i,
    (name, words) => `${name} is gone or is no repository (${words}); look at «git remote get-url ${name}»`,
  ],
];

function remoteTrouble(result: GitResult, { name }: Remote): string {
  const words = lastWords(result.stderr);
  const said = result.stderr;
  for (const [pattern, message] of TROUBLES) if (pattern.test(said)) return message(name, words);
  return `${name}: ${words}; local commits are kept`;
}
