/** Shared by the tests of agents. */
import { chmod } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { briefFor } from '../briefs.ts'
import { agents, agentsOf, createAgent } from '../../harness/agents/index.ts'
import { callContext, type AgentServices, openRoom } from '../../harness/trial/agent-context.ts'
import { Budget } from '../../harness/lib/models/budget.ts'
import { ModelClient } from '../../harness/lib/models/client.ts'
import { TrialStore } from '../../harness/store/store.ts'
import { type Agent, type AgentContext, type Benchmark, type Mission } from '../../harness/contracts/types.ts'
import { smallReply } from '../model-server/replies.ts'
import { modelServer, type ModelServer } from '../model-server/server.ts'
import { keyOf, temporaryFolder, writeTree } from '../helpers.ts'
import { chooseSandbox } from '../../harness/sandbox/index.ts'
import path from 'node:path'
import { builtInBenchmark, selectMissions } from '../../harness/benchmarks/index.ts'
import { faultySolutions } from '../../harness/run/agent-setup.ts'
import { questionsOf } from '../../harness/trial/brief.ts'
import { LIBRARY_BASELINES, WINDOW_BASELINES } from '../../harness/contracts/schema.ts'
import { recordingFile } from '../../harness/agents/redteam/recording.ts'
import { type AgentSetup } from '../../harness/agents/setup.ts'
import { NO_CONFIG } from '../../harness/lib/models/config.ts'
import { Redactor } from '../../harness/lib/models/redact.ts'
import { papers } from '../papers.ts'

const benchmark: Benchmark = builtInBenchmark()
export const missions = await selectMissions(benchmark, [])
const withWindows = await selectMissions(benchmark, (await benchmark.namedOnly?.()) ?? [])

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
const BUILT_IN: Readonly<Record<keyof typeof agents, (folder: string) => string>> = {
  canonical: () => 'canonical',
  faulty: () => 'faulty',
  null: () => 'null',
  folder: (folder) => `folder:${folder}`,
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
  command: () => 'command:mine',
}

const paperAgents = agentsOf(papers)

/** How this suite makes each agent of the table and of the papers: methods with a model, other agents with published answers. */
export const SPECS: Readonly<Record<string, (folder: string) => string>> = {
  ...BUILT_IN,
  ...Object.fromEntries(
    Object.entries(paperAgents).map(([name, { argument }]) => [
      name,
      (folder: string) => (argument === '[MODEL]' ? `${name}:openai:small` : `${name}:${folder}/published.json`),
    ]),
  ),
}

/** Cheats build only websites. */
const CHEATS: readonly string[] = ['cycler', 'listener', 'every-number', 'unseen', 'crasher', 'replayer']

export function missionsFor(name: string): readonly Mission[] {
  // The solutions of missions with windows are written in Python.
  const names: readonly string[] = [...WINDOW_BASELINES, ...LIBRARY_BASELINES]
  if (names.includes(name)) return withWindows
  return CHEATS.includes(name) ? missions.filter(({ kind }) => kind === 'website') : missions
}

export function setupOf(
  options: Record<string, string> = {},
  tool = 'none',
  cache = 'none',
): Omit<AgentSetup, 'argument'> {
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
    protocol: 'default',
    config: { ...NO_CONFIG, commands: new Map([['mine', { command: [tool, '{{prompt}}'], hosts: [] }]]) },
    env: { PATH: process.env['PATH'], XDG_CACHE_HOME: cache },
    paperAgents,
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

/** Makes an agent of the table and its surroundings, with models, rooms and a folder for its exchanges as in a run. */
export function surroundingsOf(name: string, specOf: (folder: string) => string) {
  async function withAgent(check: (agent: Agent, spec: string) => Promise<void>): Promise<void> {
    await using folder = await solutions()
    await using server = await modelServer(smallReply)
    await writeTree(folder.path, { 'a-tool': TOOL, ...recordings(folder.path) })
    await chmod(path.join(folder.path, 'a-tool'), 0o755)
    surroundings = { folder: folder.path, server }
    const spec = specOf(folder.path)
    const options =
      { ...agents, ...paperAgents }[name]?.about.includes('model') === true ? { baseURL: server.baseURL } : {}
    await check(await createAgent(spec, setupOf(options, path.join(folder.path, 'a-tool'), folder.path)), spec)
  }
  let surroundings: Surroundings | undefined
  let trials = 0

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

  return { withAgent, context }
}

/** @param among The missions that it is asked about */
export function answersLikeAnAgent(
  entries: [string, (folder: string) => string][],
  among: (all: readonly Mission[]) => readonly Mission[],
): void {
  describe.each(entries)('the %s agent', (name, specOf) => {
    const { withAgent, context } = surroundingsOf(name, specOf)

    it('is called what was typed for it', async () => {
      await withAgent((agent, spec) => {
        expect(agent.name).toBe(spec)
        expect(agent.name.startsWith(name)).toBe(true)
        return Promise.resolve()
      })
    })

    it('answers with texts', async () => {
      await withAgent(async (agent) => {
        for (const mission of among(missionsFor(name))) {
          const project = await agent.generate(await briefFor(mission, 'L1.direct'), context(mission.id))
          const answers = await agent.answer(questionsOf(mission), project, context(mission.id))
          const values = Object.values(answers).flatMap((parameters) => Object.values(parameters))
          expect(values.filter((value) => typeof value !== 'string')).toEqual([])
        }
      })
    })
  })
}
