/** The other cases of runs.integration.test.ts. */
import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import {
  answersRecordSchema,
  projectRecordSchema,
  runRecordSchema,
  summarySchema,
  trialRecordSchema,
  type TrialRecord,
} from '../../harness/contracts/schema.ts'
import { complaints, root, writeTree } from '../helpers.ts'
import { solutionOf, solutionReply } from '../model-server/canonical.ts'
import { purposeOf, smallReply } from '../model-server/replies.ts'
import {
  place,
  json,
  trialsOf,
  QUICK,
  rejected,
  allText,
  isRejectedInOneLine,
  THAT_CANNOT_BE_USED_IS_CASES,
  thatCannotBeUsedIs,
} from './runs-cases.ts'

describe('the protocol', () => {
  it('asks in the chosen format, and at each level for the code in one call', async () => {
    const solution = await solutionOf('text-adventure')
    await using here = await place((request) => solutionReply(request, solution))
    for (const format of ['json', 'files']) {
      const flags = ['--agent', 'gpt4o', '--missions', 'text-adventure', '--level', '1,2,3', '--no-judge']
      const { summary } = await here.run(...flags, '--agent-option', `format=${format}`)
      for (const name of await readdir(path.join(summary.folder, 'trials'))) {
        const record = projectRecordSchema.parse(await json(summary.folder, 'trials', name, 'project.json'))
        expect(record.files.map((file) => file.path).toSorted()).toEqual(Object.keys(solution.files).toSorted())
        expect(record.notes).toEqual([])
      }
    }
    const asked = here.server.received.filter((request) => purposeOf(request) === 'code')
    expect(asked).toHaveLength(6)
    expect(new Set(asked.map(({ messages }) => messages.at(-1)?.content)).size).toBe(6)
  })

  it('sends an unreadable answer back with the reason up to `repairs` times, and keeps it', async () => {
    let codes = 0
    await using here = await place((request) => {
      if (purposeOf(request) !== 'code') return smallReply(request)
      codes += 1
      return codes % 2 === 1 ? { kind: 'answer', text: 'Here it comes!' } : smallReply(request)
    })
    const without = await here.run('--agent', 'gpt4o', ...QUICK)
    const [fault] = await trialsOf(without.summary)
    expect(fault).toMatchObject({ outcome: 'no-project', fault: 'unreadable' })
    expect(fault?.reason).toContain('Here it comes!')
    expect(
      await readFile(path.join(without.summary.folder, 'trials', fault?.trial.id ?? '', 'exchanges.jsonl'), 'utf8'),
    ).toContain('Here it comes!')
    codes = 0
    const { summary } = await here.run('--agent', 'gpt4o', ...QUICK, '--repairs', '1', '--no-cache')
    const [repaired] = await trialsOf(summary)
    expect(repaired?.outcome).toBe('not-launched')
    expect(repaired?.agent?.notes[0]).toContain('sent back')
    const back = here.server.received.filter(({ messages }) => messages.length === 4)
    expect(back).toHaveLength(1)
    expect(back[0]?.messages[3]?.content).toContain('contains no files')
  })

  it('leads from a prompt through checklist and skeleton to a judged project', async () => {
    const solution = await solutionOf('hello')
    await using here = await place((request) => solutionReply(request, solution))
    const { code, summary, stderr } = await here.run(
      '--agent',
      'openai:good',
      '--missions',
      'hello',
      '--mode',
      'cascade',
    )
    expect(stderr).toContain('pe: about 5 calls')
    expect(code).toBe(0)
    expect(summary.score).toBe(1)
    expect(here.server.received.map(purposeOf)).toEqual(['checklist', 'skeleton', 'code', 'launch', 'answers'])
    const [trial = ''] = await readdir(path.join(summary.folder, 'trials'))
    const project = projectRecordSchema.parse(await json(summary.folder, 'trials', trial, 'project.json'))
    expect(project.artefacts?.checklist?.[0]?.page).toBe('All')
    expect(project.artefacts?.skeleton?.length).toBe(Object.keys(solution.files).length)
    expect(summary.use).toMatchObject({ calls: 5, reused: 0, cost: null })
  })
})

