import { describe, expect, it } from 'vitest';
import { scan } from '../../../src/core/text/scan';
import { findSubpath, subpathOf } from '../../../src/core/text/subpath';

const NOTE = scan(
  [
    '# Garden',
    '## Beds: one & two',
    '### Soil',
    '## A link in a [[link_in_heading]]',
    '# Shed',
    '## Soil',
    '#### Tools, C++ (old)',
    '## Über `uns` 🎉 #tag',
    '## Headers-With_Special Characters',
    '',
    'text ^Block-1',
  ].join('\n'),
);

describe('findSubpath', () => {
  it.each([
    ['', 'none'],
    ['#', 'none'],
    ['# ', 'none'],
    ['#Garden', 'found'],
    ['#garden', 'found'],
    ['#Beds one & two', 'found'],
    ['#Beds one two', 'found'],
    ['#Garden#Soil', 'found'],
    ['#Garden#Beds one two#Soil', 'found'],
    ['#Shed#Soil#Tools C++ old', 'found'],
    ['#Shed#Beds one two', 'missing'],
    ['#Soil#Garden', 'missing'],
    ['#A link in a link_in_heading', 'found'],
    ['#A link in a [[link_in_heading]]', 'found'],
    ['#über uns 🎉 #tag', 'found'],
    ['#U\u0308ber uns 🎉 tag', 'found'],
    ['#Headers-With_Special Characters', 'found'],
    ['#Gardens', 'missing'],
    ['#^block-1', 'found'],
    ['#^BLOCK-1', 'found'],
    ['#^block-2', 'missing'],
    ['#Garden#^block-1', 'found'],
    ['#page=3', 'viewer-parameter'],
    ['#height=400', 'viewer-parameter'],
    ['#t=10', 'viewer-parameter'],
  ])('%j is %s', (subpath, status) => {
    expect(findSubpath(NOTE, subpath)).toBe(status);
  });

  it('a heading that looks like a viewer parameter is one', () => {
    expect(findSubpath(scan('# a=b'), '#a=b')).toBe('found');
  });
});

describe('subpathOf', () => {
  it.each([
    ['Note', ''],
    ['Note#A#B', '#A#B'],
    ['#^id', '#^id'],
  ])('%j', (link, subpath) => {
    expect(subpathOf(link)).toBe(subpath);
  });
});
