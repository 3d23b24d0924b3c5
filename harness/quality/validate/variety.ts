/** Pure: what testcodes typed and drew with several seeds → whether they draw from the seed what they type. */
import type { Finding, VarietyResult } from './results.ts'
import type { Subject } from './subject.ts'
import type { Uses } from './watch.ts'

/** The fixtures and texts that testcodes used in one trial. */
export interface RoundUses {
  readonly seed: string
  readonly uses: Uses
}

/**
 * @param ids Testcodes that passed each time; a failing one may stop at a different point each time
 * @returns Undefined if there is only one seed
 */
export function varietyOf(
  { mission, proofs }: Subject,
  rounds: readonly RoundUses[],
  ids: readonly string[],
): { readonly result: VarietyResult; readonly findings: readonly Finding[] } | undefined {
  const seeds = new Map(rounds.map(({ seed, uses }) => [seed, uses]))
  if (seeds.size < 2) return undefined
  const found = ids.map((id) => {
    const uses = [...seeds.values()].map((each) => each.get(id))
    return { id, typed: uses.map((use) => use?.typed ?? []), drawn: uses.map((use) => use?.drawn ?? []) }
  })
  const typing = found.filter(({ typed }) => typed.some((each) => each.length > 0))
  const same = typing.filter(({ typed }) => areEqual(typed))
  const { fixedInputs } = proofs.exceptions
  const why = (id: string) => fixedInputs.find(({ testcode }) => testcode === id)?.why
  // With few possible values, two seeds may draw equal ones. Then the testcode would have typed the same in any case.
  const isUndecided = ({ id, drawn }: (typeof found)[number]) =>
    why(id) === undefined && areEqual(drawn) && drawn.every((each) => each.length > 0)
  const fixed = same.filter((each) => !isUndecided(each))
  const stale = fixedInputs.filter(({ testcode }) => ids.includes(testcode) && !fixed.some(({ id }) => id === testcode))
  return {
    result: {
      mission: mission.id,
      typing: typing.length,
      fixed: fixed.map(({ id }) => ({ testcode: id, why: why(id) })),
      undecided: same.filter(isUndecided).map(({ id }) => id),
    },
    findings: stale.map(({ testcode }) => ({
      mission: mission.id,
      kind: 'exceptions',
      text: `"${testcode}" does not type the same under every seed: remove it from fixedInputs in exceptions.yaml`,
    })),
  }
}

function areEqual(texts: readonly (readonly string[])[]): boolean {
  return new Set(texts.map((each) => JSON.stringify(each))).size === 1
}