describe('before any work starts', () => {
  isRejectedInOneLine(rejected)
})

describe('a paid answer', () => {
  it('is reused by later runs, but not shared by samples, until the cache is cleared', async () => {
    await using here = await place(smallReply)
    const run = () => here.run('--agent', 'gpt4o', ...QUICK, '--samples', '2', '--no-judge')
    await run()
    const calls = here.server.received.length
    expect(calls).toBe(6)
    await run()
    expect(here.server.received).toHaveLength(calls)
    expect((await here.pe(['cache', 'ls'])).stdout).toMatch(
      new RegExp(`local:gpt-4o\\s+${here.server.baseURL.replaceAll('.', String.raw`\.`)}\\s+6`),
    )
    expect((await here.pe(['cache', 'clear'])).stdout).toContain('6 exchanges were removed')
    await run()
    expect(here.server.received).toHaveLength(2 * calls)
    await here.run('--agent', 'gpt4o', ...QUICK, '--samples', '2', '--no-judge', '--no-cache')
    expect(here.server.received).toHaveLength(3 * calls)
  })

  it('stays within the budget; the other trials stay pending and can be resumed', async () => {
    await using here = await place(smallReply)
    const args = [
      '--agent',
      'gpt4o',
      ...QUICK,
      '--samples',
      '6',
      '--agent-option',
      'maxTokens=500',
      '--concurrency',
      '1',
    ]
    const stopped = await here.run(...args, '--max-tokens', '9000')
    expect(stopped.code).toBe(1)
    expect(stopped.stderr).toContain('--max-tokens 9000')
    expect(stopped.stderr).toMatch(
      /spent or reserved\); the summary leaves out calls of trials that have not ended, and has \d+ tokens and [\d.]+ US/,
    )
    expect(stopped.stderr).toContain(`--resume ${stopped.summary.runId}`)
    expect(stopped.summary.incomplete).toBe(true)
    expect(stopped.summary.trials).toBeGreaterThan(0)
    expect(stopped.summary.trials).toBeLessThan(6)
    const { tokens } = stopped.summary.use ?? {}
    expect((tokens?.input ?? Infinity) + (tokens?.output ?? 0)).toBeLessThanOrEqual(9000)
    const { summary, code } = await here.run('--resume', stopped.summary.runId)
    expect([code, summary.trials, summary.incomplete]).toEqual([0, 6, false])
    expect(here.server.received).toHaveLength(6 * 3)
    expect(summary.use).toMatchObject({ calls: 18, reused: 0 })
    expect(summary.use?.paid).toBeGreaterThan(0)
    expect(summary.use?.paid).toBe(summary.use?.cost)
  })
})

describe('a budget', () => {
  it('comes with a warning that it does not apply to a tool', async () => {
    await using here = await place(smallReply)
    const config = `export default { agents: { tool: { command: ['true', '{{prompt}}'], hosts: [] } } }`
    await writeTree(here.file(), { 'pe.config.mjs': config })
    const args = ['run', '--agent', 'tool', ...QUICK, '--out', here.out, '--no-judge']
    expect((await here.pe([...args, '--max-cost', '1'])).stderr).toContain('do not hold for "tool"')
    expect((await here.pe(args)).stderr).not.toContain('do not hold')
  })
})

