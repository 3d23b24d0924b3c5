import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openComparison, type Difference } from '../../../harness/testers/judge/compare.ts'
import type { Point } from '../../../harness/testers/judge/plan.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pe-test-compare-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function compared(
  expected: string,
  got: string,
  compare: Point['compare'] = { how: 'text' },
  size = 3,
): Promise<Difference | undefined> {
  const file = path.join(folder, 'expected')
  await writeFile(file, expected)
  const comparison = openComparison(file, compare)
  const bytes = Buffer.from(got)
  for (let at = 0; at < bytes.length; at += size) comparison.feed(bytes.subarray(at, at + size))
  return comparison.end()
}

test.each([
  ['a\nb\n', 'a\nb'],
  ['a\nb', 'a\nb\n\n\n'],
  ['a  \nb\t\n', 'a\nb\n'],
  ['a\r\nb\r\n', 'a\nb'],
  ['', '\n \n'],
])('trailing blanks and final newlines do not count: %j and %j', async (expected, got) => {
  expect(await compared(expected, got)).toBeUndefined()
})

test.each([
  ['a b\n', 'a  b\n', 1],
  ['a\n\nb\n', 'a\nb\n', 2],
  ['a\nb\n', 'a\n', 2],
  ['a\n', 'a\nb\n', 2],
  [' a\n', 'a\n', 1],
])('inner bytes count: %j and %j', async (expected, got, line) => {
  expect(await compared(expected, got)).toMatchObject({ line })
})

test('the first difference shows both lines, cut', async () => {
  const found = await compared('one\ntwo three\n', `one\ntwo ${'x'.repeat(1000)}\n`)
  expect(found).toMatchObject({ line: 2, expected: 'two three' })
  expect(found?.got.length).toBeLessThanOrEqual(120)
})

test('a difference far to the right is shown with the bytes around it, and its column', async () => {
  const numbers = Array.from({ length: 300 }, (_, index) => String(1000 + index))
  const wrong = numbers.with(200, '7')
  for (const size of [1, 7, 64_000]) {
    const found = await compared(`one\n${numbers.join(' ')}\n`, `one\n${wrong.join(' ')}\n`, { how: 'text' }, size)
    expect(found).toMatchObject({ line: 2, column: 1001 })
    expect(found?.expected).toMatch(/^….{39} 1200 1201 /)
    expect(found?.got).toMatch(/^….{39} 7 1201 /)
  }
})

test('both texts of a difference differ', async () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'b', ' '), minLength: 0, maxLength: 300 })
  await fc.assert(
    fc.asyncProperty(line, line, line, async (common, one, other) => {
      const found = await compared(`${common}${one}`, `${common}${other}`)
      if (found !== undefined) expect(found.expected).not.toBe(found.got)
    }),
  )
})

test('binary output is compared byte by byte', async () => {
  expect(await compared('a \n', 'a\n', { how: 'binary' })).toMatchObject({ byte: 1, expected: '0x20' })
  expect(await compared('ab', 'a', { how: 'binary' })).toMatchObject({ byte: 1 })
  expect(await compared('a', 'ab', { how: 'binary' })).toMatchObject({ byte: 1 })
  expect(await compared('ab', 'ab', { how: 'binary' })).toBeUndefined()
})

test('numbers may differ by the tolerance', async () => {
  const compare = { how: 'tolerance', absolute: 1e-6, relative: 1e-5 } as const
  expect(await compared('1.0 2\n300000', '1.0000005 2.00001 300002', compare)).toBeUndefined()
  expect(await compared('1.0', '1.1', compare)).toMatchObject({ expected: '1.0', got: '1.1' })
  expect(await compared('1 2', '1', compare)).toMatchObject({ expected: '2' })
  expect(await compared('1', 'nan', compare)).toMatchObject({ got: 'nan' })
})

test('texts are the same exactly if they are the same without trailing blanks and final newlines', async () => {
  const normal = (text: string) =>
    text
      .split('\n')
      .map((line) => line.replace(/[ \t\r]+$/, ''))
      .join('\n')
      .replace(/\n+$/, '')
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\t', '\n'), maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(text, text, fc.integer({ min: 1, max: 5 }), async (expected, got, size) => {
      const found = await compared(expected, got, { how: 'text' }, size)
      expect(found === undefined).toBe(normal(expected) === normal(got))
    }),
    { numRuns: 300 },
  )
})

test('the line of a difference ends with its line, however the output is cut', async () => {
  for (const size of [1, 2, 3, 7, 64_000]) {
    const found = await compared('one\ntwo\nthree\n', 'one\n two\nthree\nfour\n', { how: 'text' }, size)
    expect(found).toMatchObject({ line: 2, expected: 'two', got: ' two' })
    expect(await compared('one\ntwo\n', '1\ntwo\n', { how: 'text' }, size)).toMatchObject({ got: '1' })
    expect(await compared('one two\nx\n', 'one\nx\n', { how: 'text' }, size)).toMatchObject({ line: 1, got: 'one' })
  }
})

test('invisible characters of a difference are shown', async () => {
  const found = await compared('one\n', '\uFEFFone\n', { how: 'text' }, 64)
  expect(found).toMatchObject({ expected: 'one', got: '\\uFEFFone' })
})

test.each([
  ['5', 'inf', false],
  ['inf', '5', false],
  ['1e999', '5', false],
  ['inf', 'Infinity', true],
  ['-inf', 'inf', false],
  ['-Infinity', '-inf', true],
  ['nan', '-nan', true],
  ['NaN', 'nan', true],
  ['nan', '5', false],
  ['5', 'nan', false],
  ['0x10', '16', false],
  ['', '0', false],
  ['1.0000001', '1', true],
  ['.5', '0.5', true],
  ['5.', '5', true],
])('with a tolerance, %s for %s: %s', async (got, expected, isClose) => {
  const found = await compared(`${expected}\n`, `${got}\n`, { how: 'tolerance', absolute: 1e-6, relative: 1e-6 })
  expect(found === undefined).toBe(isClose)
})
