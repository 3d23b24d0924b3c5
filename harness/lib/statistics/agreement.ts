/** Agreement of two judgements of the same testcodes. */

/** The verdict of one side on a testcode. */
export interface Side {
  readonly status: string
  /** Null if that side did not judge it. */
  readonly passed: boolean | null
  readonly reason?: string
}

export interface Pair {
  readonly mission: string
  readonly testcode: string
  /** The run that is examined. */
  readonly here: Side
  /** The judgement with which it is compared. */
  readonly there: Side
}

export interface Confusion {
  readonly bothPassed: number
  readonly onlyHere: number
  readonly onlyThere: number
  readonly bothFailed: number
}

/** How many rows of a group agree. */
export interface Share {
  readonly rows: number
  readonly agreed: number
}

export interface Agreement {
  /** Number of pairs that both sides judged. All other numbers are about these. */
  readonly rows: number
  /** Share of rows on which both agree; null without rows. */
  readonly agreement: number | null
  /** Cohen's κ; null without rows, and if both sides have one and the same verdict on all rows. */
  readonly kappa: number | null
  readonly confusion: Confusion
  readonly byMission: readonly (Share & { readonly mission: string })[]
  readonly byStatus: readonly (Share & { readonly here: string; readonly there: string })[]
  readonly disagreements: readonly Pair[]
  /** Pairs that at least one side did not judge. */
  readonly notJudged: readonly Pair[]
}

export function agreementOf(pairs: readonly Pair[]): Agreement {
  const judged = pairs.filter(isJudged)
  const confusion = confusionOf(judged)
  return {
    rows: judged.length,
    agreement: judged.length === 0 ? null : (confusion.bothPassed + confusion.bothFailed) / judged.length,
    kappa: cohensKappa(confusion),
    confusion,
    byMission: shares(judged, ({ mission }) => mission).map(([mission, share]) => ({ mission, ...share })),
    byStatus: shares(judged, ({ here, there }) => JSON.stringify([here.status, there.status])).map(([key, share]) => {
      const [here, there] = JSON.parse(key) as [string, string]
      return { here, there, ...share }
    }),
    disagreements: judged.filter((pair) => !agree(pair)),
    notJudged: pairs.filter((pair) => !isJudged(pair)),
  }
}

/**
 * Agreement beyond chance: (observed − expected) / (1 − expected). J. Cohen, "A coefficient of agreement
 * for nominal scales", Educational and Psychological Measurement 20 (1960).
 * @returns at most 1; null if chance alone would give full agreement
 */
export function cohensKappa({ bothPassed, onlyHere, onlyThere, bothFailed }: Confusion): number | null {
  const rows = bothPassed + onlyHere + onlyThere + bothFailed
  // Both are multiplied by rows², so that they are whole numbers and full agreement is exactly 1.
  const observed = (bothPassed + bothFailed) * rows
  const expected =
    (bothPassed + onlyHere) * (bothPassed + onlyThere) + (bothFailed + onlyThere) * (bothFailed + onlyHere)
  return rows * rows === expected ? null : (observed - expected) / (rows * rows - expected)
}

function isJudged({ here, there }: Pair): boolean {
  return here.passed !== null && there.passed !== null
}

function agree({ here, there }: Pair): boolean {
  return here.passed === there.passed
}

function confusionOf(pairs: readonly Pair[]): Confusion {
  const count = (here: boolean, there: boolean) =>
    pairs.filter((pair) => pair.here.passed === here && pair.there.passed === there).length
  return {
    bothPassed: count(true, true),
    onlyHere: count(true, false),
    onlyThere: count(false, true),
    bothFailed: count(false, false),
  }
}

function shares(pairs: readonly Pair[], keyOf: (pair: Pair) => string): [string, Share][] {
  const groups = new Map<string, { rows: number; agreed: number }>()
  for (const pair of pairs) {
    const group = groups.get(keyOf(pair)) ?? { rows: 0, agreed: 0 }
    group.rows += 1
    if (agree(pair)) group.agreed += 1
    groups.set(keyOf(pair), group)
  }
  return [...groups]
}
