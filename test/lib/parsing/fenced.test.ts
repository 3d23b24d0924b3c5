import { describe, expect, it } from 'vitest'
import { withoutFence } from '../../../harness/lib/parsing/fenced.ts'
import { processorTime } from '../../processor.ts'

describe('an answer in a fenced block', () => {
  it.each([
    ['```json\n{"a": 1}\n```', '{"a": 1}'],
    ['```\n{"a": 1}\n```\n', '{"a": 1}'],
    ['  {"a": 1}', '{"a": 1}'],
    ['```json```', ''],
    ['```', '```'],
    ['`````', '`````'],
    ['```json {"a": "```"}```', '{"a": "```"}'],
    ['```json\n{"a": 1}', '```json\n{"a": 1}'],
  ])('%j is read as %j', (answer, bare) => {
    expect(withoutFence(answer)).toBe(bare)
  })

  it('is read in a moment, however long it is', () => {
    const answer = `\`\`\`json${' '.repeat(5_000_000)}x`
    const used = processorTime()
    expect(withoutFence(answer)).toBe(answer)
    // The former pattern took 12 s for 4,000 spaces.
    expect(used()).toBeLessThan(5000)
  })
})
