import { describe, expect, it } from 'vitest'
import { maskJavaScript } from '../../scripts/skeletons/javascript.ts'
import { syntaxErrors } from '../../scripts/skeletons/syntax.ts'

/** Every kind of function that a file can hold; each body has a marker of its own. */
const EVERY_KIND = `#!/usr/bin/env node
'use strict'
import { createServer } from 'node:http'
export * from './other.js'

/** Adds two numbers. Long explanation follows.
 * @param {number} a
 * @returns {number} The sum of both.
 */
export function add(a, b = 2) { return 'SECRET1' + a + b }
export async function loadTasks(file, { limit, offset: skipped = 0 }, ...rest) { await 'SECRET2' }
export function* countUp() { yield 'SECRET3'; function inner() { return 'SECRET4' } }
async function* stream() { yield 'SECRET5' }
function withDefault(callback = () => 'SECRET6') { callback() }
export const short = (x) => 'SECRET7' + x
export const broken = (x) =>
  'SECRET8' + x
const asObject = () => ({ key: 'SECRET9' })
const curried = (a) => (b) => 'SECRET10' + a + b
const expression = function named(a) { return 'SECRET11' + a }

/** A shape. */
export class Shape extends Array {
  static count = 0
  #sides = 4
  onChange = (event) => { console.log('SECRET12', event) }
  static { Shape.count = 'SECRET13' }
  /** Makes a shape. */
  constructor(sides) { super(); this.#sides = 'SECRET14' + sides }
  get sides() { return 'SECRET15' + this.#sides }
  set sides(value) { this.#sides = 'SECRET16' + value }
  static async *[Symbol.asyncIterator]() { yield 'SECRET17' }
  #hidden() { return 'SECRET18' }
}
export const handlers = {
  limit: 3,
  /** Opens the door. */
  open(door) { return 'SECRET19' + door },
  close: async (door) => 'SECRET20' + door,
  get state() { return 'SECRET21' },
  nested: { deep: function () { return 'SECRET22' } },
}
const Mixed = class { run() { return 'SECRET23' } }
const server = createServer(async (request, response) => { response.end('SECRET24') })
const frozen = Object.freeze({ run: () => 'SECRET25' })
const list = [() => 'SECRET26', { go() { return 'SECRET27' } }]
const chosen = process.env.X ? () => 'SECRET28' : (a) => 'SECRET29' + a
const done = (() => 'SECRET30')()
export { asObject as other }
export default { render(page) { return 'SECRET31' + page } }
server.listen(8000, () => { console.log('SECRET32') }) // SECRET33
if (done) { console.log('SECRET34') }
await handlers.open('SECRET35')
for (const item of list) console.log('SECRET36', item)
`

const SIGNATURES = [
  "#!/usr/bin/env node\n'use strict'\nimport { createServer } from 'node:http'\nexport * from './other.js'",
  'export function add(a, b = 2) {',
  'export async function loadTasks(file, { limit, offset: skipped = 0 }, ...rest) {',
  'export function* countUp() {',
  'async function* stream() {',
  'function withDefault(callback = () => {',
  'export const short = (x) => {',
  'export const broken = (x) => {',
  'const asObject = () => {',
  'const curried = (a) => {',
  'const expression = function named(a) {',
  'export class Shape extends Array {\n  static count = 0\n  #sides = 4\n  onChange = (event) => {',
  'static {',
  'constructor(sides) {',
  'get sides() {',
  'set sides(value) {',
  'static async *[Symbol.asyncIterator]() {',
  '#hidden() {',
  'export const handlers = {\n  limit: 3,\n  /** Opens the door. */\n  open(door) {',
  'close: async (door) => {',
  'get state() {',
  'nested: { deep: function () {',
  'const Mixed = class { run() {',
  'const server = createServer(async (request, response) => {',
  'export { asObject as other }',
  'export default { render(page) {',
]

describe('maskJavaScript', () => {
  const masked = maskJavaScript(EVERY_KIND)

  it.each(SIGNATURES)('keeps the signature %s', (signature) => {
    expect(masked).toContain(signature)
  })

  it('reveals nothing of any body', () => {
    expect(masked.match(/SECRET\d+/g)).toBeNull()
  })

  it('writes code without syntax errors', () => {
    expect(syntaxErrors(EVERY_KIND, 'file.js')).toEqual([])
    expect(syntaxErrors(masked, 'file.js')).toEqual([])
  })

  it('leaves a masked file as it is', () => {
    expect(maskJavaScript(masked)).toBe(masked)
  })

  it('replaces everything that runs at the start by one comment', () => {
    expect(masked.match(/The program’s start belongs here/g)).toHaveLength(1)
    expect(masked).not.toContain('listen')
  })

  it('keeps JSDoc and other comments of the remaining code', () => {
    const text = '// Units are metric.\n/** Sums up. */\nfunction sum() {\n  return 1\n}\n'
    expect(maskJavaScript(text)).toBe('// Units are metric.\n/** Sums up. */\nfunction sum() {\n  // Sums up.\n}\n')
  })

  it('names the file and the line of a syntax error', () => {
    expect(() => maskJavaScript('let a = 1\nfunction (', 'src/app.js')).toThrow(/^src\/app\.js:2: /)
  })

  it('keeps what CommonJS exports', () => {
    const text =
      "const fs = require('node:fs')\nexports.read = (file) => fs.x(file)\nmodule.exports = { a: 1, b() { return 2 } }\n"
    const result = maskJavaScript(text)
    expect(result).toContain("require('node:fs')\nexports.read = (file) => {")
    expect(result).toContain('module.exports = { a: 1, b() {')
  })
})

