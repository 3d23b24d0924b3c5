import type { LimitKind, Verdict } from '../contracts/schema.ts'
import { pluralisePoints, pointsText } from '../contracts/points.ts'

export { pointsText } from '../contracts/points.ts'

/** `0.5 of 3 points`; undefined for a verdict that is worth one point and earned one or none, because its status says so. */
export function earnedText({ status, points: { earned, of } }: Pick<Verdict, 'status' | 'points'>): string | undefined {
  if (of === 1 && status !== 'partial') return undefined
  if (of === 0) return 'worth no points'
  return `${pointsText(earned)} of ${pluralisePoints(of)}`
}

const LIMITS: Readonly<Record<LimitKind, string>> = {
  time: 'time limit',
  memory: 'memory limit',
  output: 'output limit',
  disk: 'disk limit',
  processes: 'limit of processes',
  leak: 'memory leak',
  build: 'build failed',
}

/** The limit that a verdict reached, unless its status says it already. */
export function limitText({ status, limit }: Pick<Verdict, 'status' | 'limit'>): string | undefined {
  if (limit === undefined || (limit === 'time' && status === 'timeout')) return undefined
  return LIMITS[limit]
}

/** `0.42 s, 12.5 MiB`: resource usage of a testcode, if its tester measured it. */
export function usageText({ usage = {} }: Pick<Verdict, 'usage'>): string | undefined {
  const { seconds, memoryMiB } = usage
  const parts = [
    ...(seconds === undefined ? [] : [`${pointsText(seconds)} s`]),
    ...(memoryMiB === undefined ? [] : [`${pointsText(memoryMiB)} MiB`]),
  ]
  return parts.length === 0 ? undefined : parts.join(', ')
}

/** Points and limit of a verdict, to be shown after its status; empty if there is nothing to add. */
export function verdictNote(verdict: Pick<Verdict, 'status' | 'points' | 'limit'>): string {
  const parts = [earnedText(verdict), limitText(verdict)].filter((part) => part !== undefined)
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

/** `1 line`, `2 lines`, `0.5 %`: a value with the unit of its measure, which the scorer gives in the plural. */
export function withUnit(text: string, value: number, unit: string | undefined): string {
  if (unit === undefined) return text
  return `${text} ${unitOf(value, unit)}`
}

/** The unit in the singular for one of it. */
export function unitOf(value: number, unit: string): string {
  return value === 1 ? singular(unit) : unit
}

/** Symbols such as `ms` and `GiB/s` are their own singular. */
function singular(unit: string): string {
  const isWord = /^[a-z]{4,}$/.test(unit)
  return isWord ? unit.replace(/(?<=s|x|ch|sh)es$|(?<=[^s])s$/, '') : unit
}
