import type { Role, RoleName } from '../chain/role';

/** A role that stands in its chain and says on every run what it is waiting for. It writes nothing. */
export function laterRole(name: RoleName, description: string, comesWith: string): Role {
  return {
    name,
    description,
    scope: { include: [], exclude: [] },
    run: () =>
      Promise.resolve({
        outcome: 'skipped',
        reason: `comes with ${comesWith}: not part of this version`,
      }),
  };
}
