/** Readers of a model's other answers: a checklist, a launch plan and parameter values. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAnswers } from '../../harness/agents/output/answers.ts'
import { readChecklist } from '../../harness/agents/output/checklist.ts'
import { readLaunch } from '../../harness/agents/output/launch.ts'
import { looksLikePath, readPath } from '../../harness/agents/output/paths.ts'
import { AgentFault } from '../../harness/errors.ts'
import { pathProblem } from '../../harness/lib/files/confine.ts'
import { launchPlanSchema, type Question } from '../../harness/contracts/schema.ts'
import { CODE_POINT } from '../code-points.ts'

describe('readChecklist', () => {
  const LIST = [{ page: 'Home', functions: [{ function: 'Add', description: 'Adds one.' }] }]

  it.each([
    ['as asked', JSON.stringify(LIST)],
    ['in a fence with prose', `Here:\n\`\`\`json\n${JSON.stringify(LIST, null, 2)}\n\`\`\`\nDone.`],
    ['in an object', JSON.stringify({ checklist: LIST })],
    [
      'with "function", as the paper has it',
      JSON.stringify([{ page: 'Home', required: true, function: LIST[0]?.functions }]),
    ],
    [
      'with "name" for both',
      JSON.stringify([{ name: 'Home', functions: [{ name: 'Add', description: 'Adds one.' }] }]),
    ],
    ['by page', JSON.stringify({ Home: LIST[0]?.functions })],
    ['by page and function', JSON.stringify({ Home: { Add: 'Adds one.' } })],
    ['with a trailing comma', `${JSON.stringify(LIST).slice(0, -1)},]`],
    ['with invalid pages', JSON.stringify([null, { page: 'Empty', functions: [] }, ...LIST])],
    ['one page alone', JSON.stringify(LIST[0])],
  ])('reads a checklist %s', (_, text) => {
    expect(readChecklist(text)).toEqual(LIST)
  })

  it('reads the whole list if its last bracket is missing, not the list inside it', () => {
    const two = [...LIST, { page: 'About', functions: [{ function: 'Tell', description: 'Tells who made it.' }] }]
    expect(readChecklist(JSON.stringify(two).slice(0, -1))).toEqual(two)
    expect(readChecklist(`${JSON.stringify(two).slice(0, -2)},}]`)).toEqual(two)
  })

  it.each([
    ['', 'empty'],
    ["I'm sorry, I can't do that.", 'refused'],
    ['A list of pages: Home, About.', 'unreadable'],
    ['[]', 'unreadable'],
  ])('%j is a fault of its kind', (text, kind) => {
    const read = () => readChecklist(text)
    expect(read).toThrow(AgentFault)
    expect(read).toThrow(expect.objectContaining({ kind }) as Error)
  })
})

describe('readLaunch', () => {
  const website = (value: unknown) => readLaunch(JSON.stringify(value), 'website')

  it.each([
    [
      { start: ['node', 'a.js'], port: 3000, homepage: '/home' },
      { start: ['node', 'a.js'], port: 3000, homepage: '/home' },
    ],
    [{ start: 'npm start' }, { start: ['npm', 'start'], port: 8000, homepage: '/' }],
    [{ start: ['npm start'] }, { start: ['npm', 'start'], port: 8000, homepage: '/' }],
    [{ run: "node 'my server.js'" }, { start: ['node', 'my server.js'], port: 8000, homepage: '/' }],
    [{ start: 'cd app && node a.js' }, { start: ['sh', '-c', 'cd app && node a.js'], port: 8000, homepage: '/' }],
    [
      { start: 'node a', port: '5000' },
      { start: ['node', 'a'], port: 5000, homepage: '/' },
    ],
    [
      { start: 'node a', homepage: 'http://localhost:5000/x?y=1' },
      { start: ['node', 'a'], port: 5000, homepage: '/x?y=1' },
    ],
    [
      { start: 'node a', prepare: 'node b' },
      { start: ['node', 'a'], prepare: ['node', 'b'], port: 8000, homepage: '/' },
    ],
    [
      { start: 'node a', prepare: ['python m.py x', 'python m.py y'] },
      {
        start: ['node', 'a'],
        prepare: [
          ['python', 'm.py', 'x'],
          ['python', 'm.py', 'y'],
        ],
        port: 8000,
        homepage: '/',
      },
    ],
    [{ launch: { start: 'node a' } }, { start: ['node', 'a'], port: 8000, homepage: '/' }],
    [[{ start: 'node a' }], { start: ['node', 'a'], port: 8000, homepage: '/' }],
  ])('%j starts a website', (value, plan) => {
    expect(website(value)).toEqual({ launch: plan, notes: [] })
  })

  it('runs a program', () => {
    expect(readLaunch('{"run": "python main.py"}', 'console').launch).toEqual({ run: ['python', 'main.py'] })
    expect(readLaunch('```json\n{"start_file": "main.js", "install": "npm ci"}\n```', 'batch').launch).toEqual({
      install: ['npm', 'ci'],
      run: ['main.js'],
    })
  })

  it('leaves out an invalid field and notes it', () => {
    expect(website({ start: 'node a', port: 99_999 })).toEqual({
      launch: { start: ['node', 'a'], port: 8000, homepage: '/' },
      notes: ['"port" of the launch information is invalid and was left out'],
    })
  })

  it.each(['', 'Run it with node.', '{}', '{"start": []}', '{"start": null}', '[]', '{"start": {"a": 1}}'])(
    '%j is not a plan',
    (text) => {
      const { launch, notes } = readLaunch(text, 'website')
      expect(launch).toBeUndefined()
      expect(notes).toHaveLength(1)
    },
  )

  it('returns a valid plan or none for any input', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('website' as const, 'batch' as const), (value, kind) => {
        const { launch } = readLaunch(
          JSON.stringify({ start: value, port: value, prepare: value, homepage: value }),
          kind,
        )
        if (launch !== undefined) expect(launchPlanSchema.safeParse(launch).success).toBe(true)
      }),
    )
  })
})

describe('readAnswers', () => {
  const question = (testcode: string, name: string, names: readonly string[]): Question => ({
    testcode,
    page: 'Home',
    function: name,
    parameters: names.map((each) => ({ name: each, kind: 'text', description: 'x' })),
  })
  const QUESTIONS = [question('shows', 'Show', ['home_url']), question('adds', 'Add', ['home_url', 'button'])]
  const GOOD = { shows: { home_url: 'u' }, adds: { home_url: 'u', button: '#b' } }

  it.each([
    ['as asked', GOOD],
    ['in an object', { answers: GOOD }],
    ['with "parameters" in each', { shows: { parameters: GOOD.shows }, adds: { parameters: GOOD.adds } }],
    [
      'as a list of testcodes',
      [
        { testcode: 'shows', ...GOOD.shows },
        { id: 'adds', values: GOOD.adds },
      ],
    ],
    [
      'with names and answers in each',
      {
        shows: [{ name: 'home_url', answer: 'u' }],
        adds: [
          { name: 'home_url', value: 'u' },
          { name: 'button', answer: '#b' },
        ],
      },
    ],
    [
      'as the paper has it',
      [
        {
          page: 'Home',
          function: [
            { function: 'Show', parameter: [{ name: 'home_url', answer: 'u' }] },
            {
              function: 'Add',
              parameter: [
                { name: 'home_url', answer: 'u' },
                { name: 'button', answer: '#b' },
              ],
            },
          ],
        },
      ],
    ],
    ['by parameter alone', { home_url: 'u', button: '#b' }],
    [
      'as a list of parameters',
      [
        { name: 'home_url', answer: 'u' },
        { name: 'button', answer: '#b' },
      ],
    ],
  ])('reads the values %s', (_, value) => {
    expect(readAnswers(JSON.stringify(value), QUESTIONS)).toEqual({ answers: GOOD, notes: [] })
  })

  it('drops values that were not asked for, and does not change the others', () => {
    const { answers, notes } = readAnswers(
      JSON.stringify({ shows: { home_url: null, other: 1 }, none: { a: 'b' }, adds: { button: 7 } }),
      QUESTIONS,
    )
    expect(answers).toEqual({ shows: { home_url: null }, adds: { button: 7 } })
    expect(notes).toEqual(['1 of 3 parameter values are missing'])
  })

  it.each(['', 'I do not know.', '42'])('%j gives no values and a note', (text) => {
    expect(readAnswers(text, QUESTIONS)).toEqual({ answers: {}, notes: ['the parameter values could not be read'] })
  })

  it('does not read inherited properties as values', () => {
    const asked = [question('constructor', 'x', ['toString', '__proto__'])]
    expect(readAnswers('{"a": 1}', asked).answers).toEqual({})
  })
})

describe('readPath', () => {
  it('returns a path inside the project, or the problem', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: CODE_POINT }), fc.stringMatching(/^[./\\a-c:~]{0,12}$/)), (written) => {
        const read = readPath(written)
        if ('path' in read) expect(pathProblem(read.path)).toBeUndefined()
        else expect(read.problem).not.toBe('')
      }),
    )
  })

  it.each(['src/a.js', 'a.b.c.ts', 'Dockerfile', '.gitignore', 'app/[id]/page.tsx', 'a-b_c.py', '@scope/x.js'])(
    '%s looks like one',
    (word) => {
      expect(looksLikePath(word)).toBe(true)
    },
  )
  it.each(['js', 'bash', 'the', 'https://a.b/c.js', 'a b.js', '1.', '', 'e.g.'])('%j does not', (word) => {
    expect(looksLikePath(word)).toBe(false)
  })
})
