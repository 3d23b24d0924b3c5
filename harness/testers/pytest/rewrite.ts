import { randomBytes, randomInt } from 'node:crypto'
import type { Site } from '../../contracts/schema.ts'
import type { Placed } from './observation.ts'

/** The names under which a run has its observers, drawn for each run. */
export interface ObserverNames {
  readonly value: string
  readonly same: string
  readonly differs: string
}

/** Test files of one run, with fresh names. */
export interface Rewriting {
  readonly names: ObserverNames
  /** By the name of a site in this run. */
  readonly sites: ReadonlyMap<string, Placed>
  /** @param file Relative to the folder of the tests */
  rewrite(file: string, content: Buffer): Buffer
}

/** Replaces assertions by observations. Lines keep their numbers. */
export function rewriting(sites: readonly Site[]): Rewriting {
  const names = { value: name(), same: name(), differs: name() }
  const placed = new Map<string, Placed>()
  const byFile = new Map<string, { readonly id: string; readonly placed: Placed }[]>()
  for (const [number, site] of sites.entries()) {
    const id = randomBytes(9).toString('hex')
    const entry = { site, number, inverted: randomInt(2) === 1 }
    placed.set(id, entry)
    byFile.set(site.file, [...(byFile.get(site.file) ?? []), { id, placed: entry }])
  }
  return {
    names,
    sites: placed,
    rewrite(file, content) {
      const own = (byFile.get(file) ?? []).toSorted((a, b) => a.placed.site.span[0] - b.placed.site.span[0])
      const parts: Buffer[] = []
      let end = 0
      for (const { id, placed: each } of own) {
        const [from, to] = each.site.span
        if (from < end) continue
        parts.push(content.subarray(end, from), Buffer.from(replacement(id, each, content, names)))
        end = to
      }
      return Buffer.concat([...parts, content.subarray(end)])
    },
  }
}

function name(): string {
  return `_${randomBytes(8).toString('hex')}`
}

function replacement(id: string, { site, inverted }: Placed, content: Buffer, names: ObserverNames): string {
  const [first = '', second = ''] = site.values.map(([from, to]) => content.subarray(from, to).toString('utf8'))
  const made = call(id, site, inverted, names, first, second)
  const lines = content
    .subarray(...site.span)
    .toString('utf8')
    .split('\n').length
  const missing = lines - made.split('\n').length
  // Inside the parentheses, where a line break means nothing.
  return `${made.slice(0, -1)}${'\n'.repeat(Math.max(0, missing))})`
}

function call(id: string, site: Site, inverted: boolean, names: ObserverNames, first: string, second: string): string {
  if (site.form === 'same') return `${inverted ? names.differs : names.same}('${id}', (${first}), (${second}))`
  if (site.form === 'truth') return `${names.value}(('${id}', ${inverted ? 'not' : 'not not'} (${first})))`
  return `${names.value}(('${id}', (${first})))`
}
