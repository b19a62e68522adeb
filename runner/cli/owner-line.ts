import type { Ownership } from '../../src/core/home';

/** Whose the vault is, in words. */
export function ownerLine(owner: Ownership): string {
  switch (owner.kind) {
    case 'ours':
      return `this device, epoch ${owner.epoch}`;
    case 'other':
      return `${owner.name} (${owner.device}), epoch ${owner.epoch}; \`hermesh host claim\` takes it over`;
    case 'unclaimed':
      return 'none: runs are previews only; `hermesh init` makes this device the owner';
  }
}
