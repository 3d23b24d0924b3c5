/** How the assertions of an adapted test are observed: as those of the reference test are on the reference. */
import type { Site } from '../../../contracts/schema.ts'
import type { Ran } from '../../../testers/pytest/run.ts'
import type { Compared } from './compare.ts'
import type { Reference } from './reference.ts'

export interface PlacedSite {
  readonly site: Site
  /** Line of the same assertion in the reference test; undefined if there is no such line. */
  readonly line: number | undefined
  /** Whether a condition decides if it is reached. */
  readonly conditional: boolean
  readonly functions: readonly string[]
  /** Whether the reference tells nothing about it. */
  readonly free: boolean
}

/** An assertion that cannot be observed on the reference is not observed here either: it stays in the test as it is. */
export function sitesOf(
  found: readonly Site[],
  { pairs }: Compared,
  known: ReturnType<Reference['of']> | undefined,
): PlacedSite[] {
  const isCalibrated = known !== undefined && known.tests.length > 0
  return found.flatMap((site): PlacedSite[] => {
    const [line, , conditional = false, functions = []] = pairs.find(([, own]) => own === site.line) ?? []
    const twin = line === undefined ? undefined : known?.sites.get(line)
    if (isCalibrated && line !== undefined && !twin) return []
    return [{ site: observedAs(site, twin), line, conditional, functions, free: !twin }]
  })
}

function observedAs(site: Site, twin: Site | undefined): Site {
  // A plain value that the reference is compared with stays one when a name stands for it.
  if (site.form === 'same')
    return { ...site, plain: twin?.form === 'equal' || (twin?.plain ?? false), ...standingsOf(twin) }
  if (twin?.form === 'same' && site.form === 'equal' && site.values.length === 2)
    return { ...comparison(site, twin.plain), ...standingsOf(twin) }
  // On the reference it is looked for in an object, which decides itself.
  if (twin?.form === 'truth' && CONTAINERS.has(site.form) && site.values.length === 2)
    return { ...condition(site, twin.template), ...standingsOf(twin) }
  return site.form === 'truth' && site.template === twin?.template ? { ...site, ...standingsOf(twin) } : site
}

function standingsOf(twin: Site | undefined): Pick<Site, 'standings'> {
  return twin?.standings ? { standings: twin.standings } : {}
}

const CONTAINERS: ReadonlySet<Site['form']> = new Set<Site['form']>(['contains', 'lacks', 'within'])

function condition({ file, line, span, values }: Site, template = '{0}'): Site {
  return { file, line, span, values, form: 'truth', template }
}

/** The expected value is in the process then. */
function comparison({ file, line, span, values }: Site, plain = false): Site {
  return { file, line, span, values, form: 'same', plain }
}

/**
 * Sites that were given an object where a plain value is expected, and of which the reference tells nothing, as comparisons; undefined if there are
 * none. The object may be equal to the value.
 */
export function asComparisons(placed: readonly PlacedSite[], { record }: Ran): PlacedSite[] | undefined {
  const opaque = new Set<number>()
  for (const { hits } of record.tests.values())
    for (const { placed: told, opaque: isOpaque } of hits) {
      const number = told?.number
      const own = number === undefined ? undefined : placed[number]
      if (number !== undefined && own?.free === true && isComparable(own.site) && isOpaque) opaque.add(number)
    }
  if (opaque.size === 0) return undefined
  return placed.map((each, number) => (opaque.has(number) ? { ...each, site: comparison(each.site) } : each))
}

function isComparable({ form, values }: Site): boolean {
  return form === 'equal' && values.length === 2
}
