import { UsageError } from '../errors.ts'
import type { Agent } from '../contracts/types.ts'
import type { AgentSetup } from './setup.ts'

/**
 * Returns the canonical solution: the upper end of the scale, and proof that the testcodes can be passed.
 * @throws UsageError if no mission of the run has one
 */
export async function canonicalAgent({ canonical, missions }: AgentSetup): Promise<Agent> {
  await requireOne(canonical, missions)
  return {
    name: 'canonical',
    generate: async (brief) => (await canonical(brief.mission)).project,
    answer: async (_questions, _project, { mission }) => (await canonical(mission)).answers,
  }
}

/** Without this check the run would be written, although each of its trials fails for the same reason. */
async function requireOne(canonical: AgentSetup['canonical'], missions: readonly string[]): Promise<void> {
  let first: UsageError | undefined
  for (const mission of missions) {
    try {
      await canonical(mission)
      return
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      first ??= error
    }
  }
  if (first) throw new UsageError(`agent "canonical" has nothing to give: ${first.message}`)
}
