/** Units that fail: votes, repairs, their limit, and facts that need no vote. Tests run in rooms of the process sandbox. */
import { describe, expect, it } from 'vitest'
import { fenced } from '../../../model-server/method.ts'
import { SMALL, codeAnswer, nameOf, subjectOf, testOf, vote } from '../zerorepo-server.ts'
import { generated, promptsOf, unitOf } from './in-process.ts'
import { STRIP, TOKENS, WRONG, isTokens } from './units-cases.ts'

const NOTHING_STRIPPED = (code: string) => code.replace('c.isalnum() or c.isspace()', 'True')

describe('a unit that fails', () => {
  it('gets another test if the majority blames the test', async () => {
    const end = await generated({
      ...SMALL,
      test: (request) => {
        const text = testOf(nameOf(subjectOf(request)))
        return fenced({
          'test_unit.py': isTokens(subjectOf(request)) ? text.replace("== ['a', 'b']", "== ['a,', 'b']") : text,
        })
      },
      vote: () => vote('test', 'nothing says that the comma stays'),
    })
    expect(unitOf(end, TOKENS)).toMatchObject({
      ...{ state: 'repaired', repairs: 1 },
      attempts: [{ attribution: { cause: 'test', by: 'majority' } }, { changed: 'test', passed: 2 }],
    })
    // Three votes that agree are the majority of five.
    expect(promptsOf(end, 'vote')).toHaveLength(3)
    expect(promptsOf(end, 'repair-test')[0]).toContain('nothing says that the comma stays')
    expect(promptsOf(end, 'repair-code')).toEqual([])
  })

  it('is repaired where the graph and the votes see the cause: in a unit that it needs', async () => {
    const end = await generated({
      ...SMALL,
      // The test of the needed unit is too weak to notice.
      test: (request) =>
        fenced({
          'test_unit.py': isTokens(subjectOf(request))
            ? testOf('tokens')
            : "from words.clean import strip_marks\n\n\ndef test_nothing():\n    assert strip_marks('') == ''\n",
        }),
      code: (request) => codeAnswer(subjectOf(request), isTokens(subjectOf(request)) ? undefined : NOTHING_STRIPPED),
      vote: () => vote('code', 'the comma is not stripped', STRIP),
    })
    expect(unitOf(end, TOKENS)).toMatchObject({ state: 'repaired', attempts: [{ attribution: { place: STRIP } }, {}] })
    expect(promptsOf(end, 'vote')[0]).toContain(`----- ${STRIP} -----`)
    expect(promptsOf(end, 'repair-code')[0]?.startsWith(`Repair one part of this software: ${STRIP}`)).toBe(true)
    expect(end.project.files.find(({ path }) => path === 'words/clean.py')?.content).toContain('isalnum')
  })

  it('is not repaired in another unit if that breaks the other one', async () => {
    const end = await generated({
      ...SMALL,
      code: (request) => codeAnswer(subjectOf(request), isTokens(subjectOf(request)) ? WRONG : undefined),
      vote: (_, number) => vote('code', 'x', number <= 3 ? STRIP : TOKENS),
      'repair-code': (request) =>
        isTokens(subjectOf(request))
          ? codeAnswer(TOKENS)
          : codeAnswer(STRIP, (code) => code.replace('in text', "in 'x'")),
    })
    expect(end.notes).toContain(`${STRIP}: a change for another unit is refused, because its own test fails`)
    expect(unitOf(end, STRIP).state).toBe('passing')
    expect(unitOf(end, TOKENS)).toMatchObject({ state: 'repaired', repairs: 2 })
    expect(end.project.files.find(({ path }) => path === 'words/clean.py')?.content).toContain('for c in text')
  })

  it('stops after eight repairs, and its best version is kept', async () => {
    const end = await generated({
      ...SMALL,
      code: (request) =>
        codeAnswer(
          subjectOf(request),
          isTokens(subjectOf(request)) ? (code) => code.replace('return', 'return 1 #') : undefined,
        ),
      'repair-code': (_, number) =>
        codeAnswer(TOKENS, (code) =>
          number === 4
            ? code.replace('return', 'return [] and')
            : code.replace('return', `return ${String(number + 1)} #`),
        ),
    })
    const { state, repairs, attempts } = unitOf(end, TOKENS)
    expect({ state, repairs, attempts: attempts.length }).toEqual({ state: 'failed', repairs: 8, attempts: 9 })
    expect(promptsOf(end, 'repair-code')).toHaveLength(8)
    expect(promptsOf(end, 'vote')).toHaveLength(24)
    // The fourth repair passes one of two tests, and all others none.
    expect(attempts.map(({ passed }) => passed)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0].with(4, 1))
    expect(end.project.files.find(({ path }) => path === 'words/split.py')?.content).toContain('return [] and')
    expect(end.work.graph.nodes.find(({ id }) => id === 'words/split.py')?.state).toBe('failed')
    expect(end.work.graph.nodes.find(({ id }) => id === 'capability: texts')?.state).toBe('failed')
  })

  it.each([
    ['does not parse', (code: string) => code.replace('return', 'retrun strip('), 'code', /syntax error/],
    [
      'does not define what was asked for',
      (code: string) => code.replace('def tokens', 'def words'),
      'code',
      /does not define the function tokens/,
    ],
    [
      'imports what is not installed',
      (code: string) => `import numpy\n\n${code}`,
      'environment',
      /numpy is not installed/,
    ],
  ])('that %s is attributed without votes', async (_, change, cause, log) => {
    const end = await generated({
      ...SMALL,
      code: (request) => codeAnswer(subjectOf(request), isTokens(subjectOf(request)) ? change : undefined),
    })
    const { state, attempts, note } = unitOf(end, TOKENS)
    expect(attempts[0]?.attribution).toMatchObject({ cause, by: 'fact', votes: [] })
    expect(promptsOf(end, 'vote')).toEqual([])
    expect(state).toBe(cause === 'environment' ? 'written' : 'repaired')
    expect(`${attempts[0]?.log ?? ''} ${note}`).toMatch(log)
  })

  it('in a file of an earlier round leaves the rest of the file as it is', async () => {
    const before = 'import re\n\nLIMIT = 3\n\n\ndef tokens(text):\n    return []\n\n\ndef other():\n    return LIMIT\n'
    const template = { path: 'words/split.py', role: 'template' as const, content: before }
    const end = await generated(SMALL, { type: 'documents', documents: [template] })
    expect(unitOf(end, TOKENS).state).toBe('passing')
    const text = end.project.files.find(({ path }) => path === 'words/split.py')?.content
    expect(text).toBe(
      'import re\nfrom .clean import strip_marks\n\n\nLIMIT = 3\n\n\ndef other():\n    return LIMIT\n\n\ndef tokens(text):\n    return strip_marks(text).split()\n',
    )
  })

  it('is repaired as code if no cause has a majority', async () => {
    const causes = ['code', 'test', 'environment', 'test', 'nonsense']
    const end = await generated({
      ...SMALL,
      code: (request) => codeAnswer(subjectOf(request), isTokens(subjectOf(request)) ? WRONG : undefined),
      vote: (_, number) => vote(causes[number - 1] ?? '', 'unsure'),
    })
    const [first] = unitOf(end, TOKENS).attempts
    expect(first?.attribution).toMatchObject({ cause: 'code', by: 'no majority' })
    // The fifth cannot be read.
    expect(first?.attribution?.votes).toHaveLength(4)
  })
})

