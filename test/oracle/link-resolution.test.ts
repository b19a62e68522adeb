import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { array, enum as oneOf, number, object, record, string } from 'zod';
import { scan } from '../../src/core/text/scan';
import { fileTable } from '../../src/core/vault/file-table';
import { resolveLink } from '../../src/core/vault/resolve-link';

const oracle = object({
  vaults: record(string(), array(string())),
  cases: array(
    object({
      id: number(),
      vault: string(),
      source: string(),
      link: string(),
      expect: oneOf(['resolved', 'unresolved', 'ambiguous', 'external']),
      target: string().nullable(),
      note: string(),
    }),
  ),
}).parse(JSON.parse(readFileSync(new URL('link-resolution.json', import.meta.url), 'utf8')));

/** What the note at `source` with this one link in it leads to, as status and target. */
function follow(files: readonly string[], source: string, text: string): readonly [string, string | null] {
  const [ref, ...more] = scan(`${text}\n`).refs();
  expect(more).toEqual([]);
  // Obsidian's cache holds no external links.
  if (ref === undefined) return ['external', null];
  const resolution = resolveLink(fileTable(files, false), ref, source);
  return [resolution.status, resolution.status === 'resolved' ? resolution.target : null];
}

describe('every recorded way to resolve a link', () => {
  it.each(oracle.cases)('$id: $link from $source: $note', ({ vault, source, link, ...expected }) => {
    expect(follow(oracle.vaults[vault] ?? [], source, link)).toEqual([expected.expect, expected.target]);
  });
});
