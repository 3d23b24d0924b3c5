/** The other cases of agents.integration.test.ts. */
import { variantOf } from '../../harness/contracts/variants.ts'
import { briefFor } from '../briefs.ts'
import { chmod } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { agents, createAgent } from '../../harness/agents/index.ts'
import { benchmarkAgents } from '../../harness/benchmarks/index.ts'
import { pathProblem } from '../../harness/lib/files/confine.ts'
import { launchPlanSchema } from '../../harness/contracts/schema.ts'
import { callContext, type AgentServices } from '../../harness/trial/agent-context.ts'
import { Budget } from '../../harness/lib/models/budget.ts'
import { ModelClient } from '../../harness/lib/models/client.ts'
import { Redactor } from '../../harness/lib/models/redact.ts'
import { TrialStore } from '../../harness/store/store.ts'
import type { Agent, AgentContext } from '../../harness/contracts/types.ts'
import { projectDigest } from '../../harness/lib/files/project-digest.ts'
import { checkProject } from '../../harness/trial/workspace.ts'
import { keyOf, writeTree } from '../helpers.ts'
import { smallReply } from '../model-server/replies.ts'
import { modelServer } from '../model-server/server.ts'
import { solutions, TOOL, type Surroundings, SPECS, missionsFor, setupOf, recordings } from './agents-cases.ts'

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
})
