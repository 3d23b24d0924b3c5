import { chooseSandbox } from '../../harness/sandbox/index.ts'
import { variantOf } from '../../harness/contracts/variants.ts'
import { briefFor } from '../briefs.ts'
import { chmod } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect } from 'vitest'
import { agents, createAgent } from '../../harness/agents/index.ts'
import { benchmarkAgents, builtInBenchmark, selectMissions } from '../../harness/benchmarks/index.ts'
import { faultySolutions } from '../../harness/run/agent-setup.ts'
import { questionsOf } from '../../harness/trial/brief.ts'
import { UsageError } from '../../harness/errors.ts'
import { pathProblem } from '../../harness/lib/files/confine.ts'
import { LIBRARY_BASELINES, WINDOW_BASELINES, launchPlanSchema } from '../../harness/contracts/schema.ts'
import { callContext, openRoom, type AgentServices } from '../../harness/trial/agent-context.ts'
import { recordingFile } from '../../harness/agents/redteam/recording.ts'
import type { AgentSetup } from '../../harness/agents/setup.ts'
import { Budget } from '../../harness/lib/models/budget.ts'
import { ModelClient } from '../../harness/lib/models/client.ts'
import { NO_CONFIG } from '../../harness/lib/models/config.ts'
import { Redactor } from '../../harness/lib/models/redact.ts'
import { TrialStore } from '../../harness/store/store.ts'
import type { Agent, AgentContext, Benchmark, Mission } from '../../harness/contracts/types.ts'
import { projectDigest } from '../../harness/lib/files/project-digest.ts'
import { checkProject } from '../../harness/trial/workspace.ts'
import { agentContext, keyOf, temporaryFolder, writeTree } from '../helpers.ts'
import { smallReply } from '../model-server/replies.ts'
import { modelServer, type ModelServer } from '../model-server/server.ts'
import { sampled } from '../part.ts'

const it = sampled('contracts/agents', 10)

const benchmark: Benchmark = builtInBenchmark()
let missions: readonly Mission[] = []
let withWindows: readonly Mission[] = []
beforeAll(async () => {
  missions = await selectMissions(benchmark, [])
  withWindows = await selectMissions(benchmark, (await benchmark.namedOnly?.()) ?? [])
})

function missionCalled(id: string): Mission {
  const found = [...missions, ...withWindows].find((each) => each.id === id)
  if (!found) throw new Error(`there is no mission "${id}"`)
  return found
}

const canonical = (id: string) => benchmark.canonical(missionCalled(id))
const faultsOf = (id: string) => faultySolutions(benchmark, missionCalled(id))

/** A folder with a solution of every mission, and the name of the agent that reads it. */
async function solutions(): Promise<AsyncDisposable & { readonly path: string }> {
  const folder = await temporaryFolder()
  for (const { id } of missions) {
    await writeTree(folder.path, {
      [`${id}/project/server.js`]: `// ${id}`,
      [`${id}/launch.json`]: '{ "start": ["node", "server.js"] }',
      [`${id}/answers.json`]: '{ "any": { "url": "http://localhost:8000/" } }',
    })
  }
  const published = missions.map(({ id }) => [id, [{ file: 'main.py', path: 'main.py', code: `# ${id}` }]] as const)
  const starts = missions.map(({ id }) => [id, 'main.py'] as const)
  await writeTree(folder.path, {
    'published.json': JSON.stringify(Object.fromEntries(published)),
    'published_parameter.json': '{}',
    'published_startfile.json': JSON.stringify(Object.fromEntries(starts)),
  })
  return folder
}

/** A tool that writes one file, and its answers when it is asked for them. */
const TOOL = `#!/bin/sh
if [ "$1" = --version ]; then echo 'a tool 1.2.3'; exit 0; fi
if [ -f QUESTIONS.md ]; then echo '{}' > ANSWERS.json; else
  sed -n 1p BRIEF.md | sed 's/^/\\/\\/ /' > server.js
  echo '{"start": ["node", "server.js"], "run": ["node", "server.js"]}' > launch.json
fi
`

interface Surroundings {
  readonly folder: string
  readonly server: ModelServer
}

