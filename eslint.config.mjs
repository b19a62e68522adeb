import obsidianmd from 'eslint-plugin-obsidianmd';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { defineConfig, globalIgnores } from 'eslint/config';

const typed = { projectService: true, tsconfigRootDir: import.meta.dirname };

export default defineConfig([
  globalIgnores([
    'dist',
    'main.js',
    'test/vaults',
    'test/oracle/**/*.json',
    'node_modules',
    'test/bench/.data',
  ]),

  // The plugin and the core it carries: what Obsidian's reviewers run, with no rule turned off.
  ...obsidianmd.configs.recommended,
  { files: ['**/*.ts'], languageOptions: { parserOptions: typed } },
  {
    files: ['src/**/*.ts'],
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ImportDeclaration[source.value="zod"] ImportDefaultSpecifier',
          message: 'Import zod by name.',
        },
        {
          selector: 'ImportDeclaration[source.value="zod"] ImportNamespaceSpecifier',
          message: 'Import zod by name.',
        },
        {
          selector: 'ImportDeclaration[source.value="zod"] ImportSpecifier[imported.name="z"]',
          message: 'Import zod by name.',
        },
      ],
    },
  },

  // Node programs and tests: the same strictness, without the rules that are about the app.
  {
    files: ['runner/**/*.ts', 'test/**/*.ts', '*.config.ts'],
    plugins: { '@typescript-eslint': tseslint.plugin },
    languageOptions: { globals: globals.node },
    rules: {
      ...Object.fromEntries(Object.keys(obsidianmd.rules ?? {}).map((rule) => [`obsidianmd/${rule}`, 'off'])),
      'import/no-nodejs-modules': 'off',
      'import/no-extraneous-dependencies': 'off',
      'no-restricted-globals': 'off',
      'no-restricted-imports': 'off',
      'no-console': 'off',
      'no-undef': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  {
    files: ['**/*.mjs', '**/*.js'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: globals.node },
    rules: {
      ...Object.fromEntries(Object.keys(obsidianmd.rules ?? {}).map((rule) => [`obsidianmd/${rule}`, 'off'])),
      'import/no-nodejs-modules': 'off',
      'import/no-extraneous-dependencies': 'off',
      'no-console': 'off',
    },
  },
]);
