import { describe, expect, it } from 'vitest'
import type { Outline } from '../../../harness/lib/syntax/outline/declarations.ts'
import { outlineOf } from '../../../harness/lib/syntax/outline/outline.ts'
import { Parsers } from '../../../harness/lib/syntax/parse.ts'

const parsers = new Parsers()

async function outline(path: string, text: string): Promise<Outline> {
  const found = await outlineOf(path, text, parsers)
  if (!found) throw new Error(`${path} has no outline`)
  return found
}

const placeholders = ({ functions, classes }: Outline) =>
  [...functions, ...classes.flatMap(({ methods }) => methods)]
    .filter(({ placeholder }) => placeholder !== undefined)
    .map(({ name }) => name)

describe('the outline of a Python file', () => {
  it('has classes, functions and names, also conditional ones', async () => {
    const { classes, functions, names, error } = await outline(
      'a.py',
      [
        'from typing import Protocol as P, List',
        'import os.path',
        'LIMIT: int = 3',
        'a, (b, c) = 1, (2, 3)',
        'try:',
        '    import numpy as np',
        'except ImportError:',
        '    def array(x): return [x]',
        '@decorated',
        'async def fetch(url: str, *rest, key=None, **more) -> List[int]:',
        '    def inner(): return 1',
        '    await url',
        'class Player(game.Sprite, metaclass=M):',
        '    speed = 3',
        '    def __init__(self, x, y=0):',
        '        self.x = x',
        '    @staticmethod',
        '    def make(n): return n',
        '    @property',
        '    def where(self) -> int: return self.x',
      ].join('\n'),
    )
    expect(error).toBeUndefined()
    expect(names).toEqual(['LIMIT', 'a', 'b', 'c', 'P', 'List', 'path', 'np'])
    expect(functions).toMatchObject([
      { name: 'array', line: 8, parameters: [{ name: 'x' }], returning: 'value' },
      {
        ...{ name: 'fetch', line: 10, returns: 'List[int]', returning: 'nothing' },
        parameters: [
          { name: 'url', type: 'str', optional: false, rest: false },
          { name: 'rest', optional: true, rest: true },
          { name: 'key', optional: true, rest: false },
          { name: 'more', optional: true, rest: true },
        ],
      },
    ])
    expect(classes).toMatchObject([
      {
        name: 'Player',
        bases: ['game.Sprite'],
        attributes: ['speed', 'x'],
        methods: [
          { name: '__init__', parameters: [{ name: 'x' }, { name: 'y', optional: true }] },
          { name: 'make', parameters: [{ name: 'n' }] },
          { name: 'where', returns: 'int', parameters: [] },
        ],
      },
    ])
  })

  it('knows placeholders from what is empty on purpose', async () => {
    const found = await outline(
      'a.py',
      [
        'def one(): pass',
        'def two():\n    """Later."""\n    ...',
        'def three():\n    raise NotImplementedError("later")',
        'def four():\n    # TODO: compute\n    return 0',
        'def five():\n    return',
        'def six():\n    # TODO faster\n    return compute(1)',
        'def seven():\n    raise ValueError("no")',
        'class A(ABC):\n    @abstractmethod\n    def eight(self): ...',
        'class B(Protocol):\n    def nine(self) -> int: ...',
        'class Error(Exception):\n    pass',
      ].join('\n'),
    )
    expect(placeholders(found)).toEqual(['one', 'two', 'three', 'four'])
  })

  it('knows what is returned', async () => {
    const { functions } = await outline(
      'a.py',
      [
        'def nothing():\n    return None',
        'def call():\n    return other()',
        'def value():\n    if x:\n        return x\n    return',
        'def generator():\n    yield 1',
        'def raises():\n    raise ValueError',
        'def nested():\n    def inner():\n        return 1\n    inner()',
      ].join('\n'),
    )
    expect(functions.map(({ returning }) => returning)).toEqual([
      ...['nothing', 'unclear', 'value', 'value', 'unclear', 'nothing'],
    ])
  })

  it('names the line of an error', async () => {
    expect((await outline('a.py', 'x = 1\n\ndef f(:\n    return 1\n')).error?.line).toBe(3)
    expect((await outline('a.py', 'match x:\n    case 1: print(f"{a!r:>{b}}")\n')).error).toBeUndefined()
  })
})

describe('the outline of a JavaScript file', () => {
  it('has functions, classes and names, however they are written', async () => {
    const { functions, classes, names } = await outline(
      'a.mjs',
      [
        "import one, { two as three } from './x.js'",
        'export function add(a, b = 1, ...rest) { return a + b }',
        'export const sub = ({ a, b }, c) => a - b - c',
        'const half = x => x / 2',
        'module.exports = { twice, thrice: function (n) { return 3 * n } }',
        'exports.quarter = (n) => n / 4',
        'export class Game extends lib.Base {',
        '  #hidden = 1',
        '  constructor(size) { super(); this.size = size }',
        '  start() { this.running = true }',
        '  stop = () => { this.running = false }',
        '  get points() { return 1 }',
        '}',
        "document.addEventListener('load', () => { function inner() { return 1 } inner() })",
      ].join('\n'),
    )
    expect(functions.map(({ name, parameters }) => [name, parameters.map((each) => each.name)])).toEqual([
      ['add', ['a', 'b', 'rest']],
      ['sub', ['', 'c']],
      ['half', ['x']],
      ['thrice', ['n']],
      ['quarter', ['n']],
      ['inner', []],
    ])
    expect(classes).toMatchObject([
      {
        ...{ name: 'Game', bases: ['lib.Base'], attributes: ['#hidden', 'stop', 'size', 'running'] },
        methods: [{ name: 'constructor' }, { name: 'start' }, { name: 'points' }, { name: 'stop' }],
      },
    ])
    expect(names).toEqual(expect.arrayContaining(['one', 'three', 'twice', 'sub', 'exports']))
  })

  it('knows placeholders from callbacks that do nothing', async () => {
    const found = await outline(
      'a.js',
      [
        'function one() {}',
        'function two() { throw new Error("Not implemented yet") }',
        'const three = () => { /* TODO */ }',
        'const noop = () => {}',
        'function four() { return }',
        'class A { constructor() {} five() { /* nothing */ } }',
      ].join('\n'),
    )
    expect(placeholders(found)).toEqual(['one', 'two', 'three', 'five'])
  })

  it('reads types of TypeScript', async () => {
    const { functions, names, error } = await outline(
      'a.ts',
      'export interface Point { x: number }\nexport function f(a: string, b?: Point, c = 1): Promise<void> { return g() }\n',
    )
    expect(error).toBeUndefined()
    expect(names).toContain('Point')
    expect(functions).toMatchObject([
      {
        returns: 'Promise<void>',
        parameters: [
          { name: 'a', type: 'string', optional: false },
          { name: 'b', type: 'Point', optional: true },
          { name: 'c', optional: true },
        ],
      },
    ])
  })
})

it('has no outline of other files', async () => {
  expect(await outlineOf('a.css', 'a {}', parsers)).toBeUndefined()
})
