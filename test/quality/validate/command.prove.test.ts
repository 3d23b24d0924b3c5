/** Runs `pe validate` on a user's own missions. */
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { temporaryFolder, writeTree } from '../../helpers.ts'
import { BIN, MISSION, validated } from './command-cases.ts'

const TESTCODES = `export default {
  adds: async ({ run, expect, text }) => {
    const { stdout } = await run({ stdin: '3\\n4\\n' })
    expect(stdout.trim()).toBe(text('word') + ' 7')
  },
  refuses: async ({ run, expect }) => {
    expect((await run({ stdin: 'x\\n4\\n' })).stdout.trim()).toBe('no number')
  },
  weak: async ({ run }) => {
    await run({ stdin: '3\\n4\\n' })
  },
}
`
const PROGRAM = `const lines = require('node:fs').readFileSync(0, 'utf8').split('\\n')
const [a, b] = lines.map(Number)
const big = a > 1000
if (Number.isNaN(a) || Number.isNaN(b)) console.log('no number')
else console.log('sum', a - -b)
`
const FAULTS = `schemaVersion: 1
faults:
  - id: less
    item: { page: Program, function: Add }
    file: project/main.js
    find: a - -b
    replace: a - b
    why: The difference is printed.
  - id: bigger
    item: { page: Program, function: Add }
    file: project/main.js
    find: a > 1000
    replace: a > 1001
    why: Nobody would notice.
  - id: says-nothing
    item: { page: Program, function: Refuse }
    file: project/main.js
    find: "'no number'"
    replace: "''"
    why: No message is printed for a text that is not a number.
`
const EXCEPTIONS = `schemaVersion: 1
equivalent:
  - { file: project/main.js, line: const big = a > 1000, becomes: const big = a >= 1000, why: It is never used. }
  - { file: project/main.js, line: gone, becomes: gone too, why: It was there once. }
baselines:
  - { agent: echo, testcode: adds, why: Nobody knows. }
`

const solution = (program: string, word = 'sum') => ({
  'project/main.js': program,
  'launch.json': '{ "run": ["node", "main.js"] }',
  'answers.json': JSON.stringify({ adds: { word }, weak: { unused: 'x' } }),
})

function under(folder: string, files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content]))
}

