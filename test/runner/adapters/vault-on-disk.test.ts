import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeVaultFs } from '../../../runner/adapters/node-vault-fs';
import { systemCalls } from '../../../runner/adapters/system-calls';
import type { SystemCalls } from '../../../runner/adapters/system-calls';
import type { VaultFs } from '../../../src/core/ports';
import { filesOf, tempFolder, tempVault } from '../../support/temp-vault';

const MB = 1024 * 1024;

async function problemOf(vault: VaultFs, path: string) {
  const read = await vault.read(path);
  return read.ok ? null : read.problem;
}

type Reading = 'readSync' | 'readTextSync';

/** System calls that run `meanwhile` right after each read, as often as `times` says. */
function disturbed(on: readonly Reading[], meanwhile: () => void, times = Infinity): SystemCalls {
  let left = times;
  const after = <T>(value: T): T => {
    if (left-- > 0) meanwhile();
    return value;
  };
  return {
    ...systemCalls,
    ...(on.includes('readTextSync')
      ? { readTextSync: (path: string) => after(systemCalls.readTextSync(path)) }
      : {}),
    ...(on.includes('readSync')
      ? {
          readSync: (...args: readonly unknown[]): number =>
            after(Number(Reflect.apply(systemCalls.readSync, systemCalls, args))),
        }
      : {}),
  };
}

describe('a note that is overwritten', () => {
  it('keeps its creation date, mode, extended attributes, owner and inode', async () => {
    const root = tempVault({ 'n.md': 'old\n' });
    const path = join(root, 'n.md');
    chmodSync(path, 0o604);
    const python = (code: string) => execFileSync('python3', ['-c', code, path], { encoding: 'utf8' });
    python("import os,sys; os.setxattr(sys.argv[1], 'user.tag', b'kept')");
    const before = statSync(path);

    const vault = nodeVaultFs(root);
    expect(await vault.overwrite('n.md', 'old\n', 'new and longer\n')).toEqual({ ok: true });

    const after = statSync(path);
    expect(readFileSync(path, 'utf8')).toBe('new and longer\n');
    expect(after.birthtimeMs).toBe(before.birthtimeMs);
    expect([after.mode, after.uid, after.gid, after.ino]).toEqual([
      before.mode,
      before.uid,
      before.gid,
      before.ino,
    ]);
    expect(after.mtimeMs).toBeGreaterThan(before.mtimeMs);
    expect(python("import os,sys; sys.stdout.write(os.getxattr(sys.argv[1], 'user.tag').decode())")).toBe(
      'kept',
    );
  });

  it('stays one file under all its hard links, and behind a link inside the vault', async () => {
    const root = tempVault({ 'a.md': 'old' });
    linkSync(join(root, 'a.md'), join(root, 'b.md'));
    symlinkSync('a.md', join(root, 'link.md'));
    const vault = nodeVaultFs(root);
    expect(await vault.overwrite('link.md', 'old', 'new')).toEqual({ ok: true });
    expect(filesOf(root)).toEqual({ 'a.md': 'new', 'b.md': 'new' });
    expect(statSync(join(root, 'a.md')).nlink).toBe(2);
    expect(realpathSync(join(root, 'link.md'))).toBe(join(root, 'a.md'));
  });

  it('is the editor’s where one saves by renaming at that very moment', async () => {
    const root = tempVault({ 'n.md': 'old' });
    const calls: SystemCalls = {
      ...systemCalls,
      fsyncSync: (fd) => {
        systemCalls.fsyncSync(fd);
        writeFileSync(join(root, 'n.md~'), 'from the editor');
        renameSync(join(root, 'n.md~'), join(root, 'n.md'));
      },
    };
    const vault = nodeVaultFs(root, { calls });
    expect(await vault.overwrite('n.md', 'old', 'new')).toEqual({ ok: false, why: 'changed' });
    expect(filesOf(root)).toEqual({ 'n.md': 'from the editor' });
  });

  it('moves without a new identity, and never over another file', async () => {
    const root = tempVault({ 'a.md': 'text', 'taken.md': 'theirs' });
    const before = statSync(join(root, 'a.md'));
    const vault = nodeVaultFs(root);
    expect(await vault.move('a.md', 'taken.md', 'text')).toEqual({ ok: false, why: 'changed' });
    expect(await vault.move('a.md', 'x/b.md', 'text')).toEqual({ ok: true });
    const after = statSync(join(root, 'x/b.md'));
    expect([after.ino, after.birthtimeMs, after.nlink]).toEqual([before.ino, before.birthtimeMs, 1]);
    expect(filesOf(root)).toEqual({ 'taken.md': 'theirs', 'x/b.md': 'text' });
  });
});

