import { describe, expect, it } from 'vitest'
import { prompts } from '../../harness/agents/protocol/prompts.ts'
import { parameterSchema } from '../../harness/contracts/schema.ts'
import { MISSION_KINDS } from '../../harness/contracts/vocabulary.ts'

const PARAMETER_KINDS = parameterSchema.options.map(({ shape }) => shape.kind.value)

describe('the prompts', () => {
  it.each(MISSION_KINDS)('have rules for a mission of the kind %s', (kind) => {
    expect(prompts().fill(`rules-${kind}`)).not.toBe('')
  })

  it.each(PARAMETER_KINDS)('say how a value of the kind %s is written', (kind) => {
    const values = { project: '', questions: '', port: '8000' }
    for (const name of ['answers', 'tool-answer'])
      expect(prompts().fill(name, values), name).toMatch(new RegExp(`^- ${kind}: `, 'm'))
  })
})
