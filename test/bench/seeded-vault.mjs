import { existsSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Mulberry32: small, seeded, good enough to lay out notes. */
export function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const WORDS =
  `ground water garden letter winter market signal harbour engine paper theory method ledger island
  window copper forest bridge kitchen lantern mirror number pattern quarter river season summit table thread
  travel valley vessel weather system record notice margin answer broken candle device effect figure growth
  history idea journey known little matter nature object people quiet reason simple tender useful voice whole`.split(
    /\s+/,
  );
const TAGS = [
  'idea',
  'project',
  'people',
  'reading',
  'garden/bed',
  'work',
  'archive',
  'daily',
  'recipe',
  'method',
];
const STATUS = ['active', 'done', 'waiting', 'someday'];

function pick(random, list) {
  return list[Math.floor(random() * list.length)];
}

function sentence(random, words) {
  const chosen = Array.from({ length: words }, () => pick(random, WORDS));
  return `${chosen[0][0].toUpperCase()}${chosen[0].slice(1)} ${chosen.slice(1).join(' ')}.`;
}

const folderOf = (number) =>
  `Area ${String(Math.floor(number / 1000)).padStart(3, '0')}/Topic ${Math.floor(number / 50) % 20}`;
const nameOf = (number) => `Note ${String(number).padStart(6, '0')} ${WORDS[number % WORDS.length]}`;
const dateOf = (number) => new Date(Date.UTC(2020, 0, 1 + (number % 2200))).toISOString().slice(0, 10);

function link(random, count) {
  const target = Math.floor(random() * count);
  const roll = random();
  if (roll < 0.02) return `[[Unwritten ${pick(random, WORDS)} ${target}]]`;
  if (roll < 0.025) return `[[note-${String(target).padStart(6, '0')}-${WORDS[target % WORDS.length]}]]`;
  if (roll < 0.2) return `[[${nameOf(target)}|${sentence(random, 3).slice(0, -1)}]]`;
  if (roll < 0.3) return `[[${folderOf(target)}/${nameOf(target)}]]`;
  if (roll < 0.4) return `[[${nameOf(target)}#Background]]`;
  return `[[${nameOf(target)}]]`;
}

/** One note of about 2.3 KB with frontmatter, headings, prose, links, a list, and now and then code or a table. */
export function noteText(number, count, random) {
  const tags = [pick(random, TAGS), pick(random, TAGS)];
  const lines = [
    '---',
    `title: ${nameOf(number)}`,
    `created: ${dateOf(number)}`,
    random() < 0.5 ? `tags: [${tags.join(', ')}]` : `tags:\n  - ${tags.join('\n  - ')}`,
    `status: ${pick(random, STATUS)}`,
    `up: "[[${nameOf(Math.floor(number / 10))}]]"`,
    ...(random() < 0.3 ? [`aliases:\n  - ${sentence(random, 3).slice(0, -1)}`] : []),
    ...(random() < 0.1 ? [`source: https://example.org/${number}?q=${pick(random, WORDS)}`] : []),
    '---',
    '',
    `# ${nameOf(number)}`,
    '',
    `${sentence(random, 18)} ${link(random, count)} ${sentence(random, 14)}`,
    '',
    '## Background',
    '',
  ];
  for (let paragraph = 0; paragraph < 4; paragraph++) {
    lines.push(`${sentence(random, 20)} See ${link(random, count)}. ${sentence(random, 22)}`, '');
  }
  lines.push('## Steps', '');
  for (let item = 0; item < 5; item++) lines.push(`- [${random() < 0.4 ? 'x' : ' '}] ${sentence(random, 9)}`);
  lines.push(
    '',
    `Talked it over with ${link(random, count)} and ${link(random, count)}. #${pick(random, TAGS)}`,
    '',
  );
  if (random() < 0.2)
    lines.push('```sh', `if [[ -f ${pick(random, WORDS)} ]]; then echo "[[no link]]"; fi`, '```', '');
  if (random() < 0.15)
    lines.push('| A | B |', '| --- | --- |', `| ${pick(random, WORDS)} | ${pick(random, WORDS)} |`, '');
  lines.push(`${sentence(random, 24)} ^b${number}`, '');
  return lines.join('\n');
}

/** Writes a vault of `count` notes under `folder` unless a whole one stands there; returns its path. */
export function seededVault(folder, count, seed = 1) {
  const vault = join(folder, `vault-${count}-${seed}`);
  if (existsSync(vault)) return vault;
  const draft = `${vault}.part`;
  rmSync(draft, { recursive: true, force: true });
  const random = seededRandom(seed);
  const old = new Date('2026-01-01T00:00:00Z');
  const folders = new Set();
  for (let number = 0; number < count; number++) {
    const file = join(draft, folderOf(number), `${nameOf(number)}.md`);
    if (!folders.has(dirname(file))) {
      mkdirSync(dirname(file), { recursive: true });
      folders.add(dirname(file));
    }
    writeFileSync(file, noteText(number, count, random));
    utimesSync(file, old, old);
  }
  renameSync(draft, vault);
  return vault;
}