describe('what cannot be served is one clear line, and the rest is served', () => {
  it('symbolic links: a circle, a folder that holds itself, outside, nothing, another folder of the vault', async () => {
    const outside = tempVault({ 'secret.md': 'secret', 'notes/n.md': 'n' });
    const root = tempVault({ 'a/n.md': 'n', 'z.md': 'z' });
    symlinkSync('b.md', join(root, 'a.md'));
    symlinkSync('a.md', join(root, 'b.md'));
    symlinkSync('..', join(root, 'a/up'));
    symlinkSync(join(outside, 'secret.md'), join(root, 'secret.md'));
    symlinkSync(join(outside, 'notes'), join(root, 'notes'));
    symlinkSync('nowhere', join(root, 'dangling.md'));
    symlinkSync('a', join(root, 'twin'));

    const vault = nodeVaultFs(root);
    const { files, problems } = await vault.list();
    expect(files.map(({ path }) => path)).toEqual(['a/n.md', 'secret.md', 'z.md']);
    expect(problems.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      'a.md symlink-loop',
      'a/up symlink-loop',
      'b.md symlink-loop',
      'dangling.md unreadable',
      'notes symlink-outside',
    ]);
    expect(await problemOf(vault, 'secret.md')).toEqual({
      path: 'secret.md',
      kind: 'symlink-outside',
      message: `leads out of the vault by a symbolic link, to ${outside}/secret.md`,
    });
    expect((await problemOf(vault, 'notes/n.md'))?.kind).toBe('symlink-outside');
    expect((await problemOf(vault, 'a.md'))?.kind).toBe('symlink-loop');
    for (const path of ['secret.md', 'notes/n.md', 'notes/new.md', 'a.md']) {
      expect((await vault.overwrite(path, 'secret', 'x')).ok).toBe(false);
      expect((await vault.create(path, 'x')).ok).toBe(false);
      expect((await vault.remove(path, 'secret')).ok).toBe(false);
    }
    expect((await vault.move('z.md', 'notes/z.md', 'z')).ok).toBe(false);
    expect(filesOf(outside)).toEqual({ 'notes/n.md': 'n', 'secret.md': 'secret' });
  });

  it('writes nothing through a link into a hidden folder', async () => {
    const root = tempVault({ '.git/config': '[core]' });
    symlinkSync('.git/config', join(root, 'config.md'));
    symlinkSync('.git', join(root, 'repo'));
    const vault = nodeVaultFs(root);
    expect(await vault.overwrite('config.md', '[core]', 'x')).toEqual({
      ok: false,
      why: 'read-only',
      message: 'it leads into a hidden folder by a symbolic link; nothing is written through it',
    });
    expect((await vault.overwrite('repo/config', '[core]', 'x')).ok).toBe(false);
    expect((await vault.create('repo/new.md', 'x')).ok).toBe(false);
    expect(filesOf(join(root, '.git'))).toEqual({ config: '[core]' });
  });

  it('a folder that becomes a link between listing and writing', async () => {
    const outside = tempVault({ 'n.md': 'n' });
    const root = tempVault({ 'a/n.md': 'n' });
    const vault = nodeVaultFs(root);
    await vault.list();
    renameSync(join(root, 'a'), join(root, 'was-a'));
    symlinkSync(outside, join(root, 'a'));
    expect((await vault.overwrite('a/n.md', 'n', 'x')).ok).toBe(false);
    expect(filesOf(outside)).toEqual({ 'n.md': 'n' });
  });

  it('names with control characters, in files and folders', async () => {
    const root = tempVault({ 'two\nlines.md': 'x', 'esc\x1b[31m/n.md': 'x', 'ok.md': 'x' });
    const { files, problems } = await nodeVaultFs(root).list();
    expect(files.map(({ path }) => path)).toEqual(['ok.md']);
    expect(problems).toEqual([
      {
        path: 'esc\\x1b[31m',
        kind: 'name-with-control-character',
        message: 'has a control character in its name; rename it',
      },
      {
        path: 'two\\nlines.md',
        kind: 'name-with-control-character',
        message: 'has a control character in its name; rename it',
      },
    ]);
  });

  it('a name that is no UTF-8', async () => {
    const root = tempVault({ 'ok.md': 'x' });
    writeFileSync(Buffer.concat([Buffer.from(`${root}/bad`), Buffer.of(0xff), Buffer.from('.md')]), 'x');
    const { files, problems } = await nodeVaultFs(root).list();
    expect(files.map(({ path }) => path)).toEqual(['ok.md']);
    expect(problems).toEqual([
      { path: 'bad\ufffd.md', kind: 'unreadable', message: 'has a name that is not valid UTF-8; rename it' },
    ]);
  });

  it('pipes, sockets and devices: told, not opened', async () => {
    const root = tempVault({ 'ok.md': 'x' });
    execFileSync('mkfifo', [join(root, 'pipe.md')]);
    const server = createServer().listen(join(root, 'socket.md'));
    await once(server, 'listening');
    const { files, problems } = await nodeVaultFs(root).list();
    expect(files.map(({ path }) => path)).toEqual(['ok.md']);
    expect(problems.map(({ path, message }) => `${path} ${message}`)).toEqual([
      'pipe.md is neither a file nor a folder; it is passed over',
      'socket.md is neither a file nor a folder; it is passed over',
    ]);
    for (const { path } of problems) expect(await problemOf(nodeVaultFs(root), path)).not.toBeNull();
    server.close();
  });

  it('placeholders of the cloud: named so, without blocks, or all zeros', async () => {
    const root = tempVault({
      '.Kept Elsewhere.md.icloud': 'bplist00',
      '.here.md.icloud': 'left behind',
      'here.md': 'x',
      'sparse.md': '',
    });
    truncateSync(join(root, 'sparse.md'), 5000);
    const vault = nodeVaultFs(root);
    expect((await vault.list()).files.map(({ path }) => path)).toEqual([
      'Kept Elsewhere.md',
      'here.md',
      'sparse.md',
    ]);
    expect(await problemOf(vault, 'Kept Elsewhere.md')).toEqual({
      path: 'Kept Elsewhere.md',
      kind: 'cloud-placeholder',
      message: 'is kept in iCloud, not on this disk',
    });
    expect((await problemOf(vault, 'sparse.md'))?.kind).toBe('cloud-placeholder');
    const onMac = nodeVaultFs(root, { zeroBlocksMeanCloud: true });
    expect((await problemOf(onMac, 'sparse.md'))?.message).toBe('is kept in the cloud, not on this disk');
    expect((await onMac.read('here.md')).ok).toBe(true);
  });

  it('a note of 50 MB', async () => {
    const root = tempVault({ 'big.md': '', 'ok.md': 'x' });
    truncateSync(join(root, 'big.md'), 50 * MB);
    const vault = nodeVaultFs(root);
    expect(await problemOf(vault, 'big.md')).toEqual({
      path: 'big.md',
      kind: 'too-large',
      message: 'is too large for a note: 50 MB, and 32 MB are read at most',
    });
    expect((await vault.list()).files.map(({ path }) => path)).toEqual(['big.md', 'ok.md']);
  });

  it('a file that changes while it is read: again, and once more, then a line', async () => {
    const root = tempVault({ 'n.md': 'before' });
    const path = join(root, 'n.md');
    const longer = () => writeFileSync(path, 'after, longer');
    const quick = nodeVaultFs(root, { calls: disturbed(['readTextSync'], longer) });
    await quick.list();
    expect(await quick.read('n.md')).toMatchObject({ ok: true, text: 'after, longer' });
    writeFileSync(path, 'before');
    const slow = nodeVaultFs(root, { calls: disturbed(['readTextSync', 'readSync'], longer, 2) });
    await slow.list();
    expect(await slow.read('n.md')).toMatchObject({ ok: true, text: 'after, longer' });

    const calls = disturbed(['readTextSync', 'readSync'], () => appendFileSync(path, '.'));
    expect(await problemOf(nodeVaultFs(root, { calls }), 'n.md')).toEqual({
      path: 'n.md',
      kind: 'changed-while-reading',
      message: 'was being written while we read it',
    });
  });

  it('a named pipe does not hold the walk', async () => {
    const root = tempVault({ 'ok.md': 'x' });
    execFileSync('python3', ['-c', 'import os,sys; os.mkfifo(sys.argv[1])', join(root, 'pipe.md')]);
    const vault = nodeVaultFs(root);
    expect((await vault.list()).files.map(({ path }) => path)).toEqual(['ok.md']);
    expect(await problemOf(vault, 'pipe.md')).toEqual({
      path: 'pipe.md',
      kind: 'unreadable',
      message: 'is not a file',
    });
  });

  it('a file that goes while the vault is walked', async () => {
    const root = tempVault({ 'a.md': 'x', 'b.md': 'x' });
    const calls: SystemCalls = {
      ...systemCalls,
      readdirSync: ((...args: Parameters<typeof systemCalls.readdirSync>) => {
        const entries = systemCalls.readdirSync(...args);
        unlinkSync(join(root, 'b.md'));
        return entries;
      }) as typeof systemCalls.readdirSync,
    };
    const { files, problems } = await nodeVaultFs(root, { calls }).list();
    expect(files.map(({ path }) => path)).toEqual(['a.md']);
    expect(problems).toEqual([]);
  });
});

