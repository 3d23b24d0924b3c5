import { expect as base } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { ExpectationNotMet } from '../../harness/errors.ts'
import { boundedExpect } from '../../harness/testers/bounded-expect.ts'
import { processorTime } from '../processor.ts'

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
    const used = processorTime()
    expect(compare).toThrow(ExpectationNotMet)
    expect(used()).toBeLessThan(500)
  })

  it('reports where two texts begin to differ', () => {
    expect(() => {
      check(`${'a'.repeat(3000)}bc`, 'the source').toBe(`${'a'.repeat(3000)}dc`)
    }).toThrow(
      'the source: The text differs from the expected one from character 3001 on: it has "bc", not "dc" (3002 characters, 3002 expected)',
    )
  })

  it('holds if the values are equal', () => {
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

  it('leaves other errors and matchers without a sentence as they are', () => {
    expect(() => {
      check(7).toMatch(/x/)
    }).toThrow(/received value must be a string/)
    expect(() => {
      check({ a: 1 }, 'the object').toMatchObject({ a: 2 })
    }).toThrow(/^the object\n\nexpect\(received\)\.toMatchObject/)
  })
})

const ROOMS = Array.from({ length: 9 }, (_, floor) => ({ name: `Room ${String(floor)}`, floor }))

type Match = readonly [actual: unknown, matcher: string, ...args: unknown[]]

const REASONS: readonly (readonly [reason: string, ...Match])[] = [
  ['The value is "abc", not "abd"', 'abc', 'toBe', 'abd'],
  ['The value is 3, which it must not be', 3, 'not.toBe', 3],
  ['The value [1] is equal to the expected one, but not the same object', [1], 'toBe', [1]],
  ['The value is [1, 2], not [1, 3]', [1, 2], 'toEqual', [1, 3]],
  ['The value is ["x"], not [a text that matches /^\\d+$/]', ['x'], 'toEqual', [base.stringMatching(/^\d+$/)]],
  ['The value is ["a"], not a list that contains ["b"]', ['a'], 'toEqual', base.arrayContaining(['b'])],
  [
    'The values differ at [7].name: it is "Room 7", not "Cellar"',
    ROOMS,
    'toEqual',
    ROOMS.map((room) => (room.floor === 7 ? { ...room, name: 'Cellar' } : room)),
  ],
  ['The values differ at [8]: it is { name: "Room 8", floor: 8 }, not undefined', ROOMS, 'toEqual', ROOMS.slice(0, 8)],
  ['The text "abc" does not match /x/', 'abc', 'toMatch', /x/],
  [
    `The text matches /secret/, which it must not: "…${'x'.repeat(57)} a secret word ${'y'.repeat(54)}…"`,
    `${'x'.repeat(200)} a secret word ${'y'.repeat(200)}`,
    'not.toMatch',
    /secret/,
  ],
  ['The text "abc" does not contain "x"', 'abc', 'toContain', 'x'],
  ['The list ["a"] does not contain "x"', ['a'], 'toContain', 'x'],
  ['The list contains "a", which it must not: ["a", "b"]', ['a', 'b'], 'not.toContain', 'a'],
  ['The list has 1 entry, not 2: ["a"]', ['a'], 'toHaveLength', 2],
  ['The text has 3 characters, which it must not have: "abc"', 'abc', 'not.toHaveLength', 3],
  ['The value 3 is not less than 2', 3, 'toBeLessThan', 2],
  ['The value 3 is greater than or equal to 2, which it must not be', 3, 'not.toBeGreaterThanOrEqual', 2],
  ['The value 3 is not within 0.005 of 2.5', 3, 'toBeCloseTo', 2.5],
  ['The value "x" is not null', 'x', 'toBeNull'],
  ['The value is null, which it must not be', null, 'not.toBeNull'],
  ['The value is undefined', undefined, 'toBeDefined'],
  ['The value 0 is not truthy', 0, 'toBeTruthy'],
]

describe('the reason of a failed expectation of a value', () => {
  it.each(REASONS)('%s', (reason, ...match) => {
    expect(reasonFor(match as unknown as Match)).toBe(reason)
  })

  it('has the message of the testcode before it', () => {
    expect(() => {
      check('abc', 'the word').toBe('abd')
    }).toThrow(/^the word: The value is "abc", not "abd"$/)
  })

  it.each<[string, Match]>([
    ['a long text', [`${'ab'.repeat(900)}\u0000`, 'toMatch', /x/]],
    ['a long list', [Array.from({ length: 1500 }, (_, n) => n), 'toHaveLength', 2]],
    ['a deep value', [deep(200), 'toEqual', {}]],
  ])('is bounded and without control characters: %s', (_, match) => {
    const reason = reasonFor(match)
    expect(reason.length).toBeLessThan(1000)
    // eslint-disable-next-line no-control-regex -- control characters are what is looked for
    expect(reason).not.toMatch(/[\u0000-\u001f]/)
  })
})

function reasonFor([actual, matcher, ...args]: Match): string {
  const matchers = check(actual) as unknown as Matchers
  const name = matcher.replace('not.', '')
  try {
    if (name === matcher) matchers[name]?.(...args)
    else matchers.not[name]?.(...args)
  } catch (error) {
    expect(error).toBeInstanceOf(ExpectationNotMet)
    return (error as Error).message
  }
  throw new Error('nothing was thrown')
}

type Matchers = Record<string, (...args: unknown[]) => unknown> & {
  readonly not: Record<string, (...args: unknown[]) => unknown>
}

function deep(levels: number): object {
  let value = {}
  for (let level = 0; level < levels; level += 1) value = { inner: value }
  return value
}
