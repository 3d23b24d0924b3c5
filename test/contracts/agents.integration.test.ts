import { briefFor } from '../briefs.ts'
import { chmod } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { agents, createAgent } from '../../harness/agents/index.ts'
import { benchmarkAgents } from '../../harness/benchmarks/index.ts'
import { questionsOf } from '../../harness/trial/brief.ts'
import { UsageError } from '../../harness/errors.ts'
import { callContext, type AgentServices } from '../../harness/trial/agent-context.ts'
import { Budget } from '../../harness/lib/models/budget.ts'
import { ModelClient } from '../../harness/lib/models/client.ts'
import { Redactor } from '../../harness/lib/models/redact.ts'
import { TrialStore } from '../../harness/store/store.ts'
import type { Agent, AgentContext } from '../../harness/contracts/types.ts'
import { agentContext, keyOf, temporaryFolder, writeTree } from '../helpers.ts'
import { smallReply } from '../model-server/replies.ts'
import { modelServer } from '../model-server/server.ts'
import {
  missions,
  solutions,
  TOOL,
  type Surroundings,
  SPECS,
  missionsFor,
  setupOf,
  recordings,
} from './agents-cases.ts'

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

const create = (spec: string) => createAgent(spec, { ...setupOf(), missions: ['todo'] })

describe('createAgent', () => {
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
