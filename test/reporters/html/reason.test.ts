import { describe, expect, it } from 'vitest'
import { causeOf, reasonLine, reasonParts, sharedReason } from '../../../harness/reporters/html/reason.ts'

const TEXT = `expect(locator).toHaveText(expected) failed

Locator: locator('#result')
Expected pattern: /22[.,]7/
Received string:  "Your BMI is 25.1"
Timeout: 2666ms

Call log:
  - waiting for locator('#result')
`
const MISSING = `a row with "Milk"

expect(locator).toBeVisible() failed

Locator: locator('tr')
Expected: visible
Timeout: 2666ms
Error: element(s) not found`

const DEEP = `the room that look names

expect(received).toEqual(expected) // deep equality

- Expected  - 1
+ Received  + 1

  Array [
-   "Tower",
+   "Courtyard",
  ]`

describe('a reason on one line', () => {
  it.each([
    [TEXT, 'Expected /22[.,]7/, there was "Your BMI is 25.1"'],
    [MISSING, 'a row with "Milk": expected visible, there was element(s) not found'],
    [DEEP, 'the room that look names: expected "Tower",, there was "Courtyard",'],
    ['needs "add-task", which is failed', 'needs "add-task", which is failed'],
    ['', ''],
  ])('%#', (reason, line) => {
    expect(reasonLine(reason)).toBe(line)
  })
})

describe('the parts of a reason', () => {
  it('are the expected value, the actual value, the whole text, and the attempts', () => {
    expect(reasonParts(TEXT)).toEqual({
      message: '',
      expected: '/22[.,]7/',
      received: '"Your BMI is 25.1"',
      text: TEXT.split('\n\nCall log:')[0],
      log: `  - waiting for locator('#result')`,
    })
  })
})

describe('the cause', () => {
  it('has no place, so that failures of one cause have the same one', () => {
    expect(causeOf('AttributeError: no such name (tests/test_a.py:12)')).toBe('AttributeError: no such name')
    expect(causeOf('AttributeError: no such name (tests/test_b.py:7)')).toBe('AttributeError: no such name')
    expect(causeOf('took too long (10 s)')).toBe('took too long (10 s)')
    expect(causeOf(MISSING)).toBe(reasonLine(MISSING))
  })
})

describe('the reason of several verdicts', () => {
  it('has the places that all of them have', () => {
    const boom = 'RuntimeError: boom'
    expect(sharedReason([`${boom} (a.py:659)`, `${boom} (a.py:659)`])).toBe(`${boom} (a.py:659)`)
    expect(sharedReason([`${boom} (a.py:659)`, `${boom} (a.py:7)`])).toBe(boom)
    expect(sharedReason([`b.py:1: ${boom} (a.py:659)`, `b.py:2: ${boom} (a.py:659)`])).toBe(`${boom} (a.py:659)`)
  })
})
