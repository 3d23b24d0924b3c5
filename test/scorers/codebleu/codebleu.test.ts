import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codebleu, strictCodebleu } from './tools.ts'

/** Candidate, reference, and their expected values: ngram, weighted, syntax, dataflow, codebleu. */
type Example = readonly [name: string, candidate: string, reference: string, values: readonly number[]]

const EXAMPLES: readonly Example[] = [
  [
    'augmented against plain assignment',
    'def f(a):\n    t = 0\n    t = t + a\n    return t',
    'def f(a):\n    t = 0\n    t += a\n    return t',
    [0.531072535, 0.666014669, 0.444444444, 0.833333333, 0.618716245],
  ],
  [
    'a string with content assigned to an attribute',
    'def f(o, s):\n    o.n = s + 1\n    o.m = "x"\n    return o',
    'def f(o, s):\n    o.n = s + 1\n    o.m = ""\n    return o',
    [0.791066507, 0.797271426, 0.538461538, 0, 0.781699868],
  ],
  [
    'tuple unpacking',
    'a, b = g(x)\nprint(a, b)',
    'a, b = x, y\nprint(a, b)',
    [0.215062543, 0.205566808, 0.5, 1, 0.480157338],
  ],
  [
    'while with else',
    'while n:\n    n = n - s\nelse:\n    s = n\nprint(s)',
    'while n:\n    n -= s\ns = n\nprint(s)',
    [0.317023314, 0.450554642, 0.5, 0.833333333, 0.525227822],
  ],
  [
    'for with else, whose body is not seen',
    'for k, v in d.items():\n    r = v\nprint(r)',
    'for k in d:\n    r = k\nelse:\n    r = d\nprint(r)',
    [0.045691165, 0.050619697, 0.75, 0.5, 0.336577715],
  ],
  [
    'nested function and comprehension',
    'def f(xs):\n    def g(y):\n        return y * 2\n    return [g(x) for x in xs if x]',
    'def f(xs):\n    out = []\n    for x in xs:\n        if x:\n            out.append(x * 2)\n    return out',
    [0.086095837, 0.09615094, 0.117647059, 0.555555556, 0.213862348],
  ],
  [
    'comments, docstrings, strings that begin a statement',
    '"""mod"""\nx = 1\n\n"kept?"\ndef f():\n    """doc"""\n    y = x\n\n    "kept"\n    "%s" % y\n    return y  # c',
    'x = 1\ndef f():\n    y = x\n    return y',
    [0.106572845, 0.220895911, 0.666666667, 1, 0.498533856],
  ],
  [
    'a string kept by the blank line before it',
    'def f():\n    x = 1\n\n    """note"""\n    return x',
    'def f():\n    x = 1\n    """note"""\n    return x',
    [1, 1, 4 / 7, 1, 0.892857143],
  ],
  ['nothing and nothing', '', '', [0, 0, 1, 0, 0.5]],
  ['something against nothing', 'x = 1', '', [0, 0, 0, 0, 0.25]],
  ['nothing against something', '', 'x = 1', [0, 0, 0, 0, 0.25]],
  ['one identifier', 'x', 'x', [0.177827941, 0.043748485, 1, 0, 0.555394106]],
  ['one keyword', 'pass', 'pass', [0.177827941, 0.065419244, 1, 0, 0.560811796]],
  ['three tokens', 'x = y', 'x = z', [0.240281141, 0.211474253, 1, 1, 0.612938849]],
  ['six tokens and three', 'a b c d e f', 'a b c', [0.20205155, 0.4949232, 1 / 3, 0, 0.507577021]],
  [
    'columns in bytes, used as characters',
    's = "é"; t = s\nu = t',
    's = "e"; t = s\nu = t',
    [0.660632864, 0.660632864, 1, 0.5, 0.705316432],
  ],
  [
    'HTML taken to be Python',
    '<p class="a">it\'s {{ x }}</p>\n  <b>y</b>',
    '<p class="b">{{ y }}</p>\n<b>x</b>',
    [0.048549177, 0.06389431, 0.666666667, 1, 0.444777539],
  ],
]

