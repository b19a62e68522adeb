import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { StateError } from '../../../src/core/ports';
import { openIndex, type LoadedIndex, type OpenedIndex } from '../../../src/core/vault/open-index';
import { fixedClock } from '../../support/fixed-clock';
import { memoryStateFs } from '../../support/memory-state-fs';
import { memoryVaultFs, type MemoryVaultFs } from '../../support/memory-vault-fs';

const HEAD = 'index/head';
const NOTES = 'index/notes';
const MINUTE = 60_000;

const FILES = {
  'a.md':
    '---\ntitle: A\nn: 1\nempty:\nhuge: .inf\nup: "[[b]]"\n---\n# Head\n[[b|B]] ![[pic.png]] #tag\n\npara ^id\n',
  'b.md': '\ufeff[x](a.md) 😀 [[nowhere#^x]] ünïcode [[Å|日本]]\n',
  'sub/broken.md': '---\na: [\n---\n[[a]]\n',
  'board.canvas': '{"nodes":[{"type":"file","file":"b.md"},{"type":"text","text":"[[sub/broken]]"}]}',
  'pic.png': '',
};

/** A device with a vault, as it looks from one start of the program to the next. */
function device(files: Readonly<Record<string, string | Uint8Array>> = FILES) {
  const fs = memoryVaultFs(files);
  const state = memoryStateFs();
  const clock = fixedClock();
  const visited: string[] = [];
  const open = (fingerprint = 'v1'): Promise<OpenedIndex> => {
    clock.time += MINUTE;
    visited.length = 0;
    return openIndex(
      { fs, state, clock },
      {
        fingerprint,
        showUnsupportedFiles: false,
        visit: ({ path }, text) => {
          visited.push(path);
          return `${path} has ${text.length}`;
        },
      },
    );
  };
  const lint = async (findings = 'found'): Promise<LoadedIndex> => {
    const loaded = await (await open()).load();
    await loaded.save(findings);
    return loaded;
  };
  return { fs, state, clock, visited, open, lint };
}

/** Everything that can be asked of an index and its sides. */
function contents(loaded: Pick<LoadedIndex, 'index' | 'side'>): unknown {
  const { index } = loaded;
  return {
    files: index.files,
    uses: index.uses,
    problems: index.problems,
    notes: index.notes.map(({ path, entry, facts }) => ({
      path,
      entry,
      side: loaded.side(path),
      frontmatter: facts.frontmatter,
      refs: facts.refs().map((ref) => [ref, index.resolve(ref, path)]),
      headings: facts.headings(),
      blocks: facts.blocks(),
      tags: facts.tags(),
    })),
  };
}

async function fresh(fs: MemoryVaultFs): Promise<unknown> {
  const state = memoryStateFs();
  const opened = await openIndex(
    { fs, state, clock: fixedClock() },
    {
      fingerprint: '',
      showUnsupportedFiles: false,
      visit: ({ path }, text) => `${path} has ${text.length}`,
    },
  );
  return contents(await opened.load());
}

describe('an unchanged vault', () => {
  it('answers from what was stored, without reading a note', async () => {
    const { fs, open, lint } = device();
    await lint('12 findings');
    fs.intercept = ({ method }) => {
      throw new Error(`${method} was called`);
    };
    expect((await open()).stored).toEqual({ findings: '12 findings', problems: [] });
  });

  it('gives the same index again from the cache alone', async () => {
    const { fs, visited, open, lint } = device();
    await lint();
    const loaded = await (await open()).load();
    expect(visited).toEqual([]);
    expect(loaded.read.size).toBe(0);
    expect(contents(loaded)).toEqual(await fresh(fs));
    expect(loaded.index.note('a.md')?.facts.frontmatter).toMatchObject({
      values: { title: 'A', n: 1, empty: null, huge: Infinity },
    });
  });

  it('keeps what could not be read as it was, and tries again where that may help', async () => {
    const { fs, open, lint } = device({ 'a.md': 'x', 'bad.md': new Uint8Array([255]) });
    await lint();
    expect((await open()).stored?.problems).toMatchObject([{ path: 'bad.md', kind: 'invalid-utf8' }]);
    fs.problems.push({ path: 'loop', kind: 'symlink-loop', message: 'leads in a circle' });
    expect((await open()).stored).toBeNull();
    await lint();
    expect((await open()).stored?.problems.map(({ path }) => path)).toEqual(['loop', 'bad.md']);
  });
});