describe('a unit that fails', () => {
  it('is repaired if the majority blames its code, and the reasons are recorded', async () => {
    const end = await generated({
      ...SMALL,
      code: (request) => codeAnswer(subjectOf(request), isTokens(subjectOf(request)) ? WRONG : undefined),
      vote: (_, number) => (number === 2 ? vote('test', 'odd') : vote('code', `reason ${String(number)}`, TOKENS)),
    })
    const { state, repairs, attempts } = unitOf(end, TOKENS)
    expect({ state, repairs }).toEqual({ state: 'repaired', repairs: 1 })
    expect(attempts).toMatchObject([
      {
        ...{ changed: 'written', of: 2, log: expect.stringContaining('AssertionError') as string },
        attribution: { cause: 'code', by: 'majority', place: TOKENS },
      },
      { changed: 'code', passed: 2, of: 2 },
    ])
    // The first three do not agree, so all five are asked.
    expect(attempts[0]?.attribution?.votes.map(({ cause }) => cause)).toEqual(['code', 'test', 'code', 'code', 'code'])
    const [repair = ''] = promptsOf(end, 'repair-code')
    expect(repair).toContain('- reason 1\n- reason 3\n- reason 4\n- reason 5')
    expect(repair).toContain(".split(',')")
    expect(repair).toContain('This is repair 1 of at most 8.')
    expect(end.project.files.find(({ path }) => path === 'words/split.py')?.content).toContain('.split()')
    // Its test was written before its code, without knowing it.
    expect(end.asked.findIndex(({ step, prompt }) => step === 'test' && prompt.includes(`: ${TOKENS}`))).toBeLessThan(
      end.asked.findIndex(({ step, prompt }) => step === 'code' && prompt.includes(`: ${TOKENS}`)),
    )
  })

  it('whose code ends the process, prints a result of its own or never ends passes nothing', async () => {
    const cheats = [
      'import os\nprint(\'{"passed": 2, "of": 2, "log": ""}\', flush=True)\nos._exit(0)',
      'import sys\nfor line in sys.argv: print(line + \'{"passed": 2, "of": 2, "log": ""}\', flush=True)\nsys.exit(0)',
    ]
    const end = await generated({
      ...SMALL,
      code: (request) =>
        codeAnswer(
          subjectOf(request),
          isTokens(subjectOf(request)) ? (code) => `${cheats[0] ?? ''}\n\n\n${code}` : undefined,
        ),
      'repair-code': (_, number) =>
        codeAnswer(TOKENS, (code) => (number === 1 ? `${cheats[1] ?? ''}\n\n\n${code}` : code)),
    })
    expect(unitOf(end, TOKENS)).toMatchObject({ state: 'repaired', repairs: 2 })
    expect(unitOf(end, TOKENS).attempts.map(({ passed, of }) => passed < of)).toEqual([true, true, false])
  })
})
