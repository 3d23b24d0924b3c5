import type { GroupInfo } from '../data.ts'

/** What the trials of a group cost together, in US dollars; undefined if no agent said so. */
export function costOf({ use }: GroupInfo): number | undefined {
  return use?.cost
}

export function costText(group: GroupInfo): string {
  const cost = costOf(group)
  return cost === undefined ? 'unknown' : money(cost)
}

/** Small sums with as many digits as tell them apart. */
export function money(dollars: number): string {
  return `$${dollars.toFixed(dollars > 0 && dollars < 0.1 ? 4 : 2)}`
}