describe('resuming a run', () => {
  it('that was begun with --no-cache uses no cached answers', async () => {
    await using here = await place(smallReply)
    const args = ['--agent', 'gpt4o', ...QUICK, '--no-judge']
    await here.run(...args)
    const calls = here.server.received.length
    const stopped = await here.run(...args, '--no-cache', '--max-tokens', '1')
    expect(stopped.summary.incomplete).toBe(true)
    const { summary } = await here.run('--resume', stopped.summary.runId)
    expect(summary.use).toMatchObject({ calls, reused: 0 })
    expect(here.server.received).toHaveLength(2 * calls)
  })

  it('with --retry repeats those trials and keeps the earlier results', async () => {
    let mood: 'down' | 'refusing' | 'well' = 'down'
    await using here = await place((request) => {
      if (mood === 'down') return { kind: 'error', status: 500 }
      return mood === 'refusing' ? { kind: 'refusal', text: 'not today' } : smallReply(request)
    })
    const first = await here.run('--agent', 'gpt4o', ...QUICK, '--agent-option', 'retries=0')
    expect(first.code).toBe(1)
    expect(await trialsOf(first.summary)).toMatchObject([{ outcome: 'unjudged' }])
    const resume = ['--resume', first.summary.runId]
    mood = 'refusing'
    const second = await here.run(...resume, '--retry', 'unjudged')
    expect(await trialsOf(second.summary)).toMatchObject([{ outcome: 'no-project', fault: 'refused' }])
    mood = 'well'
    const nothing = await here.run(...resume)
    expect(await trialsOf(nothing.summary)).toMatchObject([{ fault: 'refused' }])
    const third = await here.run(...resume, '--retry', 'agent')
    const [record] = await trialsOf(third.summary)
    expect(record?.outcome).toBe('not-launched')
    const earlier = path.join(third.summary.folder, 'trials', record?.trial.id ?? '', 'earlier')
    expect(await readdir(earlier)).toEqual(['1', '2'])
    expect(trialRecordSchema.parse(await json(earlier, '2', 'trial.json')).fault).toBe('refused')
    const none = await here.pe(['run', ...resume, '--out', here.out, '--retry', 'refused'])
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('none is refused')])
  })

  it('pe grade judges the recorded projects without calling agents', { timeout: 300_000 }, async () => {
    const solution = await solutionOf('histogram')
    await using here = await place((request) => solutionReply(request, solution))
    const { summary } = await here.run('--agent', 'gpt4o', '--missions', 'histogram', '--no-judge')
    expect(summary).toMatchObject({ trials: 0, incomplete: true, score: null })
    const calls = here.server.received.length
    for (const round of [0, 1]) {
      const { code, stdout } = await here.pe(['grade', summary.runId, '--out', here.out, '--json'], {})
      const graded = summarySchema.parse(JSON.parse(stdout))
      expect([code, graded.score, graded.incomplete, graded.runId]).toEqual([0, 1, false, summary.runId])
      const [record] = await trialsOf(graded)
      const earlier = path.join(summary.folder, 'trials', record?.trial.id ?? '', 'earlier')
      expect((await readdir(earlier)).length).toBe(round + 1)
    }
    expect(here.server.received).toHaveLength(calls)
  })

  it('replay:RUN repeats projects, answers and faults', async () => {
    await using here = await place((request) =>
      request.model === 'sulky' ? { kind: 'refusal', text: 'no' } : smallReply(request),
    )
    const { summary } = await here.run('--agent', 'gpt4o,openai:sulky', ...QUICK)
    const calls = here.server.received.length
    const both = await here.pe(['run', '--agent', `replay:${summary.runId}`, ...QUICK, '--out', here.out], {})
    expect(both.stderr).toContain(`replay:${summary.runId}#gpt4o`)
    const agents = ['gpt4o', 'openai:sulky'].map((name) => `replay:${summary.runId}#${name}`)
    const ended = await here.pe(['run', '--agent', agents.join(','), ...QUICK, '--out', here.out, '--json'], {})
    const replayed = await trialsOf(summarySchema.parse(JSON.parse(ended.stdout)))
    const reasons = (records: readonly TrialRecord[]) =>
      records.map(({ outcome, fault, reason }) => ({ outcome, fault, reason }))
    expect(reasons(replayed)).toEqual(reasons(await trialsOf(summary)))
    expect(here.server.received).toHaveLength(calls)
  })

  it('is rejected if the agent has changed', async () => {
    await using here = await place(smallReply)
    const { summary } = await here.run('--agent', 'gpt4o', ...QUICK, '--no-judge')
    const { code, stderr } = await here.pe([
      'run',
      '--resume',
      summary.runId,
      '--out',
      here.out,
      '--agent-option',
      'temperature=1',
    ])
    expect(code).toBe(2)
    expect(stderr).toMatch(/agent "gpt4o" is not what it was when run .* began \(parameters\); start a new run/)
  })
})

