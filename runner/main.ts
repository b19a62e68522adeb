declare const HERMES_VERSION: string;

if (process.argv[2] === '--version') process.stdout.write(`${HERMES_VERSION}\n`);
