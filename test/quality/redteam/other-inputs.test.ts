import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { otherText, withOtherInputs } from '../../../harness/quality/redteam/other-inputs.ts'

describe('otherText', () => {
  it.each([
    ['17', '28'],
    ['21.25', '32.36'],
    ['100', '200'],
    ['2026-02-28', '2026-02-01'],
    ['23:59', '00:59'],
    ['Buy 3 apples', 'Buy 4 apples'],
    ['anna@zoo.org', 'boob@app.psh'],
    ['Zoë', 'Apë'],
  ])('replaces %j by %j', (text, other) => {
    expect(otherText(text)).toBe(other)
  })

  it('keeps the length, and equal texts equal', () => {
    expect(() => fc.assert(fc.property(fc.string(), (text) => otherText(text).length === text.length))).not.toThrow()
  })

  it('changes each text with a letter or with a digit other than 0', () => {
    expect(() =>
      fc.assert(fc.property(fc.stringMatching(/[a-z1-9]/), (text) => otherText(text) !== text)),
    ).not.toThrow()
  })
})

it('replaces digits of what a program gets, and leaves its commands', async () => {
  const calls: unknown[] = []
  const program = {
    put: (path: string, content: string) => calls.push([path, content]),
    run: (options: unknown) => calls.push(options),
    start: () => Promise.resolve({ greeting: '', send: (line: string) => calls.push(line), end: () => undefined }),
  }
  const testcode = async ({ put, run, start }: typeof program) => {
    put('a.csv', '1;2')
    run({ args: ['add', '12'], stdin: '9' })
    const dialogue = await start()
    dialogue.send('add 5')
  }
  const changed = withOtherInputs(new Map([['suite', { adds: testcode }]]))?.get('suite') as Record<
    string,
    typeof testcode
  >
  await changed['adds']?.(program)
  expect(calls).toEqual([['a.csv', '2;3'], { args: ['add', '23'], stdin: '1' }, 'add 6'])
})

it('knows no other inputs for testcodes that are not functions', () => {
  expect(withOtherInputs(new Map([['suite', { tests: 3 }]]))).toBeUndefined()
})