describe('several agents, levels, modes and samples', () => {
  it('make one run, in which each trial has its own identity', async () => {
    await using here = await place(smallReply)
    await writeTree(here.file(), {
      'pe.config.mjs': `export default { agents: { cool: { model: 'small', temperature: 0 }, warm: { model: 'small', temperature: 1 } } }`,
    })
    const matrix = ['--agent', 'cool,warm', '--level', '1,3', '--mode', 'direct,cascade', '--samples', '2']
    const { summary, stderr } = await here.run(...matrix, ...QUICK)
    expect(stderr).toContain('left out at --level 3')
    expect(summary.trials).toBe(2 * 3 * 2)
    expect(summary.groups).toHaveLength(2 * 3)
    const record = runRecordSchema.parse(await json(summary.folder, 'run.json'))
    expect(new Set(record.trials.map(({ identity }) => identity)).size).toBe(12)
    const again = await here.run('--agent', 'cool', '--level', '1', ...QUICK, '--no-judge')
    const same = runRecordSchema.parse(await json(again.summary.folder, 'run.json'))
    const of = (trials: typeof record.trials) =>
      trials.find(({ agent, variant, sample }) => agent === 'cool' && variant === 'L1.direct' && sample === 1)
    expect(of(same.trials)?.identity).toBe(of(record.trials)?.identity)
  })
})

const GOOD = `answer: async () => ({})`

describe('an agent in a file', () => {
  it('from `pe new agent` works, type-checks and has a passing test', async () => {
    await using here = await place(smallReply)
    expect((await here.pe(['new', 'agent', 'mine'])).stdout).toBe('mine.ts\nmine.test.ts')
    expect((await here.pe(['new', 'agent', 'mine'])).code).toBe(2)
    expect((await here.pe(['new', 'agent', '../mine'])).code).toBe(2)
    const test = await execa('node', ['--import', import.meta.resolve('tsx'), '--test', 'mine.test.ts'], {
      cwd: here.file(),
      reject: false,
    })
    expect(test.stdout).toMatch(/^# pass 2$/m)
    expect(test.stdout).toMatch(/^# fail 0$/m)
    await writeTree(here.file(), {
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          ...STRICT,
          paths: { pe: [path.join(root, 'dist/harness/index.d.ts')] },
          typeRoots: [path.join(root, 'node_modules/@types')],
        },
        include: ['mine.ts', 'mine.test.ts'],
      }),
    })
    const types = await execa('node', [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], {
      cwd: here.file(),
      reject: false,
    })
    expect(types.stdout.split('\n').filter((line) => line.startsWith('mine'))).toEqual([])
    const flags = [
      '--agent',
      './mine.ts',
      '--agent-option',
      'greeting=good day',
      '--missions',
      'bmi-calculator',
      '--testcode-timeout',
      '1',
      '--out',
      here.out,
    ]
    const { stdout, stderr } = await here.pe(['run', ...flags, '--json'])
    expect(complaints(stderr)).toEqual([])
    const [record] = await trialsOf(summarySchema.parse(JSON.parse(stdout)))
    expect(record?.runnable.status).toBe('passed')
    expect(record?.agent?.notes).toEqual([expect.stringContaining('was made from a template')])
  })

  it('is also at fault if it aborts its own call', async () => {
    await using here = await place(smallReply)
    await writeTree(here.file(), {
      'own.mjs': `export default {
        name: 'own',
        generate: () => fetch('http://127.0.0.1:9/', { signal: AbortSignal.abort() }),
        answer: async () => ({}),
      }`,
    })
    const [trial] = await trialsOf((await here.run('--agent', './own.mjs', ...QUICK)).summary)
    expect(trial).toMatchObject({ outcome: 'no-project', fault: 'crashed' })
  })

  it('asks models through the harness, by name', async () => {
    await using here = await place(() => ({ kind: 'answer', text: 'console.log(1)' }))
    await writeTree(here.file(), {
      'pe.config.mjs': `export default { agents: { mine: { model: 'small', baseURL: '${here.server.baseURL}', price: { input: 1, output: 1 } } } }`,
      'asks.mjs': `export default {
        name: 'asks',
        async generate(brief, context) {
          const content = await context.ask({ model: 'mine', messages: [{ role: 'user', content: brief.input.prompt }] })
          return { files: [{ path: 'main.js', content }], launch: { run: ['node', 'main.js'] } }
        },
        answer: async () => ({}),
      }`,
    })
    const { stdout } = await here.pe([
      'run',
      '--agent',
      './asks.mjs',
      '--missions',
      'timetable',
      '--no-judge',
      '--out',
      here.out,
      '--json',
    ])
    const { folder } = summarySchema.parse(JSON.parse(stdout))
    const [trial = ''] = await readdir(path.join(folder, 'trials'))
    expect(await readFile(path.join(folder, 'trials', trial, 'project', 'main.js'), 'utf8')).toBe('console.log(1)')
    expect(here.server.received).toHaveLength(1)
  })

  thatCannotBeUsedIs(THAT_CANNOT_BE_USED_IS_CASES)

  it.each([
    [
      'throws',
      `type A = string\nconst a: A = 'x'\nexport default { name: a, generate() {\n  throw new TypeError('broken')\n}, ${GOOD} }\n`,
      /agent\.ts:4: broken/,
      'crashed',
    ],
    [
      'returns no project',
      `export default { name: 'a', generate: async () => 'files', ${GOOD} }\n`,
      /generate\(\) did not return a project/,
      'crashed',
    ],
    [
      'writes outside its folder',
      `export default { name: 'a', generate: async () => ({ files: [{ path: '../x', content: '' }] }), ${GOOD} }\n`,
      /leads out of its folder/,
      'unreadable',
    ],
  ] as const)('that %s is at fault, and the reason says why', async (_, text, message, fault) => {
    await using here = await place(smallReply)
    await writeFile(here.file('agent.ts'), text)
    const { stdout, code } = await here.pe(['run', '--agent', './agent.ts', ...QUICK, '--out', here.out, '--json'])
    const [record] = await trialsOf(summarySchema.parse(JSON.parse(stdout)))
    expect(record).toMatchObject({ outcome: 'no-project', fault })
    expect(record?.reason).toMatch(message)
    expect(code).toBe(0)
  })
})

