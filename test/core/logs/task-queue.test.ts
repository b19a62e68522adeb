import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addQueueItem, markDone, parseQueue, queueItemWords } from '../../../src/core/logs/task-queue';

const RUNS = process.env.HERMES_SOAK ? 20_000 : 1000;

function seen(text: string): readonly string[] {
  return parseQueue(text).items.map(
    (item) => `${item.line} ${item.state} ${item.text}${item.details === '' ? '' : ` | ${item.details}`}`,
  );
}

describe('the queue', () => {
  test.each<[string, readonly string[]]>([
    ['', []],
    [
      '- [ ] a\n- [x] b\n* [X] c\n+ [-] d\n1. [ ] e\n',
      ['1 open a', '2 done b', '3 done c', '4 other d', '5 open e'],
    ],
    ['- [ ] a\n  more\n\n  - [ ] sub\n\tx\n- [ ] b', ['1 open a |   more\n\n  - [ ] sub\n\tx', '6 open b']],
    ['- [ ] a\n\nprose\n  - [ ] under prose\n', ['1 open a', '4 open under prose']],
    ['- [ ] a\r\n  b\r\n- [ ] c\r\n', ['1 open a |   b', '3 open c']],
    ['```\n- [ ] code\n```\n- [ ] a\n', ['4 open a']],
    ['    - [ ] code\n- plain\n-[ ] no\n- [] no\n- [ ]\n', ['5 open ']],
    ['---\ntasks:\n- [ ] x\n---\n- [ ] a\n', ['5 open a']],
    ['\uFEFF---\na: 1\n---\n- [ ] a', ['4 open a']],
  ])('%j', (text, expected) => {
    expect(seen(text)).toEqual(expected);
  });

  test('an item knows its heading', () => {
    const { items } = parseQueue('- [ ] a\n## Later ##\n- [ ] b\n');
    expect(items.map(({ heading }) => heading)).toEqual([null, 'Later']);
  });
});

const line = fc.oneof(
  fc.constantFrom(
    '- [ ] a',
    '  - [ ] b',
    '* [x] c',
    '\tdeep',
    '  text',
    '',
    '# H',
    '```',
    '---',
    'prose',
    '- [😀] e',
    '1) [ ] f',
    '   - [ ] g',
  ),
  fc.string({ maxLength: 6 }),
);
const queue = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, eol, ended]) => lines.join(eol) + (ended ? eol : ''));

test('ticking off changes one character, adding changes none', () => {
  fc.assert(
    fc.property(queue, fc.string({ minLength: 1 }), (text, words) => {
      const { items } = parseQueue(text);
      for (const item of items) {
        const done = markDone(text, item);
        const { start, end } = item.mark;
        expect(done.slice(0, start) + text.slice(start, end) + done.slice(start + 1)).toBe(text);
        expect(parseQueue(done).items.map(({ text: own }) => own)).toEqual(items.map(({ text: own }) => own));
        expect(parseQueue(done).items[items.indexOf(item)]?.state).toBe('done');
      }
      const longer = addQueueItem(text, { text: words, details: ['why'] });
      let at = 0;
      while (at < text.length && text[at] === longer[at]) at++;
      expect(longer.endsWith(text.slice(at))).toBe(true);
    }),
    { numRuns: RUNS },
  );
});

test('an item is added behind the last one, and reads back', () => {
  const text = '# Queue\n\n- [ ] a\n  more\n\nfoot\n';
  const longer = addQueueItem(text, { text: 'look at [[X]] #now', details: ['because'] });
  expect(longer).toBe('# Queue\n\n- [ ] a\n  more\n- [ ] look at \\[\\[X\\]\\] \\#now\n  because\n\nfoot\n');
  const [, added] = parseQueue(longer).items;
  expect(added === undefined ? '' : queueItemWords(added)).toBe('look at [[X]] #now');
});

test('a queue that does not exist yet begins with what it is for', () => {
  expect(seen(addQueueItem(null, { text: 'first' }))).toEqual(['5 open first']);
});
