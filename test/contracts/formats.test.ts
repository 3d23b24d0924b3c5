import { describe, expect, it } from 'vitest'
import { formats } from '../../harness/reporters/formats/index.ts'
import { syntheticRun } from '../../scripts/synthetic.ts'
import { summarise } from '../../harness/run/summary.ts'
import { HOSTILE_TEXTS, resultOf, written } from '../reporters/formats/results.ts'

describe.each(Object.entries(formats))('the %s format', (name, format) => {
  it('writes something for every run, the same each time, and changes nothing', async () => {
    const result = resultOf()
    const before = structuredClone(result)
    const once = await written(format, result)
    expect(once.length).toBeGreaterThan(0)
    // An archive holds the time at which it was made.
    if (name !== 'xlsx') expect(await written(format, resultOf())).toEqual(once)
    expect(result).toEqual(before)
  })

  it('writes a run of which no trial has ended', async () => {
    const { run } = resultOf()
    const summary = summarise(run, [], { folder: '/r', report: '/r/index.html', seconds: 0 })
    expect((await written(format, { run, summary, trials: [], similarities: [] })).length).toBeGreaterThan(0)
  })

  it.each(HOSTILE_TEXTS)('writes a hostile text, in UTF-8 if it is a text: %s', async (_, text) => {
    const bytes = await written(format, resultOf(text))
    expect(bytes.length).toBeGreaterThan(0)
    if (!format.text) return
    const read = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    // JSON has escapes for what a terminal would obey.
    // eslint-disable-next-line no-control-regex -- control characters are what is looked for
    expect(read).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/)
    if (!name.startsWith('json')) expect(read).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  })

  it('writes part by part, so that no part grows with the run', async () => {
    const { run, trials } = syntheticRun({
      missions: 10,
      agents: 1,
      variants: ['L1.direct'],
      samples: 20,
      testcodes: 10,
      seed: 1,
    })
    const summary = summarise(run, trials, { folder: '/r', report: '/r', seconds: 1 })
    let largest = 0
    for await (const part of format.write({ run, trials, summary, similarities: [] }))
      largest = Math.max(largest, Buffer.byteLength(part))
    expect(largest).toBeLessThan(200_000)
  })
})
