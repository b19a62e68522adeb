import { Char, isSpace } from './characters';

/** Start and end of each cell of a table row, one after another (GFM tables: `\|` splits no cell). */
export function tableCells(s: string, from: number, to: number): number[] {
  while (to > from && isSpace(s.charCodeAt(to - 1))) to--;
  let start = from;
  while (start < to && isSpace(s.charCodeAt(start))) start++;
  if (s.charCodeAt(start) === Char.Pipe) start++;
  const cells: number[] = [];
  for (let i = start; i < to; i++) {
    const code = s.charCodeAt(i);
    if (code === Char.Backslash) i++;
    else if (code === Char.Pipe) {
      cells.push(start, i);
      start = i + 1;
    }
  }
  if (start < to) cells.push(start, to);
  return cells;
}

/** Number of columns of a delimiter row such as `| --- | :-: |`; 0 if the line is none. */
function delimiterColumns(s: string, from: number, to: number): number {
  let pipes = false;
  for (let i = from; i < to; i++) {
    const code = s.charCodeAt(i);
    if (code === Char.Pipe) pipes = true;
    else if (code !== Char.Minus && code !== Char.Colon && !isSpace(code)) return 0;
  }
  if (!pipes) return 0;
  const cells = tableCells(s, from, to);
  for (let i = 0; i < cells.length; i += 2) {
    if (!/^:?-+:?$/.test(s.slice(cells[i], cells[i + 1]).trim())) return 0;
  }
  return cells.length / 2;
}

/** Index of the line that is the header of a table in these lines; -1 if there is none. */
export function tableHeader(s: string, lines: readonly number[]): number {
  for (let line = 1; line < lines.length / 2; line++) {
    const from = lines[line * 2] ?? 0;
    const code = s.charCodeAt(from);
    if (code !== Char.Pipe && code !== Char.Minus && code !== Char.Colon) continue;
    const columns = delimiterColumns(s, from, lines[line * 2 + 1] ?? 0);
    if (columns === 0) continue;
    const header = tableCells(s, lines[line * 2 - 2] ?? 0, lines[line * 2 - 1] ?? 0);
    if (header.length / 2 === columns) return line - 1;
  }
  return -1;
}
