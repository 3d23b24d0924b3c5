/** The stages of projectgen by themselves, with answers of a script and rooms of the process sandbox. */
import { describe, expect, it } from 'vitest'
import { compileProblems } from '../../../../harness/agents/framework/compile.ts'
import { planArchitecture, writeSkeleton } from '../../../../harness/papers/codeprojecteval/projectgen/plan.ts'
import { promptsOf, Setting } from '../../../../harness/agents/framework/setting.ts'
import { builtInBenchmark, selectMissions } from '../../../../harness/benchmarks/index.ts'
import type { AgentContext, Room } from '../../../../harness/contracts/types.ts'
import { openRoom } from '../../../../harness/trial/agent-context.ts'
import { briefFor } from '../../../briefs.ts'
import { agentContext } from '../../../helpers.ts'
import { fenced } from '../../../model-server/method.ts'
import { SKELETON, TREE, stepOf } from '../projectgen-server.ts'

/** A context with rooms, in which a command may be another one. */
function withRooms(change: (argv: readonly string[]) => readonly string[] = (argv) => argv): AgentContext {
  const rooms = async (setup: Parameters<AgentContext['openRoom']>[0]): Promise<Room> => {
    const room = await openRoom(setup, 'process', [])
    return { ...room, spawn: (command) => room.spawn({ ...command, argv: change(command.argv) }) }
  }
  return agentContext({ openRoom: rooms })
}

/** Cached results are found by the digest of the files, so each test has its own. */
const files = (code: string, name = 'a.py') => [{ path: name, content: code }]

describe('compiling', () => {
  it('tells syntax errors of both languages, with file and line', async () => {
    const both = [...files('x = (\n'), ...files('const = 1\n', 'b.js'), ...files('y = 1\n', 'good.py')]
    const problems = await compileProblems(both, withRooms())
    expect(problems).toContain("a.py:1: SyntaxError: '(' was never closed")
    expect(problems).toMatch(/b\.js:1\n.*const = 1/)
    expect(problems).not.toContain('good.py')
    expect(await compileProblems(files('y = 2\n'), withRooms())).toBeUndefined()
  })

  it.each([
    ['Python that crashes', 'a.py', 'python3', 'echo a.py:1: wrong; kill -SEGV $$'],
    ['Python that does not start', 'a.py', 'python3', 'exit 127'],
    ['a shell that ends before its time', 'a.js', 'sh', 'echo a.js:1; exit 3'],
  ])('blames %s on the machine, whatever it printed before', async (why, name, program, script) => {
    const crashing = withRooms((argv) => (argv[0] === program ? ['bash', '-c', script] : argv))
    const compiling = compileProblems(files(`// ${why}`, name), crashing)
    await expect(compiling).rejects.toMatchObject({ code: 'harness', message: /could not be compiled: (python3|sh) / })
  })

  it('blames a Node that crashes on the machine', async () => {
    // The script of the compiler with another program in the place of Node.
    const crashing = withRooms((argv) =>
      argv.map((word) => word.replace('node --check', () => "bash -c 'kill -ABRT $$'")),
    )
    const compiling = compileProblems(files('let x = 1', 'crash.js'), crashing)
    await expect(compiling).rejects.toMatchObject({ code: 'harness', message: /exit code 134/ })
  })

  it('ends with a run that is stopped', async () => {
    const stop = new AbortController()
    const context = withRooms(() => {
      stop.abort(new Error('stopped'))
      return ['sleep', '600']
    })
    const compiling = compileProblems(files('y = 3\n'), { ...context, signal: stop.signal })
    await expect(compiling).rejects.toThrow('stopped')
    expect(await compileProblems(files('y = 3\n'), withRooms())).toBeUndefined()
  })
})

async function settingWith(answers: Partial<Record<string, (number: number) => string>>): Promise<Setting> {
  const [mission] = await selectMissions(builtInBenchmark(), ['todo'])
  if (!mission) throw new Error('there is no mission todo')
  const counts = new Map<string, number>()
  const context: AgentContext = {
    ...withRooms(),
    ask: ({ messages }) => {
      const step = stepOf({ messages }) ?? 'none'
      counts.set(step, (counts.get(step) ?? 0) + 1)
      return Promise.resolve(answers[step]?.(counts.get(step) ?? 0) ?? '{"score": 9, "feedback": "Good."}')
    },
  }
  const model = { server: 'scripted', model: 'scripted', parameters: {} } as never
  const settings = { name: 'x', model, format: 'files', repairs: 0 } as const
  return new Setting(
    await briefFor(mission, 'L1.direct'),
    context,
    settings,
    promptsOf('papers/codeprojecteval/prompts'),
  )
}

const manyFiles = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${String(index)}.txt`, 'x\n']))

describe('a plan with too many files', () => {
  it('is refused as a skeleton, and the stage tries again', async () => {
    const setting = await settingWith({ skeleton: (number) => fenced(number === 1 ? manyFiles(401) : SKELETON) })
    const made = await writeSkeleton(setting, TREE as never)
    expect(made?.map(({ path }) => path).toSorted()).toEqual(Object.keys(SKELETON).toSorted())
    expect(setting.rounds).toMatchObject([
      {
        accepted: false,
        problem: 'the skeleton has 401 files, and at most 400 are allowed: combine small files',
        files: [],
      },
      { accepted: true },
    ])
  })

  it('is allowed with 400 files', async () => {
    const setting = await settingWith({ skeleton: () => fenced(manyFiles(400)) })
    expect(await writeSkeleton(setting, TREE as never)).toHaveLength(400)
  })

  it('gives no skeleton if every round has too many', async () => {
    const setting = await settingWith({ skeleton: () => fenced(manyFiles(500)) })
    expect(await writeSkeleton(setting, TREE as never)).toBeUndefined()
  })

  it('is refused as an architecture', async () => {
    const [module] = TREE.modules
    const of = (count: number) => ({
      ...module,
      files: Array.from({ length: count }, (_, index) => ({ path: `f${String(index)}.py` })),
    })
    const setting = await settingWith({ architecture: () => JSON.stringify({ modules: [of(201), of(200)] }) })
    expect(await planArchitecture(setting)).toBeUndefined()
    expect(setting.rounds[0]).toMatchObject({ problem: /the architecture has 401 files/ })
  })
})
