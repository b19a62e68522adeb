import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import ts from 'typescript';

export interface SourceFile {
  /** Repository-relative, with `/`. */
  readonly path: string;
  readonly text: string;
  /** Repository-relative paths of imported files of ours, type imports included. */
  readonly imports: readonly string[];
  /** Imported packages and built-ins, as written. */
  readonly packages: readonly string[];
}

const root = join(import.meta.dirname, '../..');

/** Every TypeScript file under `folders`, with what it imports (read with TypeScript's own pre-processor). */
export function readSources(folders: readonly string[]): SourceFile[] {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')),
  );
  const known = new Set(paths);
  return paths.sort().map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const names = ts.preProcessFile(text, true, true).importedFiles.map((file) => file.fileName);
    const local = names.filter((name) => name.startsWith('.'));
    return {
      path,
      text,
      packages: names.filter((name) => !name.startsWith('.')),
      imports: local.map((name) => resolveLocal(posix.join(dirname(path), name), known)),
    };
  });
}

function resolveLocal(target: string, known: ReadonlySet<string>): string {
  for (const candidate of [target, `${target}.ts`, `${target}/index.ts`]) {
    if (known.has(candidate)) return candidate;
  }
  return target;
}
