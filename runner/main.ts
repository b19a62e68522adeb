import { VERSION } from './version';

// The commonest question is answered before anything heavy is loaded.
if (process.argv.length === 3 && (process.argv[2] === '--version' || process.argv[2] === '-V')) {
  process.stdout.write(`${VERSION}\n`);
} else {
  const [{ runProgram }, { processTerminal }] = await Promise.all([
    import('./cli/program'),
    import('./cli/terminal'),
  ]);
  process.exitCode = await runProgram(process.argv.slice(2), processTerminal());
}
