// The floor that everything is measured against: a process that walks, stats and reads the notes of a vault with
// synchronous calls and does nothing else.
import { lstatSync, readFileSync, readdirSync } from 'node:fs';

let notes = 0;
let bytes = 0;

function walk(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue;
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) walk(path);
    else {
      lstatSync(path);
      if (!entry.name.endsWith('.md')) continue;
      notes += 1;
      bytes += readFileSync(path, 'utf8').length;
    }
  }
}

walk(process.argv[2]);
process.stdout.write(`${notes} notes, ${bytes} characters\n`);
