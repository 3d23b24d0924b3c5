import { describe, expect, it } from 'vitest'
import { checklistText, kindsText, questionsText } from '../../harness/agents/protocol/describe.ts'
import { prompts } from '../../harness/agents/protocol/prompts.ts'
import { parameterSchema, type Question } from '../../harness/contracts/schema.ts'
import { MISSION_KINDS } from '../../harness/contracts/vocabulary.ts'

const PARAMETER_KINDS = parameterSchema.options.map(({ shape }) => shape.kind.value)

describe('the prompts', () => {
  it.each(MISSION_KINDS)('have rules for a mission of the kind %s', (kind) => {
    expect(prompts().fill(`rules-${kind}`)).not.toBe('')
  })

  it.each(PARAMETER_KINDS)('say how a value of the kind %s is written', (kind) => {
    expect(prompts().fill('answer-kinds', { port: '8000' })).toMatch(new RegExp(`^- ${kind}: `, 'm'))
  })

  it('name only the kinds that are asked for, and none if all are texts as their descriptions say', () => {
    const asked = (kinds: readonly string[]): Question[] => [
      {
        testcode: 't1',
        page: 'Home',
        function: 'title',
        parameters: kinds.map((kind) => ({ name: `${kind}_id`, kind, description: 'the id of it' })),
      },
    ]
    const mixed = kindsText(asked(['element', 'text']), { files: [] })
    expect([...mixed.matchAll(/^- (\w+):/gm)].map(([, kind]) => kind)).toEqual(['element', 'text'])
    expect(questionsText(asked(['element', 'text']))).toContain('element_id (element): the id of it')
    expect(kindsText(asked(['text']), { files: [] })).toBe('It is served at http://localhost:8000.\n')
    expect(questionsText(asked(['text']))).toBe('t1 (Home, title):\n  text_id: the id of it')
  })

  it('say which parts of a checklist are optional', () => {
    const functions = [
      { function: 'add', description: 'adds' },
      { function: 'sort', description: 'sorts', required: false },
    ]
    expect(checklistText([{ page: 'Home', required: true, functions }])).toBe(
      '## Home\n- add: adds\n- sort (optional): sorts',
    )
  })
})