describe('pe validate', () => {
  it('rejects a folder without missions', async () => {
    await using folder = await temporaryFolder()
    await mkdir(folder.file('missions'))
    for (const command of [['validate'], ['run', '--agent', 'canonical', '--out', folder.file('reports')]]) {
      const argv = [BIN, ...command, '--missions-dir', folder.path]
      const { stderr, exitCode } = await execa('node', argv, { reject: false, stdin: 'ignore' })
      expect(stderr).toContain('there are no missions in')
      expect(exitCode).toBe(2)
    }
  })

  it('names an unknown mission', async () => {
    const { stderr, exitCode } = await execa('node', [BIN, 'validate', 'no-such-mission'], { reject: false })
    expect(stderr).toContain('there is no mission "no-such-mission"')
    expect(exitCode).toBe(2)
  })

  it('finds what testcodes do not measure, and names the place', { timeout: 600_000 }, async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, {
      'missions/sum/mission.yaml': MISSION,
      'missions/sum/testcodes.ts': TESTCODES,
      'missions/sum/skeleton/main.js': '',
      ...under('canonical/sum/node', solution(PROGRAM)),
      ...under('canonical/sum/other', solution(PROGRAM.replace("'sum'", "'total'"), 'total')),
      ...under('canonical/sum/wrong', solution(PROGRAM.replace('a - -b', 'a * b'))),
      'canonical/sum/faults.yaml': FAULTS,
      'canonical/sum/exceptions.yaml': EXCEPTIONS,
    })
    const found = await validated(folder.path, '--faults', '--generated', '100')
    expect(found.exitCode).toBe(3)

    const solutions = found.solutions.map(({ solution: name, times, points, passed }) => [name, times, points, passed])
    expect(solutions).toEqual([
      ['canonical', 3, 4, 4],
      ['other', 1, 4, 4],
      ['wrong', 1, 4, 2],
    ])
    expect(found.solutions[2]?.problems.map(({ point, statuses }) => [point, ...statuses])).toEqual([
      ['adds', 'failed'],
      ['weak', 'blocked'],
    ])

    expect(found.findings.map(({ kind }) => kind).toSorted()).toEqual(
      ['assertions', 'exceptions', 'exceptions', 'mapping', 'parameters'].toSorted(),
    )
    const texts = found.findings.map(({ text }) => text).join('\n')
    for (const part of [
      '"weak" passes without',
      '"Forget" on "Program"',
      '"unused" and never',
      '"gone"',
      '"echo" does not',
    ])
      expect(texts).toContain(part)

    const written = found.faults.filter(({ kind }) => kind === 'written')
    expect(written.map(({ name, line, outcome }) => [name, line, outcome])).toEqual([
      ['less', 5, 'caught'],
      ['bigger', 3, 'survived'],
      ['says-nothing', 4, 'caught'],
    ])
    const generated = found.faults.filter(({ kind }) => kind === 'generated')
    const outcomeOf = (after: string) => generated.find((fault) => fault.after.includes(after))?.outcome
    expect(outcomeOf('a >= 1000')).toBe('equivalent')
    expect(outcomeOf('a + -b')).toBe('caught')
    expect(outcomeOf('&& Number.isNaN(b)')).toBe('caught')

    const nothing = found.baselines.filter(({ passes }) => passes.length === 0).map(({ agent }) => agent)
    expect(nothing).toEqual(expect.arrayContaining(['null', 'parameters-only', 'always-200', 'empty-page']))
    expect(found.claims.some(({ holds }) => !holds)).toBe(true)
  })

  it(
    'finds verdicts that depend on the seed, and inputs that are not drawn from it',
    { timeout: 600_000 },
    async () => {
      await using folder = await temporaryFolder()
      const drawn = `export default {
      adds: async ({ run, expect, given, decimal }) => {
        const [a, b] = ['a', 'b'].map((key) => given.amount(key, { from: 1, to: 900 }))
        const { stdout } = await run({ stdin: a + '\\n' + b + '\\n' })
        expect(decimal.rounded(stdout.trim().split(' ')[1], 2)).toBe(decimal.sum([a, b]))
      },
      refuses: async ({ run, expect }) => {
        expect((await run({ stdin: 'x\\n4\\n' })).stdout.trim()).toBe('no number')
      },
      weak: async ({ run, expect, given }) => {
        const sum = given.amountsThatFloatsGetWrong('sum', { count: 2, from: 1, to: 900 })
        const { stdout } = await run({ stdin: sum.amounts.join('\\n') + '\\n' })
        // Fails with some seeds: the program adds floats and prints them with any number of decimals.
        if (given.pick('strict', [true, false])) expect(stdout.trim()).toBe('sum ' + sum.total)
        else expect(stdout).toContain('sum')
      },
    }`
      const exact = PROGRAM.replace('a - -b', '(a + b).toFixed(6)')
      await writeTree(folder.path, {
        'missions/sum/mission.yaml': MISSION,
        'missions/sum/testcodes.ts': drawn,
        'missions/sum/skeleton/main.js': '',
        ...under('canonical/sum/node', solution(exact)),
        'canonical/sum/exceptions.yaml': `schemaVersion: 1\nfixedInputs:\n  - { testcode: adds, why: It was so once. }\n`,
      })
      const found = await validated(folder.path, '--seeds', '8', '--seed', 'spring')
      expect(found.seeds).toEqual(['spring', ...[2, 3, 4, 5, 6, 7, 8].map((number) => `spring-${String(number)}`)])
      const [canonical] = found.solutions
      expect(canonical?.times).toBe(8)
      expect(canonical?.problems.map(({ point }) => point)).toEqual(['weak'])
      const [problem] = canonical?.problems ?? []
      expect(new Set(problem?.statuses)).toEqual(new Set(['passed', 'failed']))
      expect(problem?.seeds).toEqual(found.seeds)
      expect(found.variety).toEqual([{ mission: 'sum', typing: 2, fixed: [{ testcode: 'refuses' }], undecided: [] }])
      expect(found.findings.map(({ text }) => text).join()).toContain('"adds" does not type the same under every seed')
      const failed = found.claims.filter(({ holds }) => !holds).map(({ claim }) => claim)
      expect(failed).toEqual(expect.arrayContaining([expect.stringContaining('depends on the seed')]))
      expect(failed).toEqual(expect.arrayContaining([expect.stringContaining('type something')]))
      expect(found.exitCode).toBe(3)

      // The same seed alone gives the same verdict.
      const bad = problem?.seeds[problem.statuses.indexOf('failed')] ?? ''
      const again = await validated(folder.path, '--seed', bad, '--seeds', '1')
      expect(again.solutions[0]?.problems.map(({ point, statuses }) => [point, ...statuses])).toEqual([
        ['weak', 'failed'],
      ])
    },
  )

  // Judges a website with each fault and each baseline, and each baseline again without the skeleton.
  it('passes on a mission from `pe new mission`, with all its parts', { timeout: 900_000 }, async () => {
    await using folder = await temporaryFolder()
    await execa('node', [BIN, 'new', 'mission', 'greeter', '--missions-dir', folder.path])
    const { exitCode, claims, solutions, findings, faults } = await validated(
      folder.path,
      '--faults',
      '--generated',
      '4',
    )
    expect(solutions).toMatchObject([{ mission: 'greeter', points: 3, passed: 3, problems: [] }])
    expect(findings).toEqual([])
    expect(faults.filter(({ kind }) => kind === 'written').map(({ outcome }) => outcome)).toEqual(['caught', 'caught'])
    expect(claims.filter(({ holds }) => !holds)).toEqual([])
    expect(exitCode).toBe(0)

    await rm(folder.file('missions/greeter/skeleton'), { recursive: true })
    const without = await validated(folder.path)
    expect(without.findings).toMatchObject([{ mission: 'greeter', kind: 'definition' }])
    expect(without.findings[0]?.text).toContain(`derive it with: npm run skeletons -- --missions-dir ${folder.path} `)
    expect(without.exitCode).toBe(3)
  })

  it('leaves no run behind if testcodes cannot be loaded', { timeout: 300_000 }, async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, {
      'missions/sum/mission.yaml': MISSION,
      'missions/sum/testcodes.ts': 'export default {',
      'missions/sum/skeleton/main.js': '',
      ...under('canonical/sum/node', solution(PROGRAM)),
    })
    const argv = ['run', '--agent', 'canonical', '--missions-dir', folder.path, '--out', folder.file('reports')]
    const { stderr, exitCode } = await execa('node', [BIN, ...argv], { reject: false, stdin: 'ignore' })
    expect(stderr).toContain('missions/sum/testcodes.ts cannot be loaded')
    expect(exitCode).toBe(2)
    expect(existsSync(folder.file('reports'))).toBe(false)
  })
})

