import path from 'node:path'
import js from '@eslint/js'
import globals from 'globals'
import tseslint from 'typescript-eslint'
import { testcodeRules } from './testcode-rules.js'

const root = path.resolve(import.meta.dirname, '../..')

const TYPESCRIPT = [
  '*.ts',
  '{harness,scripts,test}/**/*.{ts,tsx}',
  'missions/*/*.ts',
  'missions-judge/*/*.ts',
  'missions-desktop/*/*.ts',
]

export default tseslint.config(
  {
    // The patterns below are relative to the repository, not to this file.
    basePath: root,
    ignores: [
      '**/node_modules/**',
      'dist/**',
      'reports/**',
      'missions/*/skeleton/**',
      'missions-desktop/*/{skeleton,solutions}/**',
      'canonical/*/node_modules/**',
      // Second solutions, kept as their authors wrote them.
      'canonical/*/{django,express,flask,python,react,spa,static,svelte,vue}/**',
      'test/fixtures/**/project/**',
    ],
  },
  { basePath: root, linterOptions: { reportUnusedDisableDirectives: 'error' } },

  // ---- TypeScript: harness, scripts, test, missions ----
  {
    basePath: root,
    files: TYPESCRIPT,
    // Rules that need types are those of oxlint (.oxlintrc.json), which takes a fifth of the time for them.
    extends: [js.configs.recommended, ...tseslint.configs.strict, ...tseslint.configs.stylistic],
    rules: {
      // A variable of `using` is used by its disposal.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreUsingDeclarations: true, ignoreRestSiblings: true }],
    },
  },
  {
    basePath: root,
    files: ['harness/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', processExit(), consoleUse()] },
  },
  {
    basePath: root,
    files: ['harness/cli.ts', 'harness/commands/**/*.ts', 'harness/reporters/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', processExit()] },
  },
  {
    basePath: root,
    files: ['harness/bin.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    basePath: root,
    files: ['{missions,missions-desktop}/*/testcodes.ts'],
    rules: { 'no-restricted-syntax': ['error', ...testcodeRules, processExit()] },
  },

  // ---- plain JavaScript ----
  {
    basePath: root,
    files: ['scripts/**/*.{js,mjs,cjs}', 'canonical/**/*.{js,mjs,cjs}'],
    extends: [js.configs.recommended],
    languageOptions: { ecmaVersion: 2023, globals: globals.nodeBuiltin },
  },
  {
    basePath: root,
    // A solution may consist of modules or scripts, whatever the extensions of its files.
    files: ['**/*.cjs', 'canonical/**/*.js'],
    languageOptions: { globals: globals.node },
  },
  {
    basePath: root,
    files: ['canonical/**/public/**/*.{js,mjs}'],
    // In a page, a global of Node is a mistake.
    languageOptions: { globals: { ...off(globals.node), ...globals.browser } },
  },
)

function processExit() {
  return {
    selector: "MemberExpression[object.name='process'][property.name='exit']",
    message: 'Only bin.ts ends the process; return a value or throw instead.',
  }
}

function consoleUse() {
  return {
    selector: "MemberExpression[object.name='console']",
    message: 'Only the command line and the reporters print; return a value or throw instead.',
  }
}

function off(names) {
  return Object.fromEntries(Object.keys(names).map((name) => [name, 'off']))
}
