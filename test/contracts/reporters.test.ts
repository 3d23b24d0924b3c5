import { describe, expect, it } from 'vitest'
import { reporters } from '../../harness/reporters/index.ts'
import { chunkProblems, reportProblems } from '../../harness/quality/selftest/inert.ts'
import type { Reporter } from '../../harness/contracts/types.ts'
import { eventsOf, setupOf, type KeepingSetup } from '../reporters/events.ts'

const HOSTILE_TEXTS = [
  ['an empty text', ''],
  ['a script', '</title><script>alert(1)</script>'],
  ['an element', '"><img src=x onerror=alert(1)>'],
  ['an attribute', "' onmouseover='alert(1)"],
  ['escape sequences', '\u001b]0;title\u0007\u001b[2J'],
  ['a line break, a change of direction and NUL', '\r\n\u202e\u0000'],
  ['200,000 letters', 'x'.repeat(200_000)],
  ['an unpaired surrogate', '\ud800'],
  ['placeholders', '$& $1 ${x} %s'],
] as const

/** A text that each reporter leaves about a run: the id of the run, or its result. */
const TELLS: Readonly<Record<string, string>> = {
  html: '2025-01-01T00-00-00-abcdef',
  jsonl: '"runId":"2025-01-01T00-00-00-abcdef"',
  csv: '2025-01-01T00-00-00-abcdef,',
  // The name of a part of every workbook, which stands uncompressed in the archive.
  xlsx: 'xl/workbook.xml',
  junit: '<testsuites name="pe 2025-01-01T00-00-00-abcdef"',
  markdown: '2 of 8 points',
  terminal: '2 of 8 points',
  json: '"runId": "2025-01-01T00-00-00-abcdef"',
}

/** All that a reporter leaves, but for its progress. */
function written({ stdout, reports, chunks, files }: KeepingSetup): string {
  return [stdout.text(), ...reports, ...chunks.values(), ...files.values()].join('')
}

describe.each(Object.entries(reporters))('the %s reporter', (name, create) => {
  it('has the name under which it stands in the table', () => {
    expect(create(setupOf()).name).toBe(name)
  })

  it('takes every event in order, and prints only where a run has ended or to the error stream', async () => {
    const setup = setupOf({ json: name === 'json' })
    const reporter: Reporter = create(setup)
    for (const event of eventsOf()) {
      expect(setup.stdout.text()).toBe('')
      await reporter.on(event)
    }
    expect(written(setup)).toContain(TELLS[name])
  })

  it.each(HOSTILE_TEXTS)('survives a hostile text: %s', async (_, text) => {
    for (const isTTY of [false, true]) {
      const setup = setupOf({ isTTY, text })
      const reporter: Reporter = create(setup)
      for (const event of eventsOf(text)) await reporter.on(event)
      expect(written(setup)).toContain(TELLS[name])
      expect(setup.reports.flatMap(reportProblems)).toEqual([])
      expect([...setup.chunks.values()].flatMap(chunkProblems)).toEqual([])
    }
  })

  it('takes a run that ended before any of its trials began', async () => {
    const setup = setupOf()
    const reporter: Reporter = create(setup)
    const events = eventsOf().filter(({ type }) => type === 'run-begin' || type === 'run-end')
    for (const event of events) await reporter.on(event)
    expect(written(setup)).toContain(TELLS[name])
  })
})
