import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ROLE_NAMES } from '../../../src/core/chain/role';
import { defaultConfig } from '../../../src/core/config/config';
import { loadConfig, type LoadOptions } from '../../../src/core/config/load-config';
import { SEVERITIES } from '../../../src/core/lint/finding';

const RUNS = process.env.HERMES_SOAK ? 4000 : 200;

function problems(text: string, options?: LoadOptions): readonly string[] {
  const outcome = loadConfig(text, options);
  return outcome.ok ? [] : outcome.problems.map((problem) => problem.message);
}

function loaded(text: string, options?: LoadOptions) {
  const outcome = loadConfig(text, options);
  if (!outcome.ok) throw new Error(outcome.problems.map((problem) => problem.message).join('\n'));
  return outcome;
}

describe('what needs no configuration', () => {
  test.each([
    '',
    '\uFEFF',
    '# only a comment\n',
    '---\n',
    'lint:\n  # exclude: [a]\nfix:\n',
    'version: 1\r\n',
  ])('%j gives the defaults', (text) => {
    expect(loaded(text).config).toEqual(defaultConfig());
  });

  test('every role has a setting, and none more', () => {
    expect(Object.keys(defaultConfig().roles)).toEqual([...ROLE_NAMES]);
  });

  test('a rule can have every severity', () => {
    for (const severity of SEVERITIES)
      expect(
        loaded(`lint: {rules: {orphan-note: {severity: ${severity}}}}`).config.lint.rules,
      ).toHaveProperty(['orphan-note', 'severity'], severity);
  });
});

describe('a group that is given in part', () => {
  test('keeps the defaults of the rest', () => {
    const { config } = loaded('fix:\n  limit: 5\n  skills:\n    setup-wikilinks: off\n');
    expect(config.fix).toEqual({
      ...defaultConfig().fix,
      limit: 5,
      skills: { ...defaultConfig().fix.skills, 'setup-wikilinks': 'off' },
    });
  });

  test('the model of a role comes from itself, else from the preset', () => {
    const { roles } = loaded(
      'models: {preset: economical}\nroles:\n  FIX-AGENT: {model: none}\n  REVISER-AGENT: {model: mine, effort: low}\n',
    ).config;
    expect(roles['FIX-AGENT']).toEqual({ enabled: true, model: null, effort: null });
    expect(roles['REVISER-AGENT']).toEqual({ enabled: true, model: 'mine', effort: 'low' });
    expect(roles['SYNTHESIS-AGENT']).toEqual({ enabled: true, model: 'claude-haiku-5-5', effort: 'high' });
    expect(roles['DISPATCHER'].model).toBeNull();
  });
});

