import type { GroupInfo } from '../data.ts'
import type { Model } from './model.ts'

/** The total cost of a group's trials in US dollars; undefined if unknown. */
export function costOf({ use }: GroupInfo): number | undefined {
  return use?.cost
}

/** Without any agent that uses models, the cost of libraries is not shown. */
export function hasCost({ areLibraries, overview }: Model): boolean {
  return !areLibraries || overview.groups.some(({ use }) => use !== undefined)
}

export function costText(group: GroupInfo): string {
  const cost = costOf(group)
  return cost === undefined ? 'unknown' : money(cost)
}

/** Shows small sums with enough digits to tell them apart. */
export function money(dollars: number): string {
  return `$${dollars.toFixed(dollars > 0 && dollars < 0.1 ? 4 : 2)}`
}
