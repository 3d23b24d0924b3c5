import { randomBytes, randomInt } from 'node:crypto'
import type { Site } from '../../contracts/schema.ts'
import type { Placed } from './observation.ts'

/** The names under which a run has its observers, drawn for each run. */
export type ObserverNames = Readonly<Record<(typeof OBSERVERS)[number], string>>

const OBSERVERS = ['value', 'same', 'differs', 'truth', 'inner', 'block', 'call', 'mocked', 'raising', 'hay'] as const

/** Test files of one run, with fresh names. */
export interface Rewriting {
  readonly names: ObserverNames
  /** By the name of a site in this run. */
  readonly sites: ReadonlyMap<string, Placed>
  /** @param file Relative to the folder of the tests */
  rewrite(file: string, content: Buffer): Buffer
  /** The lines in whose place a site stands. */
  original(placed: Placed): string
  /** A traceback with the assertions of the test files in place of the observations that ran instead. */
  restore(traceback: string): string
}

/** A value that is not computed, because only sides that are not computed use it. */
export interface Unused {
  /** Relative to the folder of the tests. */
  readonly file: string
  readonly span: Site['span']
}

/** Replaces assertions by observations, and unused values by `None`. Lines keep their numbers. */
export function rewriting(sites: readonly Site[], unused: readonly Unused[] = []): Rewriting {
  const names = drawNames()
  const placedSites = new Map<string, Placed>()
  const replaced = new Map<string, Replaced>()
  const byFile = new Map<string, Own[]>()
  for (const [number, site] of sites.entries()) {
    const id = randomBytes(9).toString('hex')
    const entry = { site, number, inverted: randomInt(2) === 1 }
    placedSites.set(id, entry)
    byFile.set(site.file, [...(byFile.get(site.file) ?? []), { id, placed: entry }])
  }
  return {
    names,
    sites: placedSites,
    rewrite(file, content) {
      const blanks = unused.filter((each) => each.file === file).map(({ span }) => ({ span }))
      const own = [...(byFile.get(file) ?? []), ...blanks].toSorted(byPlace)
      const written = { own, content, names, replaced }
      return Buffer.from(textOf([0, content.length], written))
    },
    original: (placed) => {
      const id = [...placedSites].find(([, each]) => each === placed)?.[0] ?? ''
      return (replaced.get(id)?.original ?? []).join('\n')
    },
    restore: (traceback) => restored(traceback, replaced),
  }
}

/** The lines of an observation and of the assertion in whose place it stands. */
interface Replaced {
  readonly made: readonly string[]
  readonly original: readonly string[]
}

const SITE_ID = /'([0-9a-f]{18})'/g

/** How pytest begins a line of source that it shows. Others are texts of errors, which a library chooses. */
const SOURCE = /^(?:>| {4})/

/** Lines are compared without their indentation, which pytest reduces. */
function restored(traceback: string, replaced: ReadonlyMap<string, Replaced>): string {
  const lines = traceback.split('\n')
  for (const [index, line] of lines.entries()) {
    if (!SOURCE.test(line)) continue
    // The outer one comes first, and the inner ones are gone with it.
    for (const [, id = ''] of line.matchAll(SITE_ID)) {
      const found = replaced.get(id)
      if (!found?.made.every((made, offset) => lines[index + offset]?.includes(made.trimStart()))) continue
      for (const [offset, made] of found.made.entries()) {
        const shown = lines[index + offset] ?? ''
        const at = shown.lastIndexOf(made.trimStart())
        const original = (found.original[offset] ?? '').trimStart()
        lines[index + offset] = `${shown.slice(0, at)}${original}${shown.slice(at + made.trimStart().length)}`
      }
    }
  }
  return lines.join('\n')
}

function drawNames(): ObserverNames {
  return Object.fromEntries(OBSERVERS.map((each) => [each, name()])) as ObserverNames
}

function name(): string {
  return `_${randomBytes(8).toString('hex')}`
}

