import { describe, expect, it } from 'vitest'
import { briefOf, questionsOf } from '../../harness/trial/brief.ts'
import { briefSchema, questionSchema, type Brief, type Level } from '../../harness/contracts/schema.ts'
import type { Canonical } from '../../harness/contracts/types.ts'
import { missionOf } from '../helpers.ts'

const SKELETON = [{ path: 'server.js', content: 'function listen() {}' }]
const LEVELS = [1, 2, 3] as const
const brief = (level: Level, mission = missionOf()) => briefOf(mission, level, 'direct', SKELETON)

describe('briefOf', () => {
  it('gives the input of its level and of no other', () => {
    const given = LEVELS.map((level) => {
      const { prompt, checklist, skeleton } = brief(level)
      return { prompt, checklist, skeleton }
    })
    expect(given).toEqual([
      { prompt: 'Make a page.', checklist: undefined, skeleton: undefined },
      { prompt: undefined, checklist: missionOf().checklist, skeleton: undefined },
      { prompt: undefined, checklist: undefined, skeleton: SKELETON },
    ])
  })

  it('says stack, kind, materials and the advice at every level', () => {
    for (const level of LEVELS) {
      const given = brief(level, missionOf({ stack: 'Python/Django', kind: 'batch', materials: ['sheet.xlsx'] }))
      expect(given).toMatchObject({
        level,
        mode: 'direct',
        stack: 'Python/Django',
        kind: 'batch',
        materials: ['sheet.xlsx'],
      })
      expect(given.advice).toContain('loopback')
    }
  })

  it('gives advice about ids, ports and static files to websites alone', () => {
    const aboutPages = [/\bid\b/, /\bPORT\b/, /\bwebsite\b/, /static files/]
    for (const word of aboutPages) {
      expect(brief(1).advice).toMatch(word)
      for (const kind of ['console', 'batch'] as const) expect(brief(1, missionOf({ kind })).advice).not.toMatch(word)
    }
  })

  it('says that the stack does not bind, unless the benchmark has questions of its own', () => {
    for (const kind of ['website', 'console', 'batch'] as const) {
      expect(brief(1, missionOf({ kind })).advice).toContain('does not bind')
      expect(brief(1, missionOf({ kind, questions: [] })).advice).not.toContain('does not bind')
    }
  })

  it('holds nothing of testcodes, parameters, answers or canonical code', () => {
    const stray = { answers: { a: { b: 'SECRET' } }, canonical: { project: { files: [] } } }
    for (const level of LEVELS) {
      const given = brief(level, { ...missionOf(), ...stray })
      const text = JSON.stringify(given)
      for (const secret of ['EXPECTS-', 'DESCRIPTION-', 'home_url', 'add_button', 'SECRET', 'd1935', '/nowhere']) {
        expect(text).not.toContain(secret)
      }
      for (const field of ['testcodes', 'parameters', 'answers', 'canonical']) expect(given).not.toHaveProperty(field)
    }
  })

  it('takes path and content of a skeleton, and no other field of it', () => {
    const files = [{ ...SKELETON[0], path: 'a', content: 'b', body: 'SECRET' }]
    expect(briefOf(missionOf(), 3, 'direct', files).skeleton).toEqual([{ path: 'a', content: 'b' }])
  })
})

describe('briefSchema', () => {
  it.each(['testcodes', 'parameters', 'answers', 'canonical', 'anything'])('refuses a field "%s"', (field) => {
    expect(briefSchema.safeParse(brief(1)).success).toBe(true)
    expect(briefSchema.safeParse({ ...brief(1), [field]: [] }).success).toBe(false)
  })

  it('refuses more than path and content of a skeleton file', () => {
    expect(briefSchema.safeParse({ ...brief(3), skeleton: [{ path: 'a', content: 'b', body: 'c' }] }).success).toBe(
      false,
    )
  })
})

describe('the type Brief', () => {
  it('refuses what must not leak (checked by tsc)', () => {
    const given = brief(1)
    const mission = missionOf()
    const accept = (value: Brief) => value
    // @ts-expect-error a mission holds its testcodes and parameters
    accept(mission)
    // @ts-expect-error testcodes are what the agent is judged by
    accept({ ...given, testcodes: mission.testcodes })
    // @ts-expect-error parameters are asked for once the project is frozen
    accept({ ...given, parameters: mission.parameters })
    // @ts-expect-error answers are those of our own solution
    accept({ ...given, answers: {} as Canonical['answers'] })
    // @ts-expect-error canonical code is our own solution
    accept({ ...given, canonical: {} as Canonical })
    expect(accept(given)).toBe(given)
  })
})

describe('questionsOf', () => {
  it('asks for the parameters of each testcode that has some, in words', () => {
    const questions = questionsOf(missionOf())
    expect(questions).toEqual([
      {
        testcode: 'shows',
        page: 'Home',
        function: 'Show',
        parameters: [{ name: 'home_url', kind: 'url', description: 'DESCRIPTION-URL' }],
      },
      {
        testcode: 'adds',
        page: 'Home',
        function: 'Add',
        parameters: [
          { name: 'home_url', kind: 'url', description: 'DESCRIPTION-URL' },
          { name: 'add_button', kind: 'element', description: 'DESCRIPTION-BUTTON' },
        ],
      },
    ])
    for (const question of questions) expect(questionSchema.parse(question)).toEqual(question)
  })

  it('does not say what a testcode expects', () => {
    expect(JSON.stringify(questionsOf(missionOf()))).not.toContain('EXPECTS-')
  })
})

describe('a mission with questions of its own', () => {
  const questions = [
    {
      testcode: 't1',
      page: 'Home',
      function: 'Show',
      parameters: [{ name: 'Any name', kind: 'text', description: '' }],
    },
  ]

  it('asks these', () => {
    expect(questionsOf(missionOf({ questions }))).toEqual(questions)
    expect(questionSchema.parse(questions[0])).toEqual(questions[0])
  })

  it('tells the producer of the materials that are meant for it alone', () => {
    const mission = missionOf({ materials: ['input.csv', 'result-Standard.csv'], told: ['input.csv'] })
    expect(briefOf(mission, 1, 'direct', []).materials).toEqual(['input.csv'])
  })
})