/** How this suite makes each agent of the table. An agent without a line here fails the suite. */
const SPECS: Readonly<Record<keyof typeof agents | 'answers', (folder: string) => string>> = {
  canonical: () => 'canonical',
  faulty: () => 'faulty',
  null: () => 'null',
  folder: (folder) => `folder:${folder}`,
  answers: (folder) => `answers:${folder}/published.json`,
  replay: () => 'replay:a-run',
  skeleton: () => 'skeleton',
  'always-200': () => 'always-200',
  echo: () => 'echo',
  'empty-page': () => 'empty-page',
  'parameters-only': () => 'parameters-only',
  'blank-window': () => 'blank-window',
  'still-picture': () => 'still-picture',
  noise: () => 'noise',
  flicker: () => 'flicker',
  'empty-files': () => 'empty-files',
  stubs: () => 'stubs',
  mocks: () => 'mocks',
  cycler: () => 'cycler',
  listener: () => 'listener',
  'every-number': () => 'every-number',
  unseen: () => 'unseen',
  crasher: () => 'crasher',
  replayer: () => 'replayer',
  openai: () => 'openai:small',
  anthropic: () => 'anthropic:small',
  gemini: () => 'gemini:small',
  openrouter: () => 'openrouter:small',
  ollama: () => 'ollama:small',
  vllm: () => 'vllm:small',
  lmstudio: () => 'lmstudio:small',
  direct: () => 'direct:openai:small',
  projectgen: () => 'projectgen:openai:small',
  'contract-coding': () => 'contract-coding:openai:small',
  zerorepo: () => 'zerorepo:openai:small',
  command: () => 'command:mine',
}

/** Agents whose projects are the same for some missions. */
const ALIKE: readonly string[] = [
  'null',
  'parameters-only',
  'empty-page',
  'always-200',
  'openai',
  'anthropic',
  'gemini',
  'openrouter',
  'ollama',
  'vllm',
  'lmstudio',
  'direct',
  'projectgen',
  'contract-coding',
  'zerorepo',
]

/** Cheats build only websites. */
const CHEATS: readonly string[] = ['cycler', 'listener', 'every-number', 'unseen', 'crasher', 'replayer']

function missionsFor(name: string): readonly Mission[] {
  // The solutions of missions with windows are written in Python.
  const names: readonly string[] = [...WINDOW_BASELINES, ...LIBRARY_BASELINES]
  if (names.includes(name)) return withWindows
  return CHEATS.includes(name) ? missions.filter(({ kind }) => kind === 'website') : missions
}

function setupOf(options: Record<string, string> = {}, tool = 'none', cache = 'none'): Omit<AgentSetup, 'argument'> {
  return {
    missions: missions.map(({ id }) => id),
    canonical,
    questions: (id) => questionsOf(missionCalled(id)),
    mission: missionCalled,
    faults: faultsOf,
    testcodes: (id) => Promise.resolve(`export default { '${id}': ['red', 'green'] }`),
    skeleton: (id) => benchmark.skeleton(missionCalled(id)),
    options,
    repairs: 0,
    feedback: 0,
    config: { ...NO_CONFIG, commands: new Map([['mine', { command: [tool, '{{prompt}}'], hosts: [] }]]) },
    env: { PATH: process.env['PATH'], XDG_CACHE_HOME: cache },
    benchmarkAgents,
    redactor: new Redactor(),
    openRoom: async (room) => openRoom(room, (await chooseSandbox()).name, []),
    recording: () =>
      Promise.resolve({
        runId: 'a-run',
        agents: new Map([['canonical', { name: 'canonical' }]]),
        solution: ({ mission: id }) => canonical(id),
      }),
  }
}

/** Recordings for the replayer: one page of each mission. */
function recordings(folder: string): Record<string, string> {
  const lines = missions.map((mission): [string, string] => {
    const content = Buffer.from(`<p>${mission.id}</p>`).toString('base64')
    const entry = { method: 'GET', url: '/', type: '', body: '', status: 200, headers: {}, content }
    return [path.relative(folder, recordingFile(mission, { XDG_CACHE_HOME: folder })), JSON.stringify(entry)]
  })
  return Object.fromEntries(lines)
}

