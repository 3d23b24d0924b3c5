import path from 'node:path'
import js from '@eslint/js'
import * as parser from '@typescript-eslint/parser'
import { defineConfig } from 'eslint/config'
import globals from 'globals'
import { testcodeRules } from './testcode-rules.js'

const root = path.resolve(import.meta.dirname, '../..')

export default defineConfig([
  {
    // The patterns below are relative to the repository, not to this file.
    basePath: root,
    ignores: [
      '**/node_modules/**',
      'dist/**',
      'reports/**',
      'missions/*/skeleton/**',
      'canonical/*/node_modules/**',
      // Second solutions, kept as their authors wrote them.
      'canonical/*/{cpp,django,express,flask,python,react,spa,static,svelte,tkinter,vue}/**',
      'test/**/fixtures/**/project/**',
    ],
  },
  { basePath: root, linterOptions: { reportUnusedDisableDirectives: 'error' } },

  // ---- testcodes ----
  {
    basePath: root,
    // oxlint checks everything else of TypeScript (.oxlintrc.json). It has no rule for a syntax that only this project forbids.
    files: ['missions/*/testcodes.ts'],
    languageOptions: { parser },
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
])

function processExit() {
  return {
    selector: "MemberExpression[object.name='process'][property.name='exit']",
    message: 'Only the harness ends its process; throw instead.',
  }
}

function off(names) {
  return Object.fromEntries(Object.keys(names).map((name) => [name, 'off']))
}