const STRICT = {
  ...{
    target: 'ES2022',
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    strict: true,
    noEmit: true,
    types: ['node'],
  },
  ...{ skipLibCheck: true, allowImportingTsExtensions: true, lib: ['ES2023', 'ESNext.Disposable', 'DOM'] },
}

describe('an option that holds a key', () => {
  it('is never written, however short, and must be given again to resume', async () => {
    await using here = await place(smallReply)
    await writeTree(here.file(), {
      'own.mjs': `export default {
        name: 'own',
        generate: async () => ({ files: [{ path: 'main.js', content: '1' }], launch: { start: ['node', 'main.js'] } }),
        answer: async () => ({}),
      }`,
    })
    const option = ['--agent-option', 'password=hunter2', '--no-judge']
    const { summary } = await here.run('--agent', './own.mjs', ...QUICK, ...option)
    for (const text of (await allText(here.out)).values()) expect(text).not.toContain('hunter2')
    const without = await here.pe(['run', '--resume', summary.folder])
    expect(without.stderr).toContain('the value of option "password" was not kept')
    expect((await here.run('--resume', summary.folder, ...option)).code).toBe(0)
  })
})

describe('answers', () => {
  it('are stored with the digest of the questions', async () => {
    await using here = await place(smallReply)
    const { summary } = await here.run('--agent', 'gpt4o', ...QUICK, '--no-judge')
    const [trial = ''] = await readdir(path.join(summary.folder, 'trials'))
    const record = answersRecordSchema.parse(await json(summary.folder, 'trials', trial, 'answers.json'))
    expect(record.questions).toMatch(/^[0-9a-f]{64}$/)
    expect(record.notes?.[0]).toBe('the parameter values could not be read')
  })
})
