import { describe, expect, it } from 'vitest';
import { fileTable } from '../../../src/core/vault/file-table';
import { resolveLink } from '../../../src/core/vault/resolve-link';
import type { Resolution } from '../../../src/core/vault/vault-index';

function wikilink(files: readonly string[], source: string, link: string, unsupported = false): Resolution {
  return resolveLink(fileTable(files, unsupported), { link, syntax: 'wikilink' }, source);
}

function markdown(files: readonly string[], source: string, link: string): Resolution {
  return resolveLink(fileTable(files, false), { link, syntax: 'markdown' }, source);
}

const resolved = (target: string): Resolution => ({ status: 'resolved', target });
const unresolved: Resolution = { status: 'unresolved' };
const ambiguous = (...candidates: string[]): Resolution => ({ status: 'ambiguous', candidates });

describe('names that fold alike', () => {
  it('cannot tell case twins apart, however the link is spelled', () => {
    for (const link of ['NOTE', 'note', 'Note', 'note.md'])
      expect(wikilink(['Note.md', 'note.md', 'src.md'], 'src.md', link)).toEqual(
        ambiguous('Note.md', 'note.md'),
      );
  });

  it('takes a final sigma for a sigma', () => {
    expect(wikilink(['Οδος.md'], 'Οδος.md', 'ΟΔΟΣ')).toEqual(resolved('Οδος.md'));
    expect(wikilink(['ΟΔΟΣ.md'], 'x.md', 'Οδος')).toEqual(resolved('ΟΔΟΣ.md'));
  });

  it('compares composed and decomposed letters alike, in names and in folders', () => {
    expect(wikilink(['Caf\u00e9/Cr\u00e8me.md', 'x.md'], 'x.md', 'Cafe\u0301/Cre\u0300me')).toEqual(
      resolved('Caf\u00e9/Cr\u00e8me.md'),
    );
    expect(wikilink(['Cafe\u0301/n.md', 'z/n.md'], 'Cafe\u0301/x.md', 'n')).toEqual(
      resolved('Cafe\u0301/n.md'),
    );
    expect(wikilink(['İstanbul.md'], 'x.md', 'İSTANBUL')).toEqual(resolved('İstanbul.md'));
  });
});

describe('relative and rooted links', () => {
  const files = ['a/b/Note.md', 'a/Note.md', 'Note.md', 'a/b/pic.png', 'a/b/src.md'];

  it.each([
    ['./Note', 'a/b/Note.md'],
    ['../Note', 'a/Note.md'],
    ['../../NOTE.md', 'Note.md'],
    ['.././b/pic.png', 'a/b/pic.png'],
    ['/a/Note#Heading', 'a/Note.md'],
    ['/A/B/pic.PNG', 'a/b/pic.png'],
  ])('%s', (link, target) => {
    expect(wikilink(files, 'a/b/src.md', link)).toEqual(resolved(target));
    expect(markdown(files, 'a/b/src.md', link)).toEqual(resolved(target));
  });

  it.each([
    '../../../Note',
    './missing',
    '/b/Note',
    '/',
    './',
    '../',
    '..',
    '.',
    '//Note',
    'a/b/',
    'b',
    'a/b',
  ])('%s leads nowhere', (link) => {
    expect(wikilink(files, 'a/b/src.md', link)).toEqual(unresolved);
  });
});

