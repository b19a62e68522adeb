import { spawnSync } from 'node:child_process';
import { fail, ok, warn, type CheckResult } from './check';

const OLDEST_NODE = 20;
/** `git merge-file`, `read-tree -m -u` and `rev-parse --absolute-git-dir` as they are used here. */
const OLDEST_GIT: readonly [number, number] = [2, 20];

export function nodeCheck(version: string): CheckResult {
  const major = Number(version.split('.')[0]);
  return major >= OLDEST_NODE
    ? ok('node', `Node.js ${version}`)
    : fail('node', `Node.js ${version} is too old`, `install Node.js ${OLDEST_NODE} or newer`);
}

export function gitProgramCheck(env: NodeJS.ProcessEnv): CheckResult {
  const asked = spawnSync('git', ['--version'], { env, encoding: 'utf8', timeout: 10_000 });
  const version = /(\d+)\.(\d+)(?:\.\d+)*/.exec(asked.status === 0 ? asked.stdout : '');
  if (version === null) {
    return warn(
      'git',
      'there is no git program: the vault is served without history',
      'install git to have each change committed',
    );
  }
  const [major, minor] = [Number(version[1]), Number(version[2])];
  const [oldMajor, oldMinor] = OLDEST_GIT;
  return major > oldMajor || (major === oldMajor && minor >= oldMinor)
    ? ok('git', `git ${version[0]}`)
    : warn(
        'git',
        `git ${version[0]} is older than was ever tried`,
        `install git ${OLDEST_GIT.join('.')} or newer`,
      );
}