it('serves a vault reached through a symbolic link, and mtimes as the disk has them', async () => {
  const root = tempVault({ 'sub/n.md': 'text' });
  utimesSync(join(root, 'sub/n.md'), 1_700_000_000, 1_700_000_000);
  const link = join(tempFolder(), 'vault');
  symlinkSync(root, link);
  const vault = nodeVaultFs(link);
  expect((await vault.list()).files[0]).toMatchObject({
    path: 'sub/n.md',
    size: 4,
    mtime: 1_700_000_000_000,
  });
  expect(await vault.overwrite('sub/n.md', 'text', 'new')).toEqual({ ok: true });
  expect(filesOf(root)).toEqual({ 'sub/n.md': 'new' });
});

it('takes back folders that it made for a file which could not be created', async () => {
  const root = tempVault({});
  const calls: SystemCalls = {
    ...systemCalls,
    fsyncSync: (fd) => {
      if (statSync(`/proc/self/fd/${fd}`).isFile())
        throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      systemCalls.fsyncSync(fd);
    },
  };
  expect(await nodeVaultFs(root, { calls }).create('x/y/n.md', 'text')).toEqual({
    ok: false,
    why: 'failed',
    message: 'x/y/n.md could not be written: the disk is full (ENOSPC)',
  });
  expect(statSync(root).nlink).toBe(2);
  mkdirSync(join(root, 'x'));
});

it('refuses a vault that is no folder', () => {
  const root = tempVault({ file: 'x' });
  expect(() => nodeVaultFs(join(root, 'file'))).toThrow('is not a folder');
  expect(() => nodeVaultFs(join(root, 'gone'))).toThrow('ENOENT');
});