describe('several files of one name', () => {
  it('prefers the own folder with its subfolders, then the shortest path', () => {
    const files = ['p/long/deep/n.md', 'q/n.md', 'p/src.md', 'src.md'];
    expect(wikilink(files, 'p/src.md', 'n')).toEqual(resolved('p/long/deep/n.md'));
    expect(wikilink(files, 'src.md', 'n')).toEqual(resolved('q/n.md'));
    expect(wikilink(files, 'pp/src.md', 'n')).toEqual(resolved('q/n.md'));
  });

  it('is ambiguous where two are equally near', () => {
    const files = ['p/aa/n.md', 'p/bb/n.md', 'q/n.md', 'p/src.md'];
    expect(wikilink(files, 'p/src.md', 'n')).toEqual(ambiguous('p/aa/n.md', 'p/bb/n.md'));
    expect(wikilink(files, 'r/src.md', 'n')).toEqual(resolved('q/n.md'));
  });

  it('matches folders in the link from their beginning', () => {
    const files = ['x/b/n.md', 'longer/b/n.md', 'src.md'];
    expect(wikilink(files, 'src.md', 'b/n')).toEqual(resolved('x/b/n.md'));
    expect(wikilink(['ab/n.md', 'src.md'], 'src.md', 'b/n')).toEqual(ambiguous('ab/n.md'));
    // Whether the shorter `ab/n.md` counts is not known, so neither is sure.
    expect(wikilink(['ab/n.md', 'long/b/n.md'], 'src.md', 'b/n')).toEqual(
      ambiguous('ab/n.md', 'long/b/n.md'),
    );
    expect(wikilink(['aaaaaaaaab/n.md', 'x/b/n.md'], 'src.md', 'b/n')).toEqual(resolved('x/b/n.md'));
  });
});

describe('extensions', () => {
  it('finds other files by their full name only', () => {
    const files = ['x/d.base', 'c.canvas', 'i.png', 'src.md'];
    for (const link of ['d', 'c', 'i']) expect(wikilink(files, 'src.md', link)).toEqual(unresolved);
    expect(wikilink(files, 'src.md', 'D.BASE')).toEqual(resolved('x/d.base'));
  });

  it('adds .md to what looks like an extension and is none', () => {
    expect(wikilink(['v1.2.md', 'x.md.md'], 'a.md', 'v1.2#H')).toEqual(resolved('v1.2.md'));
    expect(wikilink(['v1.2.md', 'x.md.md'], 'a.md', 'x.md')).toEqual(resolved('x.md.md'));
    expect(wikilink(['p/md.md.md', 'q/md.md.md'], 'q/a.md', 'q/md.md')).toEqual(resolved('q/md.md.md'));
  });

  it('sees unknown extensions only with «Detect all file extensions»', () => {
    const files = ['a.md', 'data.json', 'LICENSE'];
    expect(wikilink(files, 'a.md', 'data.json')).toEqual(unresolved);
    expect(wikilink(files, 'a.md', 'data.json', true)).toEqual(resolved('data.json'));
    expect(wikilink(files, 'a.md', 'LICENSE', true)).toEqual(resolved('LICENSE'));
  });

  it('never leads into dot-folders, not even with all extensions shown', () => {
    const files = ['a.md', '.trash/Old.md', '.obsidian/app.json', 'x/.hidden/n.md', '.dot.md'];
    for (const link of ['Old', '.trash/Old', 'app.json', 'n', '.dot'])
      expect(wikilink(files, 'a.md', link, true)).toEqual(unresolved);
  });
});

describe('what is no path', () => {
  it('leads out of the vault with a scheme in a markdown link only', () => {
    for (const link of ['mailto:a@b.c', 'https://x.org/a#b', 'obsidian://open', 'tel:1', 'zotero+x:1'])
      expect(markdown(['a.md'], 'a.md', link)).toEqual({ status: 'external' });
    expect(wikilink(['a.md'], 'a.md', 'https://example.com')).toEqual(unresolved);
  });

  it('means the note itself where the path is empty', () => {
    expect(wikilink([], 'a/b.md', '#H#^x')).toEqual(resolved('a/b.md'));
    expect(markdown([], 'a/b.md', '#h')).toEqual(resolved('a/b.md'));
  });

  it('ignores spaces around a name, unless a file is named so', () => {
    expect(wikilink(['Note.md', 'src.md'], 'src.md', 'Note ')).toEqual(resolved('Note.md'));
    expect(wikilink(['Note.md', ' Note.md'], 'src.md', ' Note')).toEqual(resolved(' Note.md'));
    expect(wikilink(['Note.md'], 'src.md', ' ')).toEqual(unresolved);
  });
});
