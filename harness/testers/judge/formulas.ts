/** Scores that are computed from what a program prints. Each gives a share of the points, from 0 to 1. */

export interface Formula {
  /** @returns undefined if the output does not have what the formula needs */
  share(output: string): number | undefined
}

/** README of problem 019: 1,000,000 × acc × min(1.25, 1.5e10 / t) × e^(−min(0.8, m / 1.5e6)), of 1,000,000 at most. */
export function attentionScore(accuracy: number, time: number, memory: number): number {
  const speed = Math.min(1.25, 1.5e10 / time)
  return 1e6 * accuracy * speed * Math.exp(-Math.min(0.8, memory / 1.5e6))
}

/** Statement of problem 006: raw points and the part of the 35% that they earn; linear between, and 0 below the first. */
const MINESWEEPER_SCALE = [
  { raw: 39_625, earned: 0 },
  { raw: 100_449, earned: 10 },
  { raw: 136_481, earned: 30 },
] as const
const MINESWEEPER_FULL = 35
/** Raw points of a client that finds everything (`score_full` of the registry). */
export const MINESWEEPER_MOST = 150_000

/** The share of the advanced task that raw points earn. */
export function minesweeperShare(raw: number): number {
  const [rubbish, , last] = MINESWEEPER_SCALE
  if (raw < rubbish.raw) return 0
  if (raw > last.raw) return 1
  const above = MINESWEEPER_SCALE.findIndex((step) => raw <= step.raw)
  const [low, high] = [MINESWEEPER_SCALE[Math.max(0, above - 1)], MINESWEEPER_SCALE[Math.max(1, above)]]
  if (!low || !high) return 0
  const part = (raw - low.raw) / (high.raw - low.raw)
  return (low.earned + part * (high.earned - low.earned)) / MINESWEEPER_FULL
}

/** The mean share of the games `cells won mines total` that are left without the worst tenth, as the statement says. */
export function meanOfBest(shares: readonly number[]): number {
  const kept = shares.toSorted((a, b) => a - b).slice(Math.floor(shares.length / 10))
  return kept.length === 0 ? 0 : kept.reduce((sum, share) => sum + share, 0) / kept.length
}

/** The output of the replay of 019: the share of wrong numbers, cycles, and the most fast memory. */
const ATTENTION = /^attention (\d+(?:\.\d+)?) (\d+) (\d+)\s*$/

export const formulas = {
  attention: {
    share(output) {
      const match = ATTENTION.exec(output)
      if (!match) return undefined
      const [errors = NaN, time = NaN, memory = NaN] = match.slice(1).map(Number)
      // Nothing at all is done in no time.
      if (time === 0) return 0
      const score = attentionScore(1 - errors, time, memory) / 1e6
      return Number.isFinite(score) ? Math.max(0, Math.min(1, score)) : undefined
    },
  },
} as const satisfies Record<string, Formula>