/** Outer ones first. */
function byPlace(some: Part, other: Part): number {
  const [a, b] = [spanOf(some), spanOf(other)]
  return a[0] - b[0] || b[1] - a[1]
}

interface Own {
  readonly id: string
  readonly placed: Placed
}

/** A replaced part of a file: an assertion or an unused value. */
type Part = Own | Pick<Unused, 'span'>

function spanOf(part: Part): Site['span'] {
  return 'span' in part ? part.span : part.placed.site.span
}

interface Written {
  /** By place. */
  readonly own: readonly Part[]
  readonly content: Buffer
  readonly names: ObserverNames
  readonly replaced: Map<string, Replaced>
}

/** A part of a file with its sites replaced. */
function textOf([from, to]: Site['span'], written: Written): string {
  const { own, content } = written
  const parts: string[] = []
  let end = from
  for (const each of own) {
    const [start, stop] = spanOf(each)
    if (start < end || stop > to) continue
    const made = 'span' in each ? blank(content.toString('utf8', start, stop)) : replacement(each, written)
    parts.push(content.toString('utf8', end, start), made)
    end = stop
  }
  return [...parts, content.toString('utf8', end, to)].join('')
}

function blank(value: string): string {
  return `(None${'\n'.repeat(value.split('\n').length - 1)})`
}

function replacement({ id, placed }: Own, { own, ...written }: Written): string {
  const { site } = placed
  // A block takes the place of itself.
  const inside = own.filter((each) => !('id' in each && each.id === id) && isWithin(spanOf(each), site.span))
  const values = site.values.map((span) => textOf(span, { ...written, own: inside }))
  const made = call(id, placed, written.names, values)
  const original = written.content.toString('utf8', ...site.span).split('\n')
  const missing = original.length - made.split('\n').length
  // Inside the parentheses, where a line break means nothing.
  const text = `${made.slice(0, -1)}${'\n'.repeat(Math.max(0, missing))})`
  written.replaced.set(id, { made: text.split('\n'), original })
  return text
}

function isWithin(inner: Site['span'], outer: Site['span']): boolean {
  return inner[0] >= outer[0] && inner[1] <= outer[1]
}

function call(id: string, { site, inverted }: Placed, names: ObserverNames, values: readonly string[]): string {
  const [first = '', second = ''] = values
  const least = `'${(site.standings ?? []).map((each) => LETTERS[each]).join('')}'`
  switch (site.form) {
    case 'same':
      return `${inverted ? names.differs : names.same}('${id}', ${least}, (${first}), (${second}))`
    case 'truth':
      return condition([names.truth, id, least], `${inverted ? 'not' : 'not not'} (`, site, values, ')')
    case 'inner':
      return condition([names.inner, id, least], '', site, values)
    case 'contains':
    case 'lacks':
      return `${names.hay}('${id}', (${first}))`
    case 'block':
      return `${names.block}('${id}', ${first})`
    case 'raising':
      return `${names.raising}('${id}', ${values.join(', ')})`
    case 'mocked':
      return `${names.mocked}('${id}', ${least}, '${site.template ?? ''}', ${values.join(', ')})`
    case 'asserting':
      return `${names.call}('${id}', ${least}, ${values.join(', ')})`
    default:
      return `${names.value}(('${id}', (${first})))`
  }
}

/** Letters by which `observers.py` knows them. */
const LETTERS = { value: 'v', known: 'k', object: 'o' } as const

/** Each value is computed once, is told, and decides whether the condition is true. */
function condition(
  [observer, id, least]: readonly [string, string, string],
  before: string,
  { template = '{0}' }: Site,
  values: readonly string[],
  after = '',
): string {
  const own = values.map((_, index) => `_${String(index)}`)
  const text = template.replaceAll(/\{(\d)\}/g, (_, index: string) => own[Number(index)] ?? '')
  const given = values.map((each) => `(${each})`).join(', ')
  return `${observer}('${id}', ${least}, lambda ${own.join(', ')}: ${before}${text}${after}, ${given})`
}
