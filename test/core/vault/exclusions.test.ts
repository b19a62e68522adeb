import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../../../src/core/config/config';
import { buildExclusions, type ObsidianExclusions } from '../../../src/core/vault/exclusions';
import { conflictCopy } from '../../../src/core/vault/conflict-copy';

function reason(
  path: string,
  obsidian: Partial<ObsidianExclusions> = {},
  exclude: string[] = [],
): string | null {
  const config = defaultConfig();
  return buildExclusions(
    { ...config, lint: { ...config.lint, exclude } },
    { configDir: '.obsidian', templateFolders: [], userIgnoreFilters: [], ...obsidian },
  ).reason(path);
}

describe('files that are left alone', () => {
  it.each([
    ['Logs/2026.md', 'written-by-hermes'],
    ['Logs/memory/2026-06-21.md', 'written-by-hermes'],
    ['Logs/hermes-task-queue.md', 'written-by-hermes'],
    ['Logs/heartbeat.md', 'written-by-hermes'],
    ['Logs/hermes/decisions.md', 'written-by-hermes'],
    ['Logs/briefing/2026-06-21.md', 'written-by-hermes'],
    ['Logs/wiki-consolidation.md', 'written-by-hermes'],
    ['AgentStack/Skills/watering/SKILL.md', 'written-by-hermes'],
    ['AgentStack/Skills/.drafts/x.md', 'written-by-hermes'],
    ['PKM/opportunities/x.md', 'written-by-hermes'],
    ['Logs/My own log.md', null],
    ['Logs/2026-06-21.md', null],
    ['wiki/Soil.md', null],
    ['Projects/Rain water.md', null],
    ['AgentStack/Hermes/soul.md', 'agent-prompt'],
    ['AgentStack/Hermes/deeper/soul.md', null],
    ['system_prompt.md', 'agent-prompt'],
    ['a/b/system_prompt.md', 'agent-prompt'],
    ['a/my_system_prompt.md', null],
    ['viewer/index.md', 'belongs-to-a-program'],
    ['a/viewer/index.md', null],
    ['.claude/agents/x.md', 'belongs-to-a-program'],
    ['.obsidian/plugins/p/README.md', 'belongs-to-a-program'],
    ['a/.trash/x.md', 'belongs-to-a-program'],
    ['a/._Soil.md', 'belongs-to-a-program'],
    ['Templates/Day.md', 'template'],
    ['a/_templates/Day.md', 'template'],
    ['Templates.md', null],
    ['a/Soil.md.icloud', 'cloud-placeholder'],
    ['a/Soil.sync-conflict-20260612-081502-K7QX3LM.md', 'conflict-copy'],
    ['a/Soil.md', null],
  ])('%s: %s', (path, expected) => {
    expect(reason(path)).toBe(expected);
  });

  it('takes the configured folders for the usual ones', () => {
    expect(reason('Forms/Day.md', { templateFolders: ['Forms'] })).toBe('template');
    expect(reason('Templates/Day.md', { templateFolders: ['Forms'] })).toBe(null);
    expect(reason('config/app.md', { configDir: 'config' })).toBe('belongs-to-a-program');
  });

  it('reads Obsidian’s excluded files: prefixes and expressions; a broken one covers nothing', () => {
    const filters = { userIgnoreFilters: ['Archive/', '/\\.bak\\.md$/', '/(/', ''] };
    expect(reason('Archive/x.md', filters)).toBe('excluded-in-obsidian');
    expect(reason('a/Archive/x.md', filters)).toBe(null);
    expect(reason('a/x.bak.md', filters)).toBe('excluded-in-obsidian');
    expect(reason('(.md', filters)).toBe(null);
  });

  it('adds the globs of the configuration', () => {
    expect(reason('Old/deep/x.md', {}, ['Old/**'])).toBe('excluded-in-config');
    expect(reason('a/x.draft.md', {}, ['**/*.draft.md'])).toBe('excluded-in-config');
    expect(reason('Older/x.md', {}, ['Old/**'])).toBe(null);
  });
});

describe('conflict copies', () => {
  it.each([
    ['a/Soil.sync-conflict-20260612-081502-K7QX3LM.md', 'a/Soil.md'],
    ['Soil.sync-conflict-20260612-081502.md', 'Soil.md'],
    ["a/Soil (Ada's conflicted copy 2026-06-12).md", 'a/Soil.md'],
    ['Soil (Ada’s conflicted copy 2026-06-12).md', 'Soil.md'],
    ['Soil (conflicted copy 2026-06-12 081502).md', 'Soil.md'],
    ['Soil (Conflicted copy phone 202606120815).md', 'Soil.md'],
    ['Soil (laptop conflicted copy 2026-06-12).canvas', 'Soil.canvas'],
    ['Soil_conflict-20260612-081502.md', 'Soil.md'],
    ['Soil (SFConflict ada@example.org 2026-06-12-08-15-02).md', 'Soil.md'],
  ])('%s is one of %s', (path, original) => {
    expect(conflictCopy(path)?.original).toBe(original);
  });

  it.each([
    'Soil 2.md',
    'Soil (1).md',
    'Soil copy.md',
    'On conflicted copies.md',
    'Soil (conflict).md',
    'sync-conflict.md',
    'Soil.sync-conflict.md',
    'Sync-conflict-20260612.md',
  ])('%s is none', (path) => {
    expect(conflictCopy(path)).toBe(null);
  });
});
