import { describe, expect, it } from 'vitest'
import { publishedFlow, strictFlow } from '../../../harness/scorers/codebleu/dataflow/dataflow.ts'
import { publishedPython, strictPython } from '../../../harness/scorers/codebleu/dataflow/python.ts'
import { publishedRules } from '../../../harness/scorers/codebleu/dataflow/published-shapes.ts'
import { strictRules } from '../../../harness/scorers/codebleu/dataflow/strict-shapes.ts'
import type { Grammar } from '../../../harness/lib/syntax/parse.ts'
import { cpuSeconds } from '../cpu.ts'
import { tools } from './tools.ts'

const PUBLISHED = { ...publishedRules, cpp: publishedRules.c, python: publishedPython }
const STRICT = { ...strictRules, cpp: strictRules.c, python: strictPython }
type Name = keyof typeof PUBLISHED & Grammar

const published = async (language: Name, text: string) =>
  publishedFlow(await tools.parsers.parse(language, text), PUBLISHED[language])
const strict = async (language: Name, text: string) =>
  strictFlow(await tools.parsers.parse(language, text), STRICT[language])

/** Each item: the number of a variable, its relation, and the numbers of its parents. */
const flow = (text: string) =>
  text.split(', ').map((item) => item.replace('<-', 'comesFrom').replace('<=', 'computedFrom'))

describe('data flow as published', () => {
  it.each<[Name, string, string]>([
    [
      'java',
      'class A { int f(int a) { int b = a; b = b + 1; return b; } }',
      '0 <- , 1 <- 0, 0 <- 0, 1 <= 2 1, 1 <- 1, 2 <- , 1 <- 1',
    ],
    [
      'java',
      'class A { void f(int a) { if (a > 0) b = a; else b = c; g(b); } }',
      '0 <- , 0 <- 0, 1 <= 0, 0 <- 0, 1 <= 2, 2 <- , 1 <- 1',
    ],
    ['java', 'class A { void f(int[] a) { for (int i : a) { s += i; } } }', '0 <- , 1 <= 0, 0 <- 0, 2 <= 1, 1 <- 1'],
    // A plain assignment is not recognised.
    ['javascript', 'let a = 1; a++; b = a; f(b)', '1 <- 0, 0 <- , 1 <= 1, 2 <- , 1 <- 1, 2 <- 2'],
    // The second pass visits everything but the declaration.
    ['javascript', 'for (var i = 0; i < n; i++) { s += i }', '1 <- 0, 0 <- , 1 <- 1, 2 <- 2, 1 <= 1, 3 <= 1, 1 <- 1'],
    // A loop with `let` has no second pass.
    ['javascript', 'for (let i = 0; i < n; i++) { s += i }', '1 <- 0, 0 <- , 1 <- 1, 1 <= 1, 2 <= 1, 1 <- 1'],
    ['javascript', 'for (const x of xs) { t = x }', '0 <- , 0 <- 0'],
    // `:=` is not recognised.
    ['go', 'package p\nfunc f() { var a = 1; b := a; b = a; a++ }', '1 <- 0, 0 <- , 1 <- 1, 2 <= 1, 1 <- 1, 1 <= 1'],
    [
      'go',
      'package p\nfunc f() { for i := 0; i < n; i++ { s = s + i } }',
      '0 <- , 0 <- 0, 0 <= 0, 1 <= 1 0, 1 <- 1, 0 <- 0',
    ],
    // Neither declarations nor `++` are recognised.
    ['c', 'int f(int a) { int b = a; b = a; b++; return b; }', '0 <- , 0 <- 0, 1 <= 0, 0 <- 0, 1 <- 1, 1 <- 1'],
    ['cpp', 'int f(A a) { for (auto x : a) { s += x; } return s; }', '0 <- , 1 <- , 0 <- 0, 2 <= 1, 1 <- 1, 2 <- 2'],
  ])('%s: %s', async (language, text, expected) => {
    expect(await published(language, text)).toEqual(flow(expected))
  })

  it('is empty if a part of a string would be assigned', async () => {
    expect(await published('python', 'o.name = "x"\ny = z\nw = y\n')).toEqual([])
    expect(await published('python', 'o.name = ""\ny = z\nw = y\n')).not.toEqual([])
  })

  it.each(['python', 'javascript'] as const)(
    'is missing if %s is nested deeper than Python can go',
    async (language) => {
      const sum = (terms: number) => `x = y\nz = ${Array.from({ length: terms }, () => 'x').join(' + ')}\n`
      expect(await published(language, sum(400))).not.toEqual([])
      expect(await published(language, sum(1500))).toEqual([])
    },
  )
})

describe('data flow in the strict setting', () => {
  it.each<[Name, string, string]>([
    ['javascript', 'let a = 1; a++; b = a; f(b)', '1 <- 0, 0 <- , 1 <= 1, 2 <= 1, 1 <- 1, 2 <- 2'],
    ['javascript', 'for (const x of xs) { t = x }', '1 <= 0, 0 <- 0, 2 <= 1, 1 <- 1'],
    ['go', 'package p\nfunc f() { a := b; c := a }', '1 <= 0, 0 <- , 2 <= 1, 1 <- 1'],
    ['c', 'int f(int a) { int b = a; b++; return b; }', '0 <- , 1 <- 0, 0 <- 0, 1 <= 1, 1 <- 1'],
    ['cpp', 'int f(A a) { for (auto x : a) { s += x; } }', '0 <- , 1 <= 0, 0 <- 0, 2 <= 1, 1 <- 1'],
    ['python', 'o.name = "x"\ny = z\nw = y\n', '1 <= 0, 2 <= 0, 0 <- , 4 <= 3, 3 <- , 5 <= 4, 4 <- 4'],
    ['python', 'a, b = g(x)\nprint(a)', '2 <= 0 1, 3 <= 0 1, 0 <- , 1 <- , 2 <- 2'],
    ['python', 'for k in d:\n    r = k\nelse:\n    s = d\n', '1 <= 0, 0 <- 0, 2 <= 1, 1 <- 1, 3 <= 0, 0 <- 0'],
  ])('%s: %s', async (language, text, expected) => {
    expect(await strict(language, text)).toEqual(flow(expected))
  })

  it('joins the definitions of both branches', async () => {
    const [last] = (await strict('javascript', 'if (a) { b = c } else { b = d }\nf(b)')).slice(-1)
    expect(last).toMatch(/^(\d) comesFrom \1$/)
  })
})

it.each(['python', 'javascript'] as const)('nested loops in %s end at the step limit', async (language) => {
  const depth = 60
  const loops = {
    python:
      Array.from({ length: depth }, (_, level) => `${' '.repeat(level)}while a:`).join('\n') +
      `\n${' '.repeat(depth)}b = a`,
    javascript: `${'while (a) { '.repeat(depth)}b = a${' }'.repeat(depth)}`,
  }
  const seconds = await cpuSeconds(async () => {
    expect(await published(language, loops[language])).toEqual([])
    expect(await strict(language, loops[language])).toEqual([])
  })
  expect(seconds).toBeLessThan(10)
})

it('nested loops with targets that are not variables end at the step limit', async () => {
  const depth = 17
  const loops = Array.from({ length: depth }, (_, level) => `${' '.repeat(level)}while a:`).join('\n')
  const text = `${loops}\n${' '.repeat(depth)}[${'[],'.repeat(20_000)}] = a`
  const seconds = await cpuSeconds(async () => {
    expect(await published('python', text)).toEqual([])
    expect(await strict('python', text)).toEqual([])
  })
  expect(seconds).toBeLessThan(10)
})
