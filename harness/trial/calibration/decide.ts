/** Evidence of the reference runs about its tests and their assertions. Turns values into values. */
import type { Calibration, LibrarySuite, Site, Standing } from '../../contracts/schema.ts'
import { sha256 } from '../../lib/files/digest.ts'
import type { FoundFile } from '../../testers/pytest/find-sites.ts'
import { comparedIn, digestOf, lowest, type ComparedValues } from '../../testers/pytest/observation.ts'
import { isSound, type ToldTest } from '../../testers/pytest/record.ts'
import type { Ran } from '../../testers/pytest/run.ts'

/** A test that passes on the reference as it is. */
export interface Passing {
  readonly node: string
  readonly seconds: number
  /** Seconds of these without processor: it slept, or waited for another program. */
  readonly waited: number
}

export function passing({ record }: Ran): Passing[] {
  return record.items.flatMap((node, index) => {
    const told = record.tests.get(index)
    return told && isSound(told) ? [{ node, seconds: secondsOf(told), waited: waitedOf(told) }] : []
  })
}

function waitedOf(told: ToldTest): number {
  return Math.max(0, secondsOf(told) - (told.lastBusy - told.beganBusy))
}

function secondsOf({ began, last }: ToldTest): number {
  return Math.max(0, Math.round((last - began) * 1000) / 1000)
}

/**
 * The sites that tests which pass also pass when observed. A comparison with something that is not plain is told as a
 * truth value: its expected value is in the process then.
 */
export function sitesToKeep(ran: Ran, wanted: readonly Passing[]): Site[] {
  const state = new Map<number, { readonly site: Site; good: boolean; plain: boolean; opaque: boolean }>()
  const broken = new Set<number>()
  for (const index of wanted.keys()) {
    const told = ran.record.tests.get(index)
    for (const { placed, problem, plain, opaque } of told?.hits ?? []) {
      if (!placed) continue
      const before = state.get(placed.number) ?? { site: placed.site, good: true, plain: true, opaque: false }
      if (problem !== undefined) before.good = false
      if (!plain) before.plain = false
      if (opaque) before.opaque = true
      state.set(placed.number, before)
      if (!told || !isSound(told)) broken.add(placed.number)
    }
  }
  return [...state]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([number, { site, good, plain, opaque }]) => {
      if (broken.has(number)) return []
      if (site.form === 'same') return good ? [{ ...site, plain }] : []
      if (good) return [site]
      if (site.form === 'equal') return opaque && site.values.length === 2 ? [asComparison(site)] : []
      const template = CONDITIONS.get(site.form)
      return template === undefined ? [] : [asCondition(site, template)]
    })
}

/** How the reference is judged by the values of its comparisons. */
export interface Pins {
  readonly sites: readonly Site[]
  readonly unused: Calibration['unused']
  /** Numbers of the sites that compare the same in all runs. */
  readonly stable: ReadonlySet<number>
}

/**
 * Comparisons of plain values that are the same in both runs of the reference: what is compared there must be that value in other
 * projects, too. If one side does not depend on the library, it is not computed, nor are variables that only such sides use: what
 * produced code could read is not what it has to give.
 *
 * @param last The run with these sites
 * @param except Numbers of sites that stay as they are
 */
export function pinsOf(
  sites: readonly Site[],
  found: readonly FoundFile[],
  [last, other]: readonly [Ran, Ran],
  except: ReadonlySet<number> = new Set(),
): Pins {
  const stable = new Set(stableSites(sites, last, other).filter((number) => !except.has(number)))
  const dropped = new Set<string>()
  const pinned = sites.map((site, number) => {
    const { file, line, span, values, own } = site
    const [side, library] = own === undefined ? [] : [values[own], values[1 - own]]
    if (!stable.has(number) || side === undefined || library === undefined) return site
    dropped.add(placeOf(file, side))
    return { file, line, span, values: [library], form: 'pinned' as const }
  })
  const unused = found.flatMap(({ file, unused: all }) =>
    all
      .filter(({ sides }) => sides.every((side) => dropped.has(placeOf(file, side))))
      .map(({ span }) => ({ file, span })),
  )
  return { sites: pinned, unused, stable }
}

/** Numbers of sites that compare the same plain values in both runs, in each test that reaches them. */
function stableSites(sites: readonly Site[], last: Ran, other: Ran): number[] {
  const changing = new Set<number>()
  const reachedSites = new Set<number>()
  for (const [index, told] of last.record.tests) {
    const before = comparedByPlace(other.record.tests.get(index))
    const now = comparedIn(told.hits)
    for (const { placed } of told.hits) {
      if (placed?.site.form !== 'same') continue
      reachedSites.add(placed.number)
      const [a, b] = [now.get(placed.number), before.get(placeOf(placed.site.file, placed.site.span))]
      if (a === undefined || b === undefined || digestOf(a) !== digestOf(b)) changing.add(placed.number)
    }
  }
  return [...sites.keys()].filter((number) => reachedSites.has(number) && !changing.has(number))
}

