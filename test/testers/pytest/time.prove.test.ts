/** The other cases of time.integration.test.ts. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { LIBRARIES, PYTEST, judged } from './time-cases.ts'

const REFERENCE = readFileSync(path.join(LIBRARIES, 'intervals', 'intervals', '__init__.py'), 'utf8')

describe('time limits of the tester pytest', PYTEST, () => {
  it.each([
    ['computes', 'while True:\n    pass\n'],
    ['waits', 'import time\ntime.sleep(100_000)\n'],
    [
      'waits and catches every exception',
      'import time\nwhile True:\n    try:\n        time.sleep(1)\n    except BaseException:\n        pass\n',
    ],
  ])('end an import that never ends and %s, and all tests fail for that reason', async (_, code) => {
    const verdicts = await judged(code, 5, 3)
    expect(verdicts.size).toBe(45)
    for (const verdict of verdicts.values())
      expect(verdict).toMatchObject({
        status: 'timeout',
        limit: 'time',
        reason: expect.stringMatching(
          /^no test began, because importing the library and its tests did not end: /,
        ) as string,
      })
  })

  it('end a test in which an import never ends, and the others are judged', async () => {
    const endless = REFERENCE.replace('def describe(pair):', 'def describe(pair):\n    while True:\n        pass\n')
    const verdicts = await judged(endless, 5, 20)
    const lost = [...verdicts].filter(([, { status }]) => status !== 'passed')
    expect(lost.map(([id, { status }]) => [id, status])).toEqual([
      ['unit_tests/test_intervals.py::test_describe', 'timeout'],
    ])
    const [, { reason = '', milliseconds = 0 }] = lost[0] ?? ['', {}]
    expect(reason).toMatch(
      /^the test took longer than 5 s \([\d.]+ s on the reference\), and was at intervals\/__init__\.py:\d+ in describe then$/,
    )
    expect(milliseconds).toBeGreaterThanOrEqual(4900)
    const [, quick] = [...verdicts].find(([id]) => id.endsWith('::test_parse')) ?? []
    expect(quick?.milliseconds).toBeLessThan(4900)
  })
})
