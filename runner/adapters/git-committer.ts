/** Who commits: a fixed name and address, whatever git's settings say, so that our commits are known by them. */
export const COMMITTER = { name: 'Hermes Harness', email: 'hermes-harness@localhost' };

/** Environment under which git writes in our name. */
export function committerEnv(now: number): Record<string, string> {
  const date = `${String(Math.floor(now / 1000))} ${zoneOffset(now)}`;
  return {
    GIT_AUTHOR_NAME: COMMITTER.name,
    GIT_AUTHOR_EMAIL: COMMITTER.email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: COMMITTER.name,
    GIT_COMMITTER_EMAIL: COMMITTER.email,
    GIT_COMMITTER_DATE: date,
  };
}

function zoneOffset(now: number): string {
  const east = -new Date(now).getTimezoneOffset();
  const two = (n: number): string => String(Math.floor(Math.abs(n))).padStart(2, '0');
  return `${east < 0 ? '-' : '+'}${two(east / 60)}${two(Math.abs(east) % 60)}`;
}
