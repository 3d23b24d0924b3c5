/** Pure: whether failing early changed a verdict. Compares two validations that differ only in their patience. */
import { pluralise } from '../../lib/wording/count.ts'
import type { Claim } from './limits.ts'
import type { Validation } from './results.ts'

/** A result that depends on how long expectations wait. */
export interface PatienceDifference {
  readonly mission: string
  /** Such as `canonical: add-task` or `written fault no-check`. */
  readonly about: string
  readonly auto: string
  readonly full: string
}

export interface PatienceComparison {
  /** Points of solutions, testcodes of baselines and cheats, and faults that have a result in both validations. */
  readonly compared: number
  /** Those whose result is unknown in one of the validations, or that only one of them judged. */
  readonly unknown: number
  readonly differences: readonly PatienceDifference[]
  /** How long the validations took. */
  readonly seconds: { readonly auto: number; readonly full: number }
}

/** All results about one project that were compared at once. */
interface Group {
  readonly mission: string
  readonly about: string
  /** Number of results. */
  readonly size: number
  /** Results that are not `usual`, by name; undefined if unknown. */
  readonly others: ReadonlyMap<string, string | undefined>
  readonly usual: string
  /** Shown beside the result, and not compared: it says how long an expectation waited. */
  readonly reason?: string
}

export function comparePatience(auto: Validation, full: Validation): PatienceComparison {
  const [first, second] = [auto, full].map((one) => new Map(groupsOf(one).map((group) => [keyOf(group), group])))
  const keys = new Set([...(first?.keys() ?? []), ...(second?.keys() ?? [])])
  const pairs = [...keys].map((key) => {
    const [one, other] = [first?.get(key), second?.get(key)]
    if (one !== undefined && other !== undefined) return compareGroups(one, other)
    // It was judged in one of the validations only.
    const size = (one ?? other)?.size ?? 0
    return { size, unknown: size, differences: [] }
  })
  const unknown = pairs.reduce((sum, pair) => sum + pair.unknown, 0)
  return {
    compared: pairs.reduce((sum, pair) => sum + pair.size, 0) - unknown,
    unknown,
    differences: pairs.flatMap(({ differences }) => differences),
    seconds: { auto: auto.seconds, full: full.seconds },
  }
}

function compareGroups(auto: Group, full: Group) {
  const { mission, about } = auto
  const differences: PatienceDifference[] = []
  let unknown = 0
  for (const name of new Set([...auto.others.keys(), ...full.others.keys()])) {
    const [one, other] = [resultOf(auto, name), resultOf(full, name)]
    if (one === undefined || other === undefined) unknown += 1
    else if (one !== other)
      differences.push({
        mission,
        about: `${about}${name}`,
        auto: withReason(auto, one),
        full: withReason(full, other),
      })
  }
  return { size: Math.max(auto.size, full.size), unknown, differences }
}

function withReason({ reason }: Group, result: string): string {
  return reason === undefined || reason === '' ? result : `${result} (${reason})`
}

function resultOf({ others, usual }: Group, name: string): string | undefined {
  return others.has(name) ? others.get(name) : usual
}

function groupsOf({ solutions, baselines, redteam, faults }: Validation): Group[] {
  return [
    ...solutions.map(({ mission, solution, points, problems }): Group => {
      const result = (statuses: readonly string[]) => (statuses.includes('unjudged') ? undefined : statuses.join(', '))
      const others = new Map(problems.map(({ point, statuses }) => [point, result(statuses)]))
      // A solution is judged several times; where it passes each time, no statuses are listed.
      return { mission, about: `${solution}: `, size: points, others, usual: 'passed each time' }
    }),
    ...baselines.map(({ mission, agent, testcodes, passes, runnable }): Group => {
      const others = passed(passes, runnable)
      return { mission, about: `baseline ${agent}: `, size: testcodes + 1, others, usual: 'not passed' }
    }),
    ...redteam.map(({ mission, agent, testcodes, passes, runnable, unjudged }): Group => {
      const others = new Map([...passed(passes, runnable), ...unjudged.map((point) => [point, undefined] as const)])
      return { mission, about: `cheat ${agent}: `, size: testcodes + 1, others, usual: 'not passed' }
    }),
    ...faults.map(({ mission, kind, name, file, line, before, after, outcome, by }): Group => {
      const place = `${kind} fault ${name} at ${file}:${String(line)} (${before.trim()} → ${after.trim()})`
      const others = new Map([['', outcome === 'unjudged' ? undefined : outcome]])
      return { mission, about: place, size: 1, others, usual: '', reason: by }
    }),
  ]
}

function passed(passes: readonly { readonly testcode: string }[], runnable: boolean): Map<string, string | undefined> {
  const ids = [...(runnable ? ['runnable'] : []), ...passes.map(({ testcode }) => testcode)]
  return new Map(ids.map((id) => [id, 'passed']))
}

function keyOf({ mission, about }: Group): string {
  return `${mission}\n${about}`
}

export function patienceClaim({ compared, unknown, differences }: PatienceComparison): Claim {
  return {
    claim: 'Failing early on a page at rest changes no verdict',
    figure: `${pluralise(differences.length, 'difference')} in ${String(compared)} results, ${String(unknown)} unknown`,
    holds: differences.length === 0 && unknown === 0 && compared > 0,
  }
}

export function patienceText({ differences, seconds }: PatienceComparison): string {
  const lines = differences.map(
    ({ mission, about, auto, full }) => `${mission}: ${about}: ${auto}, but with full patience: ${full}`,
  )
  return [...lines, `${seconds.auto.toFixed(0)} s; ${seconds.full.toFixed(0)} s with full patience`].join('\n')
}
