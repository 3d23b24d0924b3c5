/** Links between modules of JavaScript and TypeScript. */
import { describe, expect, it } from 'vitest'
import { graphFor, linkage, linksIn, type Files } from './projects.ts'

const cases: Readonly<Record<string, { readonly files: Files; readonly links: readonly string[] }>> = {
  'imports with and without extension, of folders and of packages': {
    files: {
      'main.js': `import a, { b as c } from './a.js'\nimport * as all from './a'\nimport './side'\nimport fs from 'node:fs'\nimport x from 'left-pad'\nimport i from './lib'\n`,
      'a.js': 'export default 1\nexport const b = 2\n',
      'side/index.mjs': '',
      'lib/index.ts': 'export default class A {}\n',
    },
    links: [
      ...['main.js → a.js default', 'main.js → a.js b', 'main.js → a.js', 'main.js → side/index.mjs'],
      'main.js → lib/index.ts default',
    ],
  },
  'what is not there': {
    files: {
      'main.ts': `import { gone, type T } from './a'\nimport b from './b'\nimport d from './a'\nimport up from '../up'\nexport { x } from './a'\n`,
      'a.ts': 'export type T = 1\nconst gone = 1\n',
    },
    links: [
      ...['main.ts → a.ts gone: no-symbol', 'main.ts → a.ts T', 'main.ts → ./b default: no-file'],
      ...['main.ts → a.ts default: no-symbol', 'main.ts → ../up default: no-file', 'main.ts → a.ts x: no-symbol'],
    ],
  },
  'every way to export': {
    files: {
      'main.ts': `import { ${[...'a b c d e f g h i j k l'.split(' '), 'm1', 'n', 'o', 'p'].join(', ')}, default as z } from './names.js'\n`,
      'names.ts': [
        ...[
          'export const a = 1, b = 2',
          'export const { c, x: [d], e = 3, ...f } = {} as any',
          'export function g() {}',
        ],
        ...[
          'export class h {}',
          'export interface i {}',
          'export enum j {}',
          'export namespace k {}',
          'export abstract class l {}',
        ],
        ...[
          'const m = 1, q = 2',
          'export { m as m1, q as default }',
          "export * as n from './other'",
          "export * from './other'",
        ],
        'export declare function p(): void',
      ].join('\n'),
      'other.ts': 'export let o = 1\nexport default 1\n',
    },
    links: [
      ...[...'a b c d e f g h i j k l'.split(' '), 'm1', 'n', 'o', 'p', 'default'].map(
        (name) => `main.ts → names.ts ${name}`,
      ),
      ...['names.ts → other.ts', 'names.ts → other.ts'],
    ],
  },
  'a default does not come through a star, and stars may go round': {
    files: {
      'main.js': `import d, { a, gone } from './a.js'\n`,
      'a.js': `export * from './b.js'\n`,
      'b.js': `export * from './a.js'\nexport const a = 1\nexport default 2\n`,
    },
    links: [
      ...['main.js → a.js default: no-symbol', 'main.js → a.js a', 'main.js → a.js gone: no-symbol'],
      ...['a.js → b.js', 'b.js → a.js'],
    ],
  },
  'a star of a package: its names are unknown': {
    files: { 'main.js': `import { a } from './a.js'\n`, 'a.js': `export * from 'elsewhere'\n` },
    links: ['main.js → a.js a: unknown'],
  },
  'require, with and without names': {
    files: {
      'main.js': `const { a, b: c, gone } = require('./a')\nrequire('./b').x()\nrequire('./b').y\nconst all = require('./c')\nconst { z } = require('./c')\nconst { ...rest } = require('./a')\nrequire(name)\n`,
      'a.js': `module.exports = { a, 'b': 1, ...require('./b') }\n`,
      'b.js': `exports.x = 1\nmodule.exports.w = 2\nObject.defineProperty(exports, 'v', {})\n`,
      'c.js': 'module.exports = class C {}\n',
    },
    links: [
      ...['main.js → a.js a', 'main.js → a.js b', 'main.js → a.js gone: no-symbol', 'main.js → b.js x'],
      ...[
        'main.js → b.js y: no-symbol',
        'main.js → c.js',
        'main.js → c.js z: unknown',
        'main.js → a.js',
        'a.js → b.js',
      ],
    ],
  },
  'the whole value of a CommonJS module': {
    files: { 'main.mjs': `import c, { d } from './c.cjs'\n`, 'c.cjs': 'exports.d = 1\n' },
    links: ['main.mjs → c.cjs default', 'main.mjs → c.cjs d'],
  },
  'import = and export = of TypeScript': {
    files: { 'main.ts': `import z = require('./z')\nimport { y } from './z'\n`, 'z.ts': 'export = z\n' },
    links: ['main.ts → z.ts', 'main.ts → z.ts y: unknown'],
  },
  'import() of a literal': {
    files: {
      'main.js': 'const { a } = await import(`./a.js`)\nimport("./b.js")\nimport(`./${a}.js`)\n',
      'a.js': 'export const a = 1\n',
    },
    links: ['main.js → a.js a', 'main.js → ./b.js: no-file'],
  },
  'files that are no modules': {
    files: {
      'main.js': `import './a.css'\nimport logo from './logo.svg?raw'\nimport data from './data.json'\nimport './gone.css'\n`,
      'a.css': '',
      'logo.svg': '',
      'data.json': '{}',
    },
    links: [
      'main.js → a.css',
      'main.js → logo.svg default',
      'main.js → data.json default',
      'main.js → ./gone.css: no-file',
    ],
  },
  'the own package, by its exports': {
    files: {
      'package.json': JSON.stringify({
        name: '@me/own',
        exports: { '.': { import: './src/main.js' }, './tools/*': './src/tools/*.js', './built': './dist/built.js' },
        imports: { '#inner/*': './src/*.js' },
      }),
      'test.js': `import { m } from '@me/own'\nimport '@me/own/tools/t'\nimport '@me/own/secret'\nimport '@me/own/built'\nimport '#inner/main'\nimport '@me/other'\n`,
      'src/main.js': 'export const m = 1\n',
      'src/tools/t.js': '',
      'src/secret.js': '',
    },
    links: [
      ...['test.js → src/main.js m', 'test.js → src/tools/t.js', 'test.js → @me/own/secret: no-file'],
      ...['test.js → @me/own/built: unknown', 'test.js → src/main.js'],
    ],
  },
  'the own package, by its main': {
    files: {
      'package.json': JSON.stringify({ name: 'own', main: 'lib/start' }),
      'test.js': `require('own')\nrequire('own/lib/other')\nrequire('./lib')\n`,
      'lib/package.json': JSON.stringify({ main: 'other.js' }),
      'lib/start.js': '',
      'lib/other.js': '',
    },
    links: ['test.js → lib/start.js', 'test.js → lib/other.js', 'test.js → lib/other.js'],
  },
  'aliases of a configuration with comments': {
    files: {
      'tsconfig.json':
        '{ // paths\n "compilerOptions": { "baseUrl": ".", "paths": { "~lib/*": ["./lib/*"], }, /* all */ } }',
      'main.ts': `import { a } from '~lib/a'\nimport '~lib/gone'\nimport b from '@/b'\nimport '@scope/package'\n`,
      'lib/a.ts': 'export const a = 1\n',
      'src/b.tsx': 'export default () => <p>Hello</p>\n',
    },
    links: ['main.ts → lib/a.ts a', 'main.ts → ~lib/gone: no-file', 'main.ts → src/b.tsx default'],
  },
  'components of Vue and Svelte': {
    files: {
      'src/main.js': `import App from './App.vue'\nimport { helper } from './Side.svelte'\n`,
      'src/App.vue':
        '<script setup lang="ts">\nimport { a } from "./a"\nimport gone from "./gone.vue"\n</script>\n<template><p v-if="a < 1">x</p></template>\n',
      'src/Side.svelte': '<script>\nimport { a } from "./a.js"\n</script>\n{#if a}<p>x</p>{/if}\n',
      'src/a.ts': 'export const a: number = 1\n',
    },
    links: [
      ...['src/main.js → src/App.vue default', 'src/main.js → src/Side.svelte helper: unknown'],
      ...['src/App.vue → src/a.ts a', 'src/App.vue → ./gone.vue default: no-file', 'src/Side.svelte → src/a.ts a'],
    ],
  },
  'types beside a compiled file': {
    files: {
      'main.ts': `import { type Options, run } from './lib.js'\n`,
      'lib.js': 'export function run() {}\n',
      'lib.d.ts': 'export interface Options {}\nexport declare function run(): void\n',
    },
    links: ['main.ts → lib.js Options', 'main.ts → lib.js run'],
  },
}

describe('links between modules of JavaScript and TypeScript', () => {
  it.each(Object.entries(cases))('%s', async (_, { files, links }) => {
    expect(linksIn(await graphFor(files))).toEqual(links)
  })

  it('of pages are no imports: a script that is not found may be served', async () => {
    const graph = await graphFor({
      'templates/index.html': `<script src="/js/app.js"></script><script src="{{ url_for('static', filename='js/more.js') }}"></script><script src="socket.io.js"></script>`,
      'static/js/app.js': '',
      'static/js/more.js': '',
    })
    expect(linksIn(graph)).toEqual([
      ...['templates/index.html → static/js/app.js', 'templates/index.html → static/js/more.js'],
      'templates/index.html → ./socket.io.js: unknown',
    ])
    expect(linkage(graph)).toBe('0/0')
  })
})
