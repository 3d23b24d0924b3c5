import path from 'node:path'
import vm from 'node:vm'
import { builtinRules } from 'eslint/use-at-your-own-risk'
import tseslint from 'typescript-eslint'
import { testcodeRules } from './testcode-rules.js'

const root = path.resolve(import.meta.dirname, '../..')

/** ESLint's own recommended set, read off its rules: the package that lists it is not among those installed. */
const recommended = Object.fromEntries(
  [...builtinRules].filter(([, rule]) => rule.meta?.docs?.recommended === true).map(([name]) => [name, 'error']),
)

/** Names of the language itself, which a bare context has too; it also has a console, which is not of the language. */
const language = new Set(vm.runInNewContext('Object.getOwnPropertyNames(globalThis)'))
language.delete('console')

/** The globals of the Node that runs this, so that the list cannot be out of date. */
const nodeNames = Object.getOwnPropertyNames(globalThis).filter((name) => !language.has(name))

const browserNames = [
  ...['window', 'document', 'location', 'history', 'navigator', 'localStorage', 'sessionStorage', 'console', 'crypto'],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'requestAnimationFrame', 'cancelAnimationFrame'],
  ...['fetch', 'Headers', 'Request', 'Response', 'AbortController', 'URL', 'URLSearchParams', 'Blob', 'File'],
  ...['FileReader', 'FormData', 'Image', 'Audio', 'AudioContext', 'Event', 'CustomEvent', 'EventSource', 'WebSocket'],
  ...['HTMLElement', 'Element', 'Node', 'DOMParser', 'MutationObserver', 'ResizeObserver', 'IntersectionObserver'],
  ...['alert', 'confirm', 'prompt', 'performance', 'structuredClone', 'queueMicrotask', 'getComputedStyle', 'Option'],
  ...['addEventListener', 'removeEventListener', 'dispatchEvent', 'matchMedia', 'innerWidth', 'innerHeight', 'self'],
  ...['TextEncoder', 'TextDecoder', 'btoa', 'atob', 'customElements', 'CSS', 'Notification', 'Path2D'],
]

const TYPESCRIPT = ['*.ts', '{harness,scripts,test}/**/*.{ts,tsx}', 'missions/*/*.ts']

export default tseslint.config(
  {
    // Patterns below are read from here, wherever the configuration file lies.
    basePath: root,
    ignores: [
      '**/node_modules/**',
      'dist/**',
      'reports/**',
      'missions/*/skeleton/**',
      'canonical/*/node_modules/**',
      // Second solutions, left as they were handed over.
      'canonical/*/{django,express,flask,python,react,spa,static,svelte,vue}/**',
      'test/fixtures/**/project/**',
    ],
  },
  { basePath: root, linterOptions: { reportUnusedDisableDirectives: 'error' } },

  // ---- TypeScript: harness, scripts, test, missions ----
  {
    basePath: root,
    files: TYPESCRIPT,
    extends: [{ rules: recommended }, ...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    // One program for all: the project service makes one more for harness/tsconfig.json, and reads everything twice.
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: root } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      // `() => call()` where nothing is expected back says the same as `() => { call() }` on three lines.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // What `using` holds is used by being disposed of.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreUsingDeclarations: true }],
      // A number in a text is what it looks like; undefined, objects and the like are still refused.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
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
    files: ['missions/*/testcodes.ts'],
    rules: { 'no-restricted-syntax': ['error', ...testcodeRules, processExit()] },
  },

  {
    basePath: root,
    files: ['missions/*/testcodes.ts', 'test/**/*.ts'],
    // Fixtures are plain functions, made to be taken apart: `async ({ page, open }) => …`.
    rules: { '@typescript-eslint/unbound-method': 'off' },
  },

  // ---- plain JavaScript ----
  {
    basePath: root,
    files: ['scripts/**/*.{js,mjs,cjs}', 'canonical/**/*.{js,mjs,cjs}'],
    rules: recommended,
    languageOptions: { ecmaVersion: 2023, globals: globals(nodeNames) },
  },
  {
    basePath: root,
    // A solution may be of either kind, whatever its files are called.
    files: ['**/*.cjs', 'canonical/**/*.js'],
    languageOptions: { globals: globals(['require', 'module', 'exports', '__dirname', '__filename']) },
  },
  {
    basePath: root,
    files: ['canonical/**/public/**/*.{js,mjs}'],
    // A name of Node that a page does not have is a mistake there.
    languageOptions: { globals: { ...globals(nodeNames, 'off'), ...globals(browserNames) } },
  },
)

function processExit() {
  return {
    selector: "MemberExpression[object.name='process'][property.name='exit']",
    message: 'Only bin.ts ends the process: what is called as a library returns or throws.',
  }
}

function consoleUse() {
  return {
    selector: "MemberExpression[object.name='console']",
    message: 'Only the command line and the reporters print: elsewhere return the value, or throw.',
  }
}

function globals(names, access = 'readonly') {
  return Object.fromEntries(names.map((name) => [name, access]))
}
