/** The other cases of agents.integration.test.ts. */
import { variantOf } from '../../harness/contracts/variants.ts'
import { briefFor } from '../briefs.ts'
import { describe, expect, it } from 'vitest'
import { pathProblem } from '../../harness/lib/files/confine.ts'
import { launchPlanSchema } from '../../harness/contracts/schema.ts'
import { projectDigest } from '../../harness/lib/files/project-digest.ts'
import { checkProject } from '../../harness/trial/workspace.ts'
import { SPECS, answersLikeAnAgent, missionsFor, surroundingsOf } from './agents-cases.ts'

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

answersLikeAnAgent(Object.entries(SPECS), (all) => all)

describe.each(Object.entries(SPECS))('the %s agent', (name, specOf) => {
  const { withAgent, context } = surroundingsOf(name, specOf)

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