describe.each(Object.entries(SPECS))('the %s agent', (name, specOf) => {
  async function withAgent(check: (agent: Agent, spec: string) => Promise<void>): Promise<void> {
    await using folder = await solutions()
    await using server = await modelServer(smallReply)
    await writeTree(folder.path, { 'a-tool': TOOL, ...recordings(folder.path) })
    await chmod(path.join(folder.path, 'a-tool'), 0o755)
    surroundings = { folder: folder.path, server }
    const spec = specOf(folder.path)
    const options =
      { ...agents, ...benchmarkAgents }[name]?.about.includes('model') === true ? { baseURL: server.baseURL } : {}
    await check(await createAgent(spec, setupOf(options, path.join(folder.path, 'a-tool'), folder.path)), spec)
  }
  let surroundings: Surroundings | undefined
  let trials = 0

  /** As in a run: with models, rooms and a place where exchanges are kept. */
  function context(mission: string): AgentContext {
    if (!surroundings) throw new Error('withAgent makes them')
    trials += 1
    const redactor = new Redactor()
    const services: AgentServices = {
      client: new ModelClient({
        redactor,
        budget: new Budget({ cost: undefined, tokens: undefined }),
        cache: undefined,
      }),
      redactor,
      resolve: () => {
        throw new Error('no agent of the table names a model')
      },
      hides: [],
    }
    const store = new TrialStore(path.join(surroundings.folder, 'trials', String(trials)))
    const signal = new AbortController().signal
    return callContext({ key: keyOf({ mission }), store, sandbox: 'process', signal, services }).context
  }

  it('is called what was typed for it', async () => {
    await withAgent((agent, spec) => {
      expect(agent.name).toBe(spec)
      expect(agent.name.startsWith(name)).toBe(true)
      return Promise.resolve()
    })
  })

  it('gives the same project twice, at whatever level, and a different one for another mission', async () => {
    await withAgent(async (agent) => {
      const digests = new Set<string>()
      for (const mission of missionsFor(name)) {
        const projects = await Promise.all(
          ([1, 2, 3] as const).map(async (level) =>
            agent.generate(await briefFor(mission, variantOf(level, 'direct')), context(mission.id)),
          ),
        )
        const own = new Set(projects.map(projectDigest))
        expect(own.size).toBe(1)
        for (const digest of own) digests.add(digest)
      }
      if (ALIKE.includes(name)) expect(digests.size).toBeLessThan(missionsFor(name).length)
      else expect(digests.size).toBe(missionsFor(name).length)
    })
  })

  it('gives files that stay in their folder and a plan that fits its schema, or nothing at all', async () => {
    await withAgent(async (agent) => {
      for (const mission of missionsFor(name)) {
        const project = await agent.generate(await briefFor(mission, 'L1.direct'), context(mission.id))
        expect(project.files.map(({ path }) => pathProblem(path)).filter((problem) => problem !== undefined)).toEqual(
          [],
        )
        if (project.files.length === 0) continue
        checkProject(project)
        if (name === 'parameters-only') expect(project.launch).toBeUndefined()
        else expect(launchPlanSchema.parse(project.launch)).toEqual(project.launch)
      }
    })
  })

  it('answers with texts', async () => {
    await withAgent(async (agent) => {
      for (const mission of missionsFor(name)) {
        const project = await agent.generate(await briefFor(mission, 'L1.direct'), context(mission.id))
        const answers = await agent.answer(questionsOf(mission), project, context(mission.id))
        const values = Object.values(answers).flatMap((parameters) => Object.values(parameters))
        expect(values.filter((value) => typeof value !== 'string')).toEqual([])
      }
    })
  })
})

describe('the canonical agent', () => {
  it('answers every question of every mission, and nothing else', async () => {
    const agent = await createAgent('canonical', setupOf())
    for (const mission of missions) {
      const asked = questionsOf(mission)
      const answers = await agent.answer(asked, { files: [] }, agentContext({ mission: mission.id }))
      const names = (entries: [string, string[]][]) => entries.map(([id, list]) => [id, list.toSorted()]).toSorted()
      expect(names(Object.entries(answers).map(([id, values]) => [id, Object.keys(values)]))).toEqual(
        names(asked.map(({ testcode, parameters }) => [testcode, parameters.map((parameter) => parameter.name)])),
      )
    }
  })
})

describe('createAgent', () => {
  const create = (spec: string) => createAgent(spec, { ...setupOf(), missions: ['todo'] })

  it.each([
    ['gpt', /no agent "gpt".*gpt4o.*canonical.*null.*folder:DIR/],
    ['gpt4o', /^model "gpt4o" needs a key: set the environment variable OPENAI_API_KEY/],
    ['openai', /needs an argument: openai:MODEL/],
    ['command:none', /no tool "none"; the tools are claude, codex, gemini, opencode, aider, mine/],
    ['command:mine', /needs the program "none"/],
    ['./nowhere.ts', /cannot read the agent file .*nowhere\.ts/],
    ['constructor', /no agent "constructor"/],
    ['', /no agent ""/],
    ['folder', /needs an argument: folder:DIR/],
    ['folder:', /needs an argument/],
    ['null:x', /takes no argument, but was given "x"/],
    ['folder:/nowhere', /\/nowhere\/todo/],
  ])('refuses %j', async (spec, message) => {
    await expect(create(spec)).rejects.toThrow(UsageError)
    await expect(create(spec)).rejects.toThrow(message)
  })

  it('takes a folder with a colon in its name', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.file('a:b'), {
      'todo/project/x': '',
      'todo/launch.json': '{ "run": ["x"] }',
      'todo/answers.json': '{}',
    })
    expect((await create(`folder:${folder.file('a:b')}`)).name).toBe(`folder:${folder.file('a:b')}`)
  })
})