describe('a mistake is told with line, key, value and remedy', () => {
  test.each<[string, readonly string[]]>([
    [
      'version: 1\nfix:\n  limit: lots\n',
      ['hermes.yaml line 3: fix.limit: `lots` is not a whole number of 1 or more; try 200'],
    ],
    [
      'version: 1\r\nfix:\r\n  limit: 0\r\n',
      ['hermes.yaml line 3: fix.limit: `0` is not a whole number of 1 or more; try 200'],
    ],
    [
      '\uFEFFfix:\n  limit: 1.5\n',
      ['hermes.yaml line 2: fix.limit: `1.5` is not a whole number of 1 or more; try 200'],
    ],
    [
      'fix:\n  limit: "7"\n',
      ['hermes.yaml line 2: fix.limit: `"7"` is not a whole number of 1 or more; try 200'],
    ],
    ['fix:\n  limt: 3\n', ['hermes.yaml line 2: fix.limt: is no setting; did you mean limit?']],
    ['limit: 3\n', ['hermes.yaml line 1: limit: is no setting here; it belongs under `fix:`']],
    [
      'fix: 3\n',
      ['hermes.yaml line 1: fix: `3` is not a group of settings; write them below `fix:`, each indented'],
    ],
    ['git: {commit: yes}\n', ['hermes.yaml line 1: git.commit: `yes` is neither true nor false; try true']],
    [
      'fix:\n  mentions: sometimes\n',
      ['hermes.yaml line 2: fix.mentions: `sometimes` is none of off, ask, auto; try ask'],
    ],
    [
      'lint:\n  exclude: Archive\n',
      ['hermes.yaml line 2: lint.exclude: `Archive` is not a list; try [Archive/**]'],
    ],
    [
      'timezone: Mars/Olympus\n',
      [
        'hermes.yaml line 1: timezone: `Mars/Olympus` is not a time zone name such as Europe/Berlin; try system, or a name such as Europe/Berlin',
      ],
    ],
    [
      'jobs:\n  - id: nightly\n    chain: nightly\n',
      ['hermes.yaml line 2: jobs[0].schedule: is missing; add `schedule: every day at 02:00`'],
    ],
    [
      'jobs:\n  - {id: a, chain: nightly, schedule: 1h}\n  - {id: a, chain: weekly, schedule: 1h}\n',
      ['hermes.yaml line 3: jobs[1].id: `a` is the id of another job (line 2); each job needs its own'],
    ],
    [
      'paths:\n  memory: Logs\n',
      ['hermes.yaml line 2: paths.memory: `Logs` is also paths.log; give each a place of its own'],
    ],
    [
      'paths:\n  wiki: ../x\n',
      ['hermes.yaml line 2: paths.wiki: `../x` has an empty segment, `.` or `..` in it; try wiki'],
    ],
    [
      'paths:\n  wiki: .git/x\n',
      ['hermes.yaml line 2: paths.wiki: `.git/x` is a place the harness never writes to; try wiki'],
    ],
    [
      'paths:\n  wiki: ~/wiki\n',
      [
        'hermes.yaml line 2: paths.wiki: `~/wiki` is not relative to the vault (~ is no home folder here); try wiki',
      ],
    ],
    [
      'paths:\n  log: hermes.yaml\n',
      ['hermes.yaml line 2: paths.log: `hermes.yaml` is this file itself; try Logs'],
    ],
    [
      `version: 1\nlint: ${'['.repeat(20_000)}\n`,
      ['hermes.yaml line 2: is nested deeper than any setting; is a bracket left open?'],
    ],
    [
      'version: 1\nfix: {}\nversion: 1\n',
      ['hermes.yaml line 3: version: stands twice (first in line 1); keep one'],
    ],
    [
      'host:\n  device: x\n  name: y\n',
      ['hermes.yaml line 1: host.epoch: is missing; `hermesh host claim` writes the host'],
    ],
    ['- a\n', ['hermes.yaml line 1: holds a list, not settings; write lines such as `version: 1`']],
    ['hello\n', ['hermes.yaml line 1: holds plain text, not settings; write lines such as `version: 1`']],
    [
      'fix:\n\tlimit: 3\n',
      ['hermes.yaml line 2: is indented by a tab, which YAML does not allow; use two spaces'],
    ],
    [
      'version: 1\n<<<<<<< HEAD\nfix: {}\n=======\n>>>>>>> x\n',
      ['hermes.yaml line 2: has a merge conflict in it; keep one side and delete the markers'],
    ],
    ['fix: *x\n', ['hermes.yaml line 1: refers to `*x`; write the value out']],
    [
      'version: 2\nwhatever: 1\n',
      [
        'hermes.yaml line 1: version: `2` was written by a newer version of Hermes Harness; update the one here (it reads 1)',
      ],
    ],
  ])('%j', (text, expected) => {
    expect(problems(text)).toEqual(expected);
  });

  test('all of them at once, in the order of the lines', () => {
    const found = loadConfig('fix:\n  limit: lots\n  limt: 3\nlimit: 4\ngit: on\n');
    expect(found.ok ? [] : found.problems.map((problem) => problem.line)).toEqual([2, 3, 4, 5]);
  });

  test('a second document is seen', () => {
    expect(problems('version: 1\n---\nfix: {}\n')[0]).toContain('line 2: starts a second document');
  });

  test('a rule that does not exist is named with the nearest that does', () => {
    const text =
      'lint:\n  ignore:\n    - {rule: orphn-note, paths: [a]}\n  rules:\n    orphannote: {severity: off}\n';
    expect(problems(text, { rules: ['orphan-note', 'index-drift'] })).toEqual([
      'hermes.yaml line 3: lint.ignore[0].rule: `orphn-note` is no lint rule; did you mean orphan-note?',
      'hermes.yaml line 5: lint.rules.orphannote: is no lint rule; did you mean orphan-note?',
    ]);
    expect(problems(text)).toEqual([]);
  });
});

