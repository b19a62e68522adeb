import { expect, test } from 'vitest';
import { defaultConfig } from '../../../src/core/config/config';
import { DEFAULT_JOBS, initialConfig } from '../../../src/core/config/init-template';
import { loadConfig } from '../../../src/core/config/load-config';
import { settingPaths } from '../../../src/core/config/schema-keys';

const host = { device: 'd_0123456789ab', name: "Ada's box: #1", epoch: 1 };

test('a new configuration holds the host, three jobs, and the defaults', () => {
  const outcome = loadConfig(initialConfig(host));
  expect(outcome).toMatchObject({ ok: true });
  if (outcome.ok) expect(outcome.config).toEqual({ ...defaultConfig(), host, jobs: DEFAULT_JOBS });
});

test('the settings that it shows commented out are the defaults, and are all that there are', () => {
  const uncommented = initialConfig(host).replace(/^( *)#(?=\S)/gm, '$1');
  const outcome = loadConfig(uncommented);
  expect(outcome.ok ? [] : outcome.problems).toEqual([]);
  if (!outcome.ok) return;
  expect(outcome.config).toEqual({ ...defaultConfig(), host, jobs: DEFAULT_JOBS });
  const shown = new Set(outcome.provenance.keys());
  const missing = settingPaths()
    .map((path) => path.join('.'))
    .filter((key) => !shown.has(key) && !/^(host|jobs|roles|lint\.rules)/.test(key));
  expect(missing).toEqual([]);
});
