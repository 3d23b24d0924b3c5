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
  /** A traceback with the assertions of the test files in place of the observations that ran instead. */
  restore(traceback: string): string
}

/** Replaces assertions by observations. Lines keep their numbers. */
export function rewriting(sites: readonly Site[]): Rewriting {
  const names = { value: name(), same: name(), differs: name() }
  const placed = new Map<string, Placed>()
  const replaced = new Map<string, Replaced>()
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
        const made = replacement(id, each, content, names)
        replaced.set(id, { made: made.split('\n'), original: content.subarray(from, to).toString('utf8').split('\n') })
        parts.push(content.subarray(end, from), Buffer.from(made))
        end = to
      }
      return Buffer.concat([...parts, content.subarray(end)])
    },
    restore: (traceback) => restored(traceback, replaced),
  }
}

/** The lines of an observation and of the assertion in whose place it stands. */
interface Replaced {
  readonly made: readonly string[]
  readonly original: readonly string[]
}

const SITE_ID = /'([0-9a-f]{18})'/

/** How pytest begins a line of source that it shows. Others are texts of errors, which a library chooses. */
const SOURCE = /^(?:>| {4})/

/** Lines are compared without their indentation, which pytest reduces. */
function restored(traceback: string, replaced: ReadonlyMap<string, Replaced>): string {
  const lines = traceback.split('\n')
  for (const [index, line] of lines.entries()) {
    const found = SOURCE.test(line) ? replaced.get(SITE_ID.exec(line)?.[1] ?? '') : undefined
    for (const [offset, made] of found?.made.entries() ?? []) {
      const shown = lines[index + offset] ?? ''
      const at = made.trim() === '' ? shown.trim() === '' : shown.endsWith(made.trimStart())
      if (!at) break
      const prefix = shown.slice(0, shown.length - made.trimStart().length)
      lines[index + offset] = `${prefix}${(found?.original[offset] ?? '').trimStart()}`
    }
  }
  return lines.join('\n')
}

function name(): string {
  return `_${randomBytes(8).toString('hex')}`
}

function replacement(id: string, { site, inverted }: Placed, content: Buffer, names: ObserverNames): string {
  const values = site.values.map(([from, to]) => content.subarray(from, to).toString('utf8'))
  const made = call(id, site, inverted, names, values)
  const lines = content
    .subarray(...site.span)
    .toString('utf8')
    .split('\n').length
  const missing = lines - made.split('\n').length
  // Inside the parentheses, where a line break means nothing.
  return `${made.slice(0, -1)}${'\n'.repeat(Math.max(0, missing))})`
}

function call(id: string, site: Site, inverted: boolean, names: ObserverNames, values: readonly string[]): string {
  const [first = '', second = ''] = values
  if (site.form === 'same') return `${inverted ? names.differs : names.same}('${id}', (${first}), (${second}))`
  if (site.form === 'truth') return truth(id, site.template ?? '{0}', inverted, names.value, values)
  return `${names.value}(('${id}', (${first})))`
}

/** Each value is computed once, decides whether the condition is true, and is told. */
function truth(id: string, template: string, inverted: boolean, observer: string, values: readonly string[]): string {
  const own = values.map((_, index) => `_${String(index)}`)
  const condition = template.replaceAll(/\{(\d)\}/g, (_, index: string) => own[Number(index)] ?? '')
  const told = `('${id}', ${inverted ? 'not' : 'not not'} (${condition}), ${own.join(', ')})`
  return `(lambda ${own.join(', ')}: ${observer}(${told}))(${values.map((each) => `(${each})`).join(', ')})`
}
