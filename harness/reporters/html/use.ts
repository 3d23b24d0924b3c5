import type { AgentUse, PoolUse } from '../../contracts/schema.ts'

/** Calls to models, with tokens and cost. Unknown values are absent. */
export interface Use {
  readonly calls: number
  readonly reused: number
  readonly input?: number
  readonly output?: number
  /** US dollars. */
  readonly cost?: number
}

/** @returns undefined if the agent called no model */
export function useView(use: PoolUse | AgentUse | undefined): Use | undefined {
  if (use === undefined) return undefined
  const { calls, reused, tokens, cost } = use
  return {
    calls,
    reused,
    ...(tokens === null ? {} : { input: tokens.input, output: tokens.output }),
    ...(cost === null ? {} : { cost }),
  }
}

/** Pairs of the model that was asked and the one that answered. */
export function modelsOf(use: AgentUse | undefined): readonly { readonly asked: string; readonly answered: string }[] {
  return (use?.models ?? []).map(({ asked, answered }) => ({ asked, answered: answered ?? 'unknown' }))
}
