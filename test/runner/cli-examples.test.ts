import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { VERBS } from '../../runner/cli/verbs';
import { tempFolder } from '../support/temp-vault';

it('has examples that do what they say, typed into a shell as they stand', async () => {
  const folder = tempFolder();
  const vault = join(folder, 'vault');
  cpSync('test/vaults/demo', vault, { recursive: true });
  mkdirSync(join(vault, 'Notes'));
  writeFileSync(join(vault, 'Notes/Idea.md'), '# Idea\n');
  // `~/Notes` stands for the reader's own vault.
  mkdirSync(join(folder, 'Notes'));
  writeFileSync(
    join(folder, 'hermesh'),
    `#!/bin/sh\nexec '${process.execPath}' '${resolve('dist/hermesh.mjs')}' "$@"\n`,
  );
  chmodSync(join(folder, 'hermesh'), 0o755);
  const env = {
    PATH: `${folder}:${process.env['PATH'] ?? ''}`,
    HOME: folder,
    HERMES_STATE_HOME: join(folder, 'state'),
  };
  for (const entry of VERBS) {
    const verb = await entry.load();
    for (const { command } of verb.examples) {
      expect(command).toMatch(new RegExp(`^hermesh ${verb.name}( |$)`));
      const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: vault, env, encoding: 'utf8' });
      // An example may name a run that this vault never had; nothing else in it may be wrong.
      const allowed = /there is no run|nothing to dismiss/.test(stderr) ? [2] : [0, 1];
      expect(allowed, `${command}: ${stderr}`).toContain(status);
      expect(stderr, command).not.toMatch(/HERMES_DEBUG/);
    }
  }
});