/** Another run may have other numbers. */
function comparedByPlace(told: ToldTest | undefined): ReadonlyMap<string, ComparedValues> {
  const hits = told?.hits ?? []
  const sites = new Map(hits.flatMap(({ placed }) => (placed === undefined ? [] : [[placed.number, placed.site]])))
  return new Map(
    [...comparedIn(hits)].flatMap(([number, compared]) => {
      const site = sites.get(number)
      return site === undefined ? [] : [[placeOf(site.file, site.span), compared] as const]
    }),
  )
}

function placeOf(file: string, [start, end]: Site['span']): string {
  return `${file}:${String(start)}-${String(end)}`
}

/** Sites that a run of the reference shows to be pinned wrongly: its tests fail with them, or compare other values than before. */
export function wronglyPinned(
  ran: Ran,
  before: Ran,
  stable: ReadonlySet<number>,
  wanted: readonly Passing[],
): Set<number> {
  const wrong = new Set<number>()
  for (const index of wanted.keys()) {
    const old = comparedIn(before.record.tests.get(index)?.hits ?? [])
    const own = comparedIn(ran.record.tests.get(index)?.hits ?? [])
    const fails = passesObserved(before, index) && !passesObserved(ran, index)
    for (const [number, compared] of old) {
      const now = own.get(number)
      if (stable.has(number) && (fails || now === undefined || digestOf(now) !== digestOf(compared))) wrong.add(number)
    }
  }
  return wrong
}

/** Of forms whose expected value is looked for in an object, or is one of several: how the process itself decides them. */
const CONDITIONS = new Map<Site['form'], string>([
  ['contains', '{1} in {0}'],
  ['lacks', '{1} not in {0}'],
  ['within', '{0} in {1}'],
])

/** With the lowest standing of each value that is compared. */
function withStandings(sites: readonly Site[], { record }: Ran): Site[] {
  const seen = new Map<number, readonly Standing[]>()
  for (const { hits } of record.tests.values())
    for (const { placed, standings } of hits) {
      if (!placed || standings.length === 0) continue
      const before = seen.get(placed.number) ?? standings
      // Arguments may be given as a list, which is shorter another time.
      const common = standings.slice(0, before.length)
      seen.set(
        placed.number,
        common.map((each, index) => lowest([each, before[index] ?? each])),
      )
    }
  return sites.map((site, number) => {
    const standings = seen.get(number)
    return standings ? { ...site, standings: [...standings] } : site
  })
}

function asCondition({ file, line, span, values }: Site, template: string): Site {
  return { file, line, span, values, form: 'truth', template }
}

function asComparison({ file, line, span, values }: Site): Site {
  return { file, line, span, values, form: 'same', plain: false }
}

/** Of the tests that pass as they are, those that do not when observed. */
export function excludedOf(ran: Ran, wanted: readonly Passing[]): number[] {
  return [...wanted.keys()].filter((index) => !passesObserved(ran, index))
}

function passesObserved(ran: Ran, index: number): boolean {
  const told = ran.record.tests.get(index)
  if (!told || !isSound(told)) return false
  return told.hits.every(({ problem }) => problem === undefined)
}

interface Runs {
  readonly python: string
  readonly suite: LibrarySuite
  readonly plain: Ran
  readonly found: readonly FoundFile[]
  readonly imports: readonly string[]
  readonly wanted: readonly Passing[]
  /** Of a suite whose assertions are observed. */
  readonly pins?: Pins
  readonly last?: Ran
  readonly others?: readonly Ran[]
  readonly onDisk?: readonly string[]
  /** Indices in `wanted` of tests that do not always pass on a busy machine. */
  readonly unsteady?: ReadonlySet<number>
}

export function calibrationOf(runs: Runs): Calibration {
  const { suite, python, plain, found, imports, wanted, onDisk = [], pins, last, others = [], unsteady = [] } = runs
  const changing = new Set(last ? excludedOf(last, wanted) : [])
  const lost = new Set([...changing, ...unsteady])
  const judged = wanted.flatMap(({ node, seconds }, index) =>
    lost.has(index) ? [] : [{ id: testcodeId(node), node, seconds, ...comparedOf(last, index, pins) }],
  )
  const changed = [...lost].map((index) => ({
    id: testcodeId(wanted[index]?.node ?? ''),
    reason: `its verdict on the reference changes from run to run${changing.has(index) ? '' : ' on a busy machine'}`,
  }))
  return {
    schemaVersion: 1,
    python,
    tests: unique(judged),
    excluded: unique([...notPassing(plain), ...uncollected(suite, plain, found), ...changed]),
    sites: last && pins ? withStandings(pins.sites, last) : [],
    unused: pins ? [...pins.unused] : [],
    onDisk: [...onDisk],
    imports: [...imports],
    allowed: causedBy([plain, ...others, ...(last ? [last] : [])]),
    seconds: Math.round(plain.measured.cpuSeconds * 100) / 100,
  }
}

