/** Units that fail: votes, repairs, their limit, and facts that need no vote. Tests run in rooms of the process sandbox. */
import { describe, expect, it } from 'vitest'
import { SMALL, codeAnswer, subjectOf, vote } from '../../model-server/zerorepo.ts'
import { generated, promptsOf, unitOf } from './in-process.ts'
import { TOKENS, WRONG, isTokens } from './units-cases.ts'

describe('a unit that fails', { timeout: 120_000 }, () => {
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
