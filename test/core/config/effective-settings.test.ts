import { expect, test } from 'vitest';
import { effectiveSettings } from '../../../src/core/config/effective-settings';
import { loadConfig } from '../../../src/core/config/load-config';

function shown(text: string, environment: Record<string, string> = {}) {
  const outcome = loadConfig(text, { environment });
  if (!outcome.ok) throw new Error(outcome.problems[0]?.message);
  return new Map(
    effectiveSettings(outcome.config, outcome.provenance).map(({ key, value, origin }) => [
      key,
      { value, origin },
    ]),
  );
}

test('every setting says where it comes from', () => {
  const settings = shown('fix:\n  limit: 3\njobs:\n  - {id: n, chain: nightly, schedule: 1h}\n', {
    HERMES_GIT__COMMIT: 'false',
  });
  expect(settings.get('fix.limit')).toEqual({ value: 3, origin: { from: 'file', line: 2 } });
  expect(settings.get('jobs[0].schedule')).toEqual({ value: '1h', origin: { from: 'file', line: 4 } });
  expect(settings.get('jobs[0].enabled')).toEqual({ value: true, origin: { from: 'default' } });
  expect(settings.get('git.commit')).toEqual({
    value: false,
    origin: { from: 'environment', name: 'HERMES_GIT__COMMIT' },
  });
  expect(settings.get('lint.required_fields')).toEqual({
    value: ['title', 'created', 'tags'],
    origin: { from: 'default' },
  });
  expect(settings.get('host')).toEqual({ value: null, origin: { from: 'default' } });
});

test('a model from a preset says so', () => {
  const settings = shown('models: {preset: current}\nroles: {FIX-AGENT: {model: mine}}\n');
  expect(settings.get('roles.FIX-AGENT.model')).toEqual({ value: 'mine', origin: { from: 'file', line: 2 } });
  expect(settings.get('roles.REVISER-AGENT.model')).toEqual({
    value: 'claude-sonnet-5-5',
    origin: { from: 'preset', name: 'current' },
  });
  expect(shown('').get('roles.REVISER-AGENT.model')?.origin).toEqual({ from: 'default' });
});
