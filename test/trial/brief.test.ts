import { describe, expect, it } from 'vitest'
import { variantOf } from '../../harness/contracts/variants.ts'
import { questionsOf } from '../../harness/trial/brief.ts'
import { countedTestcodes } from '../../harness/contracts/suites.ts'
import { briefSchema, questionSchema, type Brief, type Level } from '../../harness/contracts/schema.ts'
import type { Canonical } from '../../harness/contracts/types.ts'
import { briefFor } from '../briefs.ts'
import { missionOf } from '../helpers.ts'

const SKELETON = [{ path: 'server.js', content: 'function listen() {}' }]
const LEVELS = [1, 2, 3] as const
const brief = (level: Level, mission = missionOf()) => briefFor(mission, variantOf(level, 'direct'), SKELETON)

describe('briefOf', () => {
  it('gives the input of its level and of no other', async () => {
    expect((await Promise.all(LEVELS.map((level) => brief(level)))).map(({ input }) => input)).toEqual([
      { type: 'prompt', prompt: 'Make a page.' },
      { type: 'checklist', checklist: missionOf().checklist },
      { type: 'skeleton', files: SKELETON },
    ])
  })

  it('says stack, kind, materials and the advice at every level', async () => {
    for (const level of LEVELS) {
      const given = await brief(level, missionOf({ stack: 'Python/Django', kind: 'batch', materials: ['sheet.xlsx'] }))
      expect(given).toMatchObject({
        variant: variantOf(level, 'direct'),
        stack: 'Python/Django',
        kind: 'batch',
        materials: ['sheet.xlsx'],
      })
      expect(given.advice).toContain('loopback')
    }
  })

  it('gives advice about ids, ports and static files to websites alone', async () => {
    const aboutPages = [/\bid\b/, /\bPORT\b/, /\bwebsite\b/, /static files/]
    for (const word of aboutPages) {
      expect((await brief(1)).advice).toMatch(word)
      for (const kind of ['console', 'batch'] as const)
        expect((await brief(1, missionOf({ kind }))).advice).not.toMatch(word)
    }
  })

  it('says that the stack does not bind, unless the benchmark has questions of its own', async () => {
    for (const kind of ['website', 'console', 'batch'] as const) {
      expect((await brief(1, missionOf({ kind }))).advice).toContain('does not bind')
      expect((await brief(1, missionOf({ kind, questions: [] }))).advice).not.toContain('does not bind')
    }
  })

  it('holds nothing of testcodes, parameters, answers or canonical code', async () => {
    const stray = { answers: { a: { b: 'SECRET' } }, canonical: { project: { files: [] } } }
    for (const level of LEVELS) {
      const given = await brief(level, { ...missionOf(), ...stray })
      const text = JSON.stringify(given)
      for (const secret of ['EXPECTS-', 'DESCRIPTION-', 'home_url', 'add_button', 'SECRET', 'd1935', '/nowhere']) {
        expect(text).not.toContain(secret)
      }
      for (const field of ['testcodes', 'parameters', 'answers', 'canonical']) expect(given).not.toHaveProperty(field)
    }
  })

  it('takes path and content of a skeleton, and no other field of it', async () => {
    const files = [{ ...SKELETON[0], path: 'a', content: 'b', body: 'SECRET' }]
    expect((await briefFor(missionOf(), 'L3.direct', files)).input).toEqual({
      type: 'skeleton',
      files: [{ path: 'a', content: 'b' }],
    })
  })
})

describe('briefSchema', () => {
  it.each(['testcodes', 'parameters', 'answers', 'canonical', 'anything'])('refuses a field "%s"', async (field) => {
    expect(briefSchema.safeParse(await brief(1)).success).toBe(true)
    expect(briefSchema.safeParse({ ...(await brief(1)), [field]: [] }).success).toBe(false)
  })

  it('refuses more than path and content of a skeleton file', async () => {
    const input = { type: 'skeleton', files: [{ path: 'a', content: 'b', body: 'c' }] }
    expect(briefSchema.safeParse({ ...(await brief(3)), input }).success).toBe(false)
  })
})

describe('the type Brief', () => {
  it('refuses what must not leak (checked by tsc)', async () => {
    const given = await brief(1)
    const mission = missionOf()
    const accept = (value: Brief) => value
    // @ts-expect-error a mission holds its testcodes and parameters
    accept(mission)
    // @ts-expect-error testcodes are what the agent is judged by
    accept({ ...given, testcodes: countedTestcodes(mission) })
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

  it('says how a value in a window is written, and from which others it must differ', () => {
    const place = { kind: 'rectangle', description: 'A place.' } as const
    const mission = missionOf({
      parameters: {
        home_url: { ...place, apart: ['add_button'] },
        add_button: { kind: 'colour', apart: ['home_url'], description: 'A colour.' },
      },
    })
    const descriptions = questionsOf(mission)[1]?.parameters.map(({ description }) => description)
    expect(descriptions).toEqual([
      'A place. Written as x,y,width,height in pixels from the top left corner of the window. The same for all testcodes. Must not overlap: add_button.',
      'A colour. Written as #rrggbb. The same for all testcodes. Must differ from: home_url.',
    ])
  })

  it('names both parameters of a pair that is declared at one of them', () => {
    const place = { kind: 'rectangle', description: 'A place.' } as const
    const mission = missionOf({
      parameters: { home_url: { ...place, apart: ['add_button'] }, add_button: { ...place, apart: [] } },
    })
    const descriptions = questionsOf(mission)[1]?.parameters.map(({ description }) => description)
    expect(descriptions?.map((text) => text.split('. ').at(-1))).toEqual([
      'Must not overlap: add_button.',
      'Must not overlap: home_url.',
    ])
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

  it('tells the producer of the materials that are meant for it alone', async () => {
    const mission = missionOf({ materials: ['input.csv', 'result-Standard.csv'], namedMaterials: ['input.csv'] })
    expect((await briefFor(mission, 'L1.direct')).materials).toEqual(['input.csv'])
  })
})
