import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FrontmatterFacts, NoteFacts, Ref } from '../../../src/core/text/note-facts';
import { FactsPacker } from '../../../src/core/vault/facts-packer';
import { PackedFacts } from '../../../src/core/vault/packed-facts';

const offset = fc.nat({ max: 50_000_000 });
const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const span = { start: offset, end: offset };
const ref: fc.Arbitrary<Ref> = fc.record({
  ...span,
  kind: fc.constantFrom('link', 'embed', 'frontmatter'),
  syntax: fc.constantFrom('wikilink', 'markdown'),
  link: text,
  original: text,
  displayText: fc.option(text, { nil: undefined }),
  key: fc.option(text, { nil: undefined }),
});
const number = fc.oneof(fc.integer(), fc.constantFrom(NaN, Infinity, -Infinity, 0.1));
const value = fc.letrec((tie) => ({
  any: fc.oneof(text, number, fc.boolean(), fc.constant(null), fc.array(tie('any'), { maxLength: 3 })),
})).any;
const frontmatter: fc.Arbitrary<FrontmatterFacts> = fc.oneof(
  fc.constant({ state: 'none' } as const),
  fc.record({
    state: fc.constant('valid' as const),
    block: fc.record(span),
    values: fc.dictionary(text, value, { maxKeys: 4 }),
  }),
  fc.record({
    state: fc.constant('invalid' as const),
    block: fc.record(span),
    error: fc.record({ message: text, offset }),
  }),
);
const facts = fc
  .record({
    frontmatter,
    refs: fc.array(ref, { maxLength: 4 }),
    headings: fc.array(fc.record({ ...span, text, level: fc.integer({ min: 1, max: 6 }) }), { maxLength: 3 }),
    blocks: fc.array(fc.record({ ...span, id: text }), { maxLength: 3 }),
    tags: fc.array(fc.record({ ...span, tag: text }), { maxLength: 3 }),
  })
  .map((all): NoteFacts => ({
    frontmatter: all.frontmatter,
    refs: () => all.refs,
    headings: () => all.headings,
    blocks: () => all.blocks,
    tags: () => all.tags,
  }));

function plain(note: NoteFacts): unknown {
  return [note.frontmatter, note.refs(), note.headings(), note.blocks(), note.tags()];
}

describe('packed facts', () => {
  it('are the facts that were packed, also when packed again', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(facts, text), { minLength: 1, maxLength: 5 }), (notes) => {
        const packer = new FactsPacker();
        for (const [note, side] of notes) packer.pack(note, side);
        const segment = packer.seal();
        const again = new FactsPacker();
        for (const at of notes.keys()) again.copy(segment, notes.length - 1 - at);
        const reversed = again.seal();
        for (const [at, [note, side]] of notes.entries())
          for (const packed of [
            new PackedFacts(segment, at),
            new PackedFacts(reversed, notes.length - 1 - at),
          ]) {
            expect(plain(packed)).toEqual(plain(note));
            expect(packed.side).toBe(side);
          }
      }),
      { numRuns: process.env['HERMES_SOAK'] ? 10_000 : 500 },
    );
  });
});
