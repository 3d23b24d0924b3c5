import type { PoolUse, Tokens } from '../../contracts/schema.ts'

export const NO_USE: PoolUse = { calls: 0, reused: 0, tokens: { input: 0, output: 0 }, cost: 0, paid: 0 }

/** The total use of several agents, trials or exchanges. A value that is unknown in one of them is unknown in the total. */
export function addUse(parts: readonly PoolUse[]): PoolUse {
  const counts = { ...total('turns', parts), ...total('toolCalls', parts) }
  return parts.reduce(
    (sum, part) => ({
      ...counts,
      calls: sum.calls + part.calls,
      reused: sum.reused + part.reused,
      tokens: addTokens(sum.tokens, part.tokens),
      cost: addCosts(sum.cost, part.cost),
      paid: addCosts(sum.paid, part.paid),
    }),
    NO_USE,
  )
}

/** Absent if one of the parts with calls does not know it. */
function total(name: 'turns' | 'toolCalls', parts: readonly PoolUse[]): Partial<PoolUse> {
  const counted = parts.filter(({ calls }) => calls > 0)
  if (counted.length === 0 || counted.some((part) => part[name] === undefined)) return {}
  return { [name]: counted.reduce((sum, part) => sum + (part[name] ?? 0), 0) }
}

function addTokens(a: Tokens | null, b: Tokens | null): Tokens | null {
  if (a === null || b === null) return null
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    ...part('cached', a, b),
    ...part('reasoning', a, b),
    ...part('cacheWritten', a, b),
  }
}

function part(name: 'cached' | 'reasoning' | 'cacheWritten', a: Tokens, b: Tokens): Partial<Tokens> {
  return a[name] === undefined && b[name] === undefined ? {} : { [name]: (a[name] ?? 0) + (b[name] ?? 0) }
}

function addCosts(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b
}