describe('CodeBLEU as published', () => {
  it.each(EXAMPLES)('%s', async (_, candidate, reference, values) => {
    const { value, components } = await codebleu(candidate, reference)
    const { ngram, weighted, syntax, dataflow } = components
    const found = [ngram, weighted, syntax, dataflow, value]
    for (const [index, expected] of values.entries()) expect(found[index]).toBeCloseTo(expected, 8)
  })

  it('is higher without any data flow match than with one match of many', async () => {
    const { value: none } = await codebleu('', 'x = y\nz = x\n')
    expect(none).toBe(0.25)
  })
})

const identifier = fc.constantFrom('a', 'b', 'total', 'x1')
const statement = fc
  .tuple(identifier, identifier, fc.constantFrom('=', '+='), fc.nat(9))
  .map(([a, b, operator, n]) => `${a} ${operator} ${b} + ${n}`)
const program = fc.array(statement, { maxLength: 8 }).map((lines) => lines.join('\n'))

const FILES = ['a.py', 'a.js', 'a.ts', 'a.tsx', 'a.java', 'a.c', 'a.cpp', 'a.go', 'a.html', 'a.css', 'a.txt']

describe('CodeBLEU in the strict setting', () => {
  it.each(FILES)('is 1 for a text and itself: %s', async (file) => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(program, fc.string({ maxLength: 60 })), async (text) => {
        expect((await strictCodebleu(text, text, file)).value).toBeCloseTo(1, 12)
      }),
      { numRuns: 60 },
    )
  })

  it.each(FILES)('lies between 0 and 1, and is never NaN: %s', async (file) => {
    const text = fc.oneof(program, fc.string({ maxLength: 60 }))
    await fc.assert(
      fc.asyncProperty(text, text, async (a, b) => {
        const { value, components } = await strictCodebleu(a, b, file)
        for (const number of [value, components.ngram, components.weighted, components.syntax, components.dataflow]) {
          if (number === undefined) continue
          expect(number).toBeGreaterThanOrEqual(0)
          expect(number).toBeLessThanOrEqual(1 + 1e-12)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('as published also lies between 0 and 1', async () => {
    const text = fc.oneof(program, fc.string({ maxLength: 60 }))
    await fc.assert(
      fc.asyncProperty(text, text, async (a, b) => {
        const { value } = await codebleu(a, b)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1 + 1e-12)
      }),
      { numRuns: 100 },
    )
  })

  it.each([
    ['a.py', 'x = f(1)  # one\n', 'x = f(1)\n'],
    ['a.py', 'def f():\n    """What it does."""\n    return 1\n', 'def f():\n    return 1\n'],
    ['a.js', 'const s = "// no comment" // one', 'const s = "// no comment"'],
    ['a.js', 'const t = `http://x` /* one */', 'const t = `http://x`'],
    ['a.ts', 'let n: number = 1 // one', 'let n: number = 1'],
    ['a.java', 'class A { /* one */ int f() { return 1; } }', 'class A {   int f() { return 1; } }'],
    ['a.c', 'int a = 1; // one', 'int a = 1;'],
    ['a.cpp', "char c = '\"'; // one", "char c = '\"';"],
    ['a.go', 'package a // one\nvar s = `// none`', 'package a\nvar s = `// none`'],
    ['a.html', '<p>x<!-- one --></p>', '<p>x </p>'],
    ['a.css', 'a { /* one */ color: red }', 'a {   color: red }'],
  ])('leaves comments out by the rules of the language: %s %j', async (file, commented, bare) => {
    expect((await strictCodebleu(commented, bare, file)).value).toBeCloseTo(1, 12)
    expect((await strictCodebleu(bare, commented, file)).value).toBeCloseTo(1, 12)
  })

  it('leaves out components that do not apply', async () => {
    const { value, components } = await strictCodebleu('pass', 'import os', 'a.py')
    expect(components.dataflow).toBeUndefined()
    expect(value).toBeCloseTo((components.ngram + (components.weighted ?? NaN) + (components.syntax ?? NaN)) / 3, 12)
    expect((await strictCodebleu('a b', 'a c', 'notes.txt')).components).toEqual({
      ngram: expect.any(Number) as number,
      weighted: undefined,
      syntax: undefined,
      dataflow: undefined,
    })
  })

  it('finds the data flow of a text with strings, unlike the published one', async () => {
    const text = 'def f(o, s):\n    o.name = "x"\n    t = s\n    return t\n'
    expect((await strictCodebleu(text, text)).components.dataflow).toBe(1)
    expect((await codebleu(text, text)).components.dataflow).toBe(0)
  })
})
