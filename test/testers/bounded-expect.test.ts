import { expect as base } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { ExpectationNotMet } from '../../harness/errors.ts'
import { boundedExpect } from '../../harness/testers/bounded-expect.ts'

const check = boundedExpect(base)

describe('a comparison of long values', () => {
  it.each([
    [
      'texts',
      () => {
        check('ab'.repeat(9500)).toBe('xyz '.repeat(4750))
      },
    ],
    [
      'texts, one of them short',
      () => {
        check('ab'.repeat(9500)).toStrictEqual('xyz')
      },
    ],
    [
      'a text and a part',
      () => {
        check('ab'.repeat(9500)).toContain('x'.repeat(9500))
      },
    ],
    [
      'lists',
      () => {
        check(Array.from({ length: 5000 }, (_, n) => `a${String(n)}`)).toEqual(
          Array.from({ length: 5000 }, (_, n) => `b${String(n)}`),
        )
      },
    ],
    [
      'bytes',
      () => {
        check(Buffer.alloc(1e6, 1)).toEqual(Buffer.alloc(1e6, 2))
      },
    ],
    [
      'objects',
      () => {
        check({ a: 'x'.repeat(19_000) }).toMatchObject({ a: 'ab'.repeat(9500) })
      },
    ],
  ])('of %s is decided without showing every difference', (_, compare) => {
    const began = performance.now()
    expect(compare).toThrow(ExpectationNotMet)
    expect(performance.now() - began).toBeLessThan(500)
  })

  it('says where they begin to differ', () => {
    expect(() => {
      check(`${'a'.repeat(3000)}bc`, 'the source').toBe(`${'a'.repeat(3000)}dc`)
    }).toThrow(
      'the source: a text of 3002 characters is not the expected one of 3002; from character 3001 on it is "bc" and not "dc"',
    )
  })

  it('holds if they are the same', () => {
    const text = 'x'.repeat(30_000)
    check(text).toBe(text)
    check(`${text}y`).toContain(text)
    check([text]).toEqual([base.stringContaining('xx')])
    check({ text, more: 1 }).toMatchObject({ text })
    check(Buffer.from(text)).toEqual(Buffer.from(text))
    check.configure({ timeout: 5 })(text).not.toBe(`${text}y`)
    expect(() => {
      check(text).not.toBe(text)
    }).toThrow('not')
  })

  it('leaves the messages of short ones as they are', () => {
    expect(() => {
      check('abc', 'the word').toBe('abd')
    }).toThrow(/the word[^]*Expected[^]*abd/)
    expect(() => {
      check([1, 2]).toEqual([1, 3])
    }).toThrow(/matcher|Expected/)
  })
})