describe('pe validate', () => {
  it('names file and line of an unreadable mission, and continues', { timeout: 300_000 }, async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, { 'missions/sum/mission.yaml': MISSION.replace('kind: batch', 'kind: game') })
    const { exitCode, findings } = await validated(folder.path)
    expect(exitCode).toBe(3)
    expect(findings).toHaveLength(1)
    expect(findings[0]?.text).toContain('missions/sum/mission.yaml:4: kind')
  })

  it('finds a mission from `pe new mission`, whose solution passes', { timeout: 300_000 }, async () => {
    await using folder = await temporaryFolder()
    const create = ['new', 'mission', 'greeter', '--missions-dir', folder.path]
    const made = await execa('node', [BIN, ...create])
    expect(made.stdout.split('\n')).toContain(folder.file('missions/greeter/testcodes.ts'))
    const again = await execa('node', [BIN, ...create], { reject: false })
    expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining('is there already')])

    const argv = ['run', '--agent', 'canonical', '--missions-dir', folder.path, '--out', folder.file('reports')]
    const ran = await execa('node', [BIN, ...argv, '--min-score', '1'], { reject: false, stdin: 'ignore' })
    expect([ran.exitCode, ran.stdout]).toEqual([0, expect.stringContaining('Score 100.0%')])

    const shown = await execa('node', [BIN, 'show', 'greeter', '--missions-dir', folder.path])
    for (const part of ['# greeter', '## Home', '### Greet', '- `no-name`: The page says', '`greet_button` (button)'])
      expect(shown.stdout).toContain(part)
  })
})