describe('a change', () => {
  const changes: readonly (readonly [string, (fs: MemoryVaultFs) => void, readonly string[]])[] = [
    ['a note written', (fs) => fs.put('b.md', 'new [[a]]'), ['b.md']],
    ['a note added', (fs) => fs.put('0.md', '[[a]]'), ['0.md']],
    ['a note removed', (fs) => fs.drop('b.md'), []],
    ['a picture removed', (fs) => fs.drop('pic.png'), []],
    ['a picture added', (fs) => fs.put('sub/pic.png', ''), []],
    ['a canvas written', (fs) => fs.put('board.canvas', '{}'), []],
    ['a canvas broken', (fs) => fs.put('board.canvas', '{'), []],
  ];

  it.each(changes)('%s: is seen, and nothing else is read again', async (_what, change, visits) => {
    const { fs, clock, visited, open, lint } = device();
    await lint();
    fs.time = clock.time + MINUTE / 2;
    change(fs);
    const opened = await open();
    expect(opened.stored).toBeNull();
    const loaded = await opened.load();
    expect(visited).toEqual(visits);
    expect(contents(loaded)).toEqual(await fresh(fs));
  });

  it('is seen in each of size, mtime, ctime and inode', async () => {
    const { fs, state, clock, lint } = device();
    await lint();
    for (const key of ['size', 'mtime', 'ctime', 'inode'] as const) {
      const list: MemoryVaultFs['list'] = async () => {
        const listing = await fs.list();
        const files = listing.files.map((file) =>
          file.path === 'a.md' ? { ...file, [key]: file[key] + 1 } : file,
        );
        return { ...listing, files };
      };
      const options = { fingerprint: 'v1', showUnsupportedFiles: false };
      const opened = await openIndex({ fs: { list, read: (path) => fs.read(path) }, state, clock }, options);
      expect([key, opened.stored]).toEqual([key, null]);
      expect([...(await opened.load()).read]).toEqual(['a.md']);
    }
  });

  it('of another time does not matter for a picture, whose text nobody reads', async () => {
    const { fs, clock, open, lint } = device();
    await lint();
    fs.time = clock.time + MINUTE / 2;
    fs.put('pic.png', 'other pixels');
    expect((await open()).stored).not.toBeNull();
  });

  it('within two seconds of the reading is expected: such a note is read again', async () => {
    const { fs, clock, visited, open, lint } = device();
    fs.time = clock.time + MINUTE - 1500;
    fs.put('b.md', 'written just before');
    await lint();
    const again = await open();
    expect(again.stored).toBeNull();
    await (await again.load()).save('found');
    expect(visited).toEqual(['b.md']);
    expect((await open()).stored).not.toBeNull();
  });

  it('of the configuration or of the settings makes everything be read again', async () => {
    const { fs, state, clock, visited, open, lint } = device();
    await lint();
    await (await open('v2')).load();
    expect(visited).toEqual(['a.md', 'b.md', 'sub/broken.md']);
    const options = { fingerprint: 'v1', showUnsupportedFiles: true };
    expect((await openIndex({ fs, state, clock }, options)).stored).toBeNull();
  });
});