describe('the text of a comment', () => {
  const comment = (text: string): string => {
    const lines = maskJavaScript(text).split('\n')
    return lines.flatMap((line) => /^\s*\/\/ (.*)$/.exec(line)?.[1] ?? []).join(' ')
  }

  it.each([
    ['/** Adds. And more.\n * @returns {number} The sum. */\nfunction f(a) {}', 'Adds. Returns the sum.'],
    ['/** Adds\n * up\n *\n * More. */\nfunction f(a) {}', 'Adds up.'],
    ['/** Adds.\n * @returns {number} Negative, or zero. */\nfunction f(a) {}', 'Adds. Returns: negative, or zero.'],
    ['/** Adds.\n * @returns {number} */\nfunction f(a) {}', 'Adds.'],
    ['/** Adds. */\nexport const f = (a) => a', 'Adds.'],
    [
      'function renderHTMLPage(pageTitle, { items, ...more }) {}',
      'Render HTML page, given page title, items and more.',
    ],
    ['const sumUp = () => 1', 'Sum up.'],
    ['class TaskList { constructor(file) {} }', 'Sets up a new task list, given file.'],
    ['class A { get openTasks() { return 1 } }', 'Gives the open tasks.'],
    ['class A { set openTasks(value) {} }', 'Sets the open tasks.'],
    ['const s = createServer((request) => 1)', 'The function that createServer calls, given request.'],
    ['export default (a) => a', 'What this file exports, given a.'],
    ['exports.readFile = (path) => path', 'Read file, given path.'],
  ])('%s', (text, expected) => {
    expect(comment(text)).toBe(expected)
  })

  it('breaks long comments into lines', () => {
    const lines = maskJavaScript(`/** Makes ${'words and '.repeat(30)}more. */\nfunction f() {}`)
      .split('\n')
      .slice(1)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(120)
  })
})

describe('constants', () => {
  const long = 'x'.repeat(61)

  it.each([
    'const PORT = Number(process.env.PORT ?? 8000)',
    "const name = 'tasks.json'",
    "const colour = '#a0b1c2'",
    'const tasks = new Map()',
    "const file = new URL('./data.json', import.meta.url)",
    "const { join } = require('node:path')",
    "const UNITS = { metric: { label: 'Metric' }, '.html': 'text/html' }",
    "const DAYS = ['Monday', 'Tuesday']",
    'const pattern = /a+/g',
    'let count',
  ])('keeps %s', (text) => {
    expect(maskJavaScript(text)).toBe(text)
  })

  it.each([
    [`const page = '${long}'`, "const page = '' /* The text of page belongs here. */"],
    ['const page = `<p id="SECRET">${1}</p>`', "const page = '' /* The text of page belongs here. */"],
    ["const page = '<p>' + `SECRET`", "const page = '' /* The text of page belongs here. */"],
    [`const a = ['${long}']`, 'const a = [] /* The data of a belongs here. */'],
    [`const a = { b: '${long}' }`, 'const a = {} /* The data of a belongs here. */'],
    [`const a = new Map([[1, '${long}']])`, 'const a = new Map() /* The data of a belongs here. */'],
    [`const a = Object.freeze(['${long}'])`, 'const a = [] /* The data of a belongs here. */'],
    [`const a = ['${long}'].join('')`, "const a = '' /* The text of a belongs here. */"],
    [`const { b } = read('${long}')`, 'const { b } = {} /* The data belongs here. */'],
    [`const a = { b: '${long}', c() {} }`, "const a = { b: '' /* The text of b belongs here. */, c() {\n  // C.\n} }"],
  ])('empties %s', (text, expected) => {
    expect(maskJavaScript(text)).toBe(expected)
  })

  it('empties a long list of numbers', () => {
    const text = 'const a = [' + '1234567, '.repeat(60) + ']'
    expect(maskJavaScript(text)).toBe('const a = [] /* The data of a belongs here. */')
  })

  it.each([
    "const field = document.getElementById('SECRET')",
    "const field = document.querySelector('form').elements.SECRET",
    "function find(id) {}\nconst field = find('SECRET')",
    "const selectors = { field: '#SECRET', list: '.SECRET' }",
    'const field = form.elements.SECRET',
  ])('does not reveal names of the page: %s', (text) => {
    const masked = maskJavaScript(text)
    expect(masked).not.toContain('SECRET')
    expect(syntaxErrors(masked, 'file.js')).toEqual([])
  })
})
