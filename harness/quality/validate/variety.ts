/** Pure: texts that testcodes typed with several seeds → whether they draw them from the seed. */
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
  const typed = ids.map((id) => ({ id, texts: [...seeds.values()].map((uses) => uses.get(id)?.typed ?? []) }))
  const typing = typed.filter(({ texts }) => texts.some((each) => each.length > 0))
  const fixed = typing.filter(({ texts }) => new Set(texts.map((each) => JSON.stringify(each))).size === 1)
  const { fixedInputs } = proofs.exceptions
  const why = (id: string) => fixedInputs.find(({ testcode }) => testcode === id)?.why
  const stale = fixedInputs.filter(({ testcode }) => ids.includes(testcode) && !fixed.some(({ id }) => id === testcode))
  return {
    result: {
      mission: mission.id,
      typing: typing.length,
      fixed: fixed.map(({ id }) => ({ testcode: id, why: why(id) })),
    },
    findings: stale.map(({ testcode }) => ({
      mission: mission.id,
      kind: 'exceptions',
      text: `"${testcode}" does not type the same under every seed: remove it from fixedInputs in exceptions.yaml`,
    })),
  }
}
