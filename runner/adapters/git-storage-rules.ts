import type { LineEndRule } from './git-line-ends';
import { oneLine, zeroSeparated, zeroTerminated, type GitRunner } from './run-git';

/** How git stores a path: with which line ends, or with bytes other than the note's. */
export interface StorageRule extends LineEndRule {
  /** The attribute that makes git store other bytes than the note's; null if none does. */
  readonly converter: string | null;
}

/** The storage rule of each path. */
export async function storageRules(
  git: GitRunner,
  paths: readonly string[],
): Promise<(path: string) => StorageRule> {
  const names = ['text', 'crlf', 'eol', 'filter', 'ident', 'working-tree-encoding'];
  const [attributes, setting] = await Promise.all([
    git.output(['check-attr', '-z', '--stdin', ...names], { input: zeroTerminated(paths) }),
    git.run(['config', '--get', 'core.autocrlf']),
  ]);
  const autocrlf = autocrlfValue(setting.code === 0 ? oneLine(setting.stdout) : 'false');
  const values = new Map<string, string>();
  const fields = zeroSeparated(attributes);
  for (let i = 0; i + 2 < fields.length; i += 3) {
    values.set(`${fields[i + 1] ?? ''}\0${fields[i] ?? ''}`, fields[i + 2] ?? '');
  }
  return (path) => {
    const value = (name: string): string => values.get(`${name}\0${path}`) ?? 'unspecified';
    const converter = ['filter', 'ident', 'working-tree-encoding'].find(
      (name) => !['unspecified', 'unset'].includes(value(name)),
    );
    return {
      text: value('text'),
      crlf: value('crlf'),
      eol: value('eol'),
      autocrlf,
      converter: converter === undefined ? null : `${converter}=${value(converter)}`,
    };
  };
}

function autocrlfValue(setting: string): 'true' | 'input' | 'false' {
  const word = setting.toLowerCase();
  if (word === 'input') return 'input';
  return ['true', 'yes', 'on', '1', ''].includes(word) ? 'true' : 'false';
}
