import { expect, it } from 'vitest'
import type { PythonValue } from '../../../harness/contracts/schema.ts'
import { isSound, MOST_HITS, RunRecord } from '../../../harness/testers/pytest/record.ts'

const text = (value: string): PythonValue => ['s', value]
const number = (value: number): PythonValue => ['i', String(value)]

/** A test that passes after this many observations. */
function passing(record: RunRecord, index: number, hits: number): void {
  const report = (...values: PythonValue[]) => {
    record.take({ kind: 'report', values })
  }
  report(text('begin'), number(index), number(0))
  for (let hit = 0; hit < hits; hit += 1) record.take({ kind: 'site', values: [text('a'), number(5)] })
  for (const phase of ['setup', 'call', 'teardown']) {
    report(text('phase'), number(index), text(phase), ['b', true], number(1))
    report(text('report'), number(index), text(phase), text('passed'), ['b', false], text(''))
  }
  report(text('done'), number(index))
}

it('a test that tells more than is kept does not pass: the rest may have been wrong', () => {
  const record = new RunRecord(new Map())
  passing(record, 0, MOST_HITS)
  passing(record, 1, 1)
  passing(record, 2, 0)
  expect([0, 1, 2].map((index) => isSound(record.tests.get(index) ?? expect.fail()))).toEqual([true, false, true])
})

it('says each time when a test has ended, once for each test', () => {
  let ended = 0
  const record = new RunRecord(new Map(), () => {
    ended += 1
  })
  passing(record, 0, 1)
  passing(record, 1, 1)
  expect(ended).toBe(2)
  record.take({ kind: 'report', values: [text('done'), number(1)] })
  record.take({ kind: 'report', values: [text('done'), number(7)] })
  expect(ended).toBe(2)
})