describe('a secret is refused and never repeated', () => {
  const key = 'sk-ant-api03-abcdefghijklmnopqrstuv';
  test.each([
    `api_key: ${key}\n`,
    `models:\n  preset: ${key}\n`,
    `models:\n  preset: |\n    ${key}\n`,
    `${key}: 1\n`,
    `a: b: ${key}\n`,
    `# my key: ${key}\n`,
    'models:\n  apiKey: hush-hush\n',
    'sync:\n  remote: https://ada:hush-hush@example.com/vault.git\n',
    'password: [hush-hush\n',
    'lint: {rules: {x: {options: {github_token: hush-hush}}}}\n',
  ])('%j', (text) => {
    const said = problems(text).join('\n');
    expect(said).not.toContain(key);
    expect(said).not.toContain('hush-hush');
    expect(said).not.toBe('');
  });

  test('the advice names the place for secrets', () => {
    expect(problems(`models:\n  api_key: ${key}\n`)).toEqual([
      expect.stringMatching(/^hermes\.yaml line 2: looks like a secret.*secrets\.env \(mode 0600\)/),
    ]);
  });
});

describe('where a value comes from', () => {
  test('file with line, environment with name, default without an entry', () => {
    const { config, provenance } = loaded(
      'fix:\n  limit: 3\njobs:\n  - id: n\n    chain: nightly\n    schedule: 1h\n',
      {
        environment: { HERMES_FIX__LIMIT: '9', HERMES_TIMEZONE: 'UTC', HERMES_VAULT: '/x' },
      },
    );
    expect(config.fix.limit).toBe(9);
    expect(config.timezone).toBe('UTC');
    expect(provenance.get('fix.limit')).toEqual({ from: 'environment', name: 'HERMES_FIX__LIMIT' });
    expect(provenance.get('jobs[0].schedule')).toEqual({ from: 'file', line: 6 });
    expect(provenance.get('fix.mentions')).toBeUndefined();
  });

  test('a variable with a wrong value is named', () => {
    expect(problems('', { environment: { HERMES_FIX__LIMIT: 'many' } })).toEqual([
      'environment variable HERMES_FIX__LIMIT: fix.limit: `many` is not a whole number of 1 or more; try 200',
    ]);
  });

  test('no variable makes this device the owner', () => {
    const { config } = loaded('', { environment: { HERMES_HOST__DEVICE: 'x', HERMES_HOST: 'x' } });
    expect(config.host).toBeNull();
  });
});

describe('hostile text', () => {
  test.each([
    '['.repeat(50_000),
    '[\n'.repeat(50_000),
    '{a: '.repeat(50_000),
    '- '.repeat(50_000),
    `${'a: &a [x,x]\nb: &b [*a,*a]\n'.repeat(500)}`,
    'a: &a [*a]\n',
    '__proto__: {x: 1}\n',
    '? {a: b}\n: 3\n',
    'x: !foo bar\n',
    'a'.repeat(600_000),
    'a: "\u0000"\n',
    '!!binary x: 1\n',
    `${' '.repeat(20_000)}a: 1\n`,
  ])('number %# is refused with a line', (text) => {
    const found = problems(text);
    expect(found.length).toBeGreaterThan(0);
    for (const message of found) expect(message).toMatch(/^hermes\.yaml line \d+: \S/);
  });

  test('never throws, and never sets what no object owns', () => {
    const token = fc.constantFrom(
      'a',
      ': ',
      '\n',
      '  ',
      '- ',
      '[',
      ']',
      '{',
      '}',
      '#',
      '"',
      "'",
      '|',
      '>',
      '&a ',
      '*a',
      '\t',
      '!',
      '? ',
      '---\n',
      'fix',
      'limit',
      'jobs',
      '1',
      '__proto__',
      '%',
      '\r\n',
      ',',
      'host',
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 40 }), (tokens) => {
        const outcome = loadConfig(tokens.join(''));
        if (!outcome.ok) expect(outcome.problems.length).toBeGreaterThan(0);
      }),
      { numRuns: RUNS },
    );
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });
});