/** Actions of the reference that elsewhere only an attack would take. */
function causedBy(runs: readonly Ran[]): string[] {
  const tampered = runs.flatMap(({ record }) => record.tampered.map((what) => what.replace(/^(event|replaced) /, '')))
  const replaced = runs.flatMap(({ record }) => [...record.tests.values()].flatMap((test) => [...test.replaced]))
  return [...new Set([...tampered, ...replaced])].toSorted()
}

function comparedOf(
  last: Ran | undefined,
  index: number,
  pins: Pins | undefined,
): Pick<Calibration['tests'][number], 'sites' | 'values'> {
  if (last === undefined || pins === undefined) return { sites: [], values: {} }
  const compared = comparedIn(last.record.tests.get(index)?.hits ?? [])
  const values = [...compared]
    .filter(([number]) => pins.stable.has(number))
    .map(([number, each]) => {
      const [only] = each.values()
      const text = each.size === 1 && only !== undefined ? { shown: only } : {}
      return [String(number), { digest: digestOf(each), ...text }] as const
    })
  return { sites: reached(last, index), values: Object.fromEntries(values) }
}

function reached({ record }: Ran, index: number): number[] {
  const hits = record.tests.get(index)?.hits ?? []
  // A comparison inside a larger condition need not be made: another solution may not come there.
  const numbers = hits.flatMap(({ placed }) => (placed && placed.site.form !== 'inner' ? placed.number : []))
  return [...new Set(numbers)].toSorted((a, b) => a - b)
}

function notPassing({ record, measured }: Ran): Calibration['excluded'] {
  return record.items.flatMap((node, index) => {
    const told = record.tests.get(index)
    if (told && isSound(told)) return []
    return [
      {
        id: testcodeId(node),
        reason: told ? whyNot(told) : `it did not run on the reference: ${measured.reason ?? ''}`,
      },
    ]
  })
}

function whyNot({ phases, done }: ToldTest): string {
  const bad = phases.find(({ outcome }) => outcome !== 'passed')
  if (!bad) return done ? 'fails on the reference' : 'does not end on the reference'
  const text = lastError(bad.text)
  if (bad.expectedToFail) return `is expected to fail: ${text}`
  return bad.outcome === 'skipped' ? `is skipped on the reference: ${text}` : reasonOf(text)
}

function reasonOf(text: string): string {
  const missing = /No module named '([^']+)'/.exec(text)
  return missing
    ? `needs the Python module ${missing[1] ?? ''}, which is not installed`
    : `fails on the reference: ${text}`
}

/** Tests of files that cannot be collected, by their names in the file: all of them if pytest collects nothing. */
function uncollected({ tests }: LibrarySuite, ran: Ran, found: readonly FoundFile[]): Calibration['excluded'] {
  const { items, uncollected: files } = ran.record
  const all = [...files]
  const general = items.length + all.length === 0 ? lastError(ran.measured.errors) : undefined
  return found.flatMap(({ file, tests: names }) => {
    const own = all.find(([node]) => `${tests}/${file}` === node || `${tests}/${file}`.startsWith(`${node}/`))
    const why = own?.[1] === undefined ? general : lastError(own[1])
    return why === undefined ? [] : names.map((node) => ({ id: testcodeId(node), reason: reasonOf(why) }))
  })
}

function lastError(text: string): string {
  const lines = text.trim().split('\n')
  const line = lines.findLast((each) => each.startsWith('E ')) ?? lines.at(-1) ?? ''
  return line.replace(/^E\s+/, '').slice(0, 300)
}

/** Characters of a testcode's id. */
const LONGEST = 300

/** The id of a test as pytest names it; long ones and those with control characters end with a digest. */
export function testcodeId(node: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is replaced
  const clean = node.replaceAll(/[\u0000-\u001f\u007f]/g, '?')
  if (clean === node && node.length <= LONGEST) return node
  return `${clean.slice(0, LONGEST - 20)}#${sha256(node).slice(0, 16)}`
}

function unique<T extends { readonly id: string }>(list: readonly T[]): T[] {
  return [...new Map(list.map((each) => [each.id, each])).values()]
}
