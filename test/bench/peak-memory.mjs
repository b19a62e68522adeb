// Preloaded with `node --import`: tells the process's peak resident memory (kB) when it ends.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  if (process.env.BENCH_PEAK_FILE)
    writeFileSync(process.env.BENCH_PEAK_FILE, String(process.resourceUsage().maxRSS));
});