describe('a cache that is not whole', () => {
  /** Neither a wrong answer nor an error: at worst everything is read again. */
  async function expectRightAnswer({ fs, open }: ReturnType<typeof device>): Promise<void> {
    const opened = await open();
    if (opened.stored !== null) expect(opened.stored).toEqual({ findings: 'found', problems: [] });
    const loaded = await opened.load();
    expect(contents(loaded)).toEqual(await fresh(fs));
  }

  it('is ignored, wherever a byte is another', async () => {
    const home = device();
    await home.lint();
    for (const key of [HEAD, NOTES]) {
      const whole = (await home.state.read(key)) ?? new Uint8Array();
      const step = process.env['HERMES_SOAK'] ? 1 : 29;
      for (let at = 0; at < whole.length; at += step) {
        const bytes = whole.slice();
        bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
        await home.state.write(key, bytes);
        await expectRightAnswer(home);
        if (key === HEAD) expect((await home.open()).stored).toBeNull();
      }
      await home.state.write(key, whole);
    }
  });

  it('is ignored, wherever it was cut off', async () => {
    const home = device();
    await home.lint();
    for (const key of [HEAD, NOTES]) {
      const whole = (await home.state.read(key)) ?? new Uint8Array();
      for (const length of [0, 1, 8, 19, 20, 24, 63, 64, whole.length - 8, whole.length - 1]) {
        await home.state.write(key, whole.slice(0, length));
        await expectRightAnswer(home);
      }
      await home.state.write(key, new Uint8Array([...whole, ...new Uint8Array(8)]));
      await expectRightAnswer(home);
      await home.state.write(key, whole);
    }
    await home.state.remove(NOTES);
    await expectRightAnswer(home);
  });

  it('is ignored where its halves belong to different nights', async () => {
    const home = device();
    await home.lint();
    const first = (await home.state.read(NOTES)) ?? new Uint8Array();
    home.fs.time = home.clock.time + MINUTE / 2;
    home.fs.put('a.md', 'another text');
    await home.lint();
    await home.state.write(NOTES, first);
    await expectRightAnswer(home);
    await home.state.write(HEAD, first);
    await expectRightAnswer(home);
  });

  it('is ignored where something else stands in its place', async () => {
    const home = device(Object.fromEntries(Array.from({ length: 1500 }, (_, at) => [`n${at}.md`, '[[n1]]'])));
    await home.lint();
    const [head, notes] = [await home.state.read(HEAD), await home.state.read(NOTES)];
    await home.state.write(HEAD, notes ?? new Uint8Array());
    await home.state.write(NOTES, head ?? new Uint8Array());
    await expectRightAnswer(home);
    await home.lint();
    await home.state.write(NOTES, (await home.state.read(HEAD)) ?? new Uint8Array());
    await expectRightAnswer(home);
  });

  it('says what went wrong when it cannot be kept', async () => {
    const { state, open } = device();
    const loaded = await (await open()).load();
    state.failWrites = 'the disk is full';
    await expect(loaded.save('found')).rejects.toThrow(StateError);
  });
});

describe('night after night', () => {
  const path = fc.constantFrom(...Array.from({ length: 12 }, (_, at) => `n${at}.md`));
  const text = fc.constantFrom(
    '',
    '[[n1]]',
    '---\na: 1\n---\n',
    '# H\n[[n2#H|x]] #t ^b',
    '[[😀]] \u0000',
    '[x](n3.md)',
  );
  const night = fc.array(fc.tuple(path, fc.option(text)), { maxLength: 6 });

  it('gives what a fresh reading gives, whatever was written and removed', async () => {
    const runs = process.env['HERMES_SOAK'] ? 2000 : 100;
    await fc.assert(
      fc.asyncProperty(fc.array(night, { maxLength: 6 }), async (nights) => {
        const home = device({ 'n0.md': '[[n1]]', 'big.md': '#t\n'.repeat(300) });
        for (const writes of nights) {
          home.fs.time = home.clock.time + MINUTE / 2;
          for (const [at, content] of writes) {
            if (content === null) home.fs.drop(at);
            else home.fs.put(at, content);
          }
          const loaded = await home.lint();
          expect(contents(loaded)).toEqual(await fresh(home.fs));
        }
      }),
      { numRuns: runs },
    );
  });

  it('writes little where little changed, and answers all the same', async () => {
    const files = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`n${at}.md`, `[[n${at + 1}]]`]));
    const home = device(files);
    await home.lint();
    const writing = vi.spyOn(home.state, 'write');
    const written = () => writing.mock.calls.map(([key]) => key);
    home.fs.time = home.clock.time + MINUTE / 2;
    for (let at = 0; at < 8; at++) home.fs.put(`n${at * 7}.md`, 'changed [[n1]]');
    await home.lint('after');
    expect(written()).toEqual([HEAD]);
    expect((await home.open()).stored?.findings).toBe('after');
    const loaded = await (await home.open()).load();
    expect(loaded.read.size).toBe(8);
    expect(contents(loaded)).toEqual(await fresh(home.fs));
    for (let at = 0; at < 8; at++) home.fs.put(`n${at * 7 + 1}.md`, 'changed [[n2]]');
    expect(contents(await home.lint())).toEqual(await fresh(home.fs));
    expect(written()).toEqual([HEAD, NOTES, HEAD]);
  });

  it('does not grow with what was there before', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 1000 }, (_, at) => [`n${at}.md`, `[[n${at + 1}]]`]),
    );
    const home = device(files);
    await home.lint();
    const size = async (): Promise<number> => (await home.state.read(NOTES))?.length ?? 0;
    const first = await size();
    for (let night = 0; night < 30; night++) {
      home.fs.time = home.clock.time + MINUTE / 2;
      for (let at = 0; at < 50; at++) home.fs.put(`n${(night * 37 + at * 19) % 1000}.md`, `[[n${at}]]`);
      await home.lint();
    }
    expect(await size()).toBeLessThan(first * 2.5);
  });
});
