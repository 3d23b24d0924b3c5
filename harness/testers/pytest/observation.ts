import { MOST_STANDINGS, STANDINGS, type PythonValue, type Site, type Standing } from '../../contracts/schema.ts'
import { sha256 } from '../../lib/files/digest.ts'
import { canonical, isIn, showValue } from './canonical.ts'

/** One report of a site: the value that it was given, or for `same` the comparison and both sides. */
export type Observed = readonly PythonValue[]

/** How a site is written into a run: `inverted` sites tell the opposite truth, so that no constant answer is right. */
export interface Placed {
  readonly site: Site
  readonly number: number
  readonly inverted: boolean
}

/** A judged observation, without the values: a run may tell far more of them than fit into memory. */
export interface Hit {
  /** Undefined if the observation names no site. */
  readonly placed: Placed | undefined
  /** Undefined if the assertion holds. */
  readonly problem: string | undefined
  /** Whether both sides of a comparison are plain values. */
  readonly plain: boolean
  /** Whether the value is an object, or a container with one. */
  readonly opaque: boolean
  /** At least what each value must be in other projects, if this is the reference. */
  readonly standings: readonly Standing[]
  /** Of `pinned`, and of `same` if both sides are equal plain values: what is compared. */
  readonly value: ComparedValue | undefined
}

export interface ComparedValue {
  /** Two values have the same one exactly if they are equal in Python. */
  readonly digest: string
  /** As a person reads it. */
  readonly shown: string
}

const NONE: readonly Standing[] = []

export function hitOf(placed: Placed | undefined, observed: Observed): Hit {
  return {
    placed,
    problem: placed === undefined ? 'an observation names no assertion' : problemOf(placed, observed),
    plain: placed?.site.form === 'same' && isPlain(observed),
    opaque: observed[0] !== undefined && isOpaque(observed[0]),
    standings: observed.length > 1 ? standingsOf(observed.slice(1)).slice(0, MOST_STANDINGS) : NONE,
    value: placed === undefined ? undefined : comparedValue(placed.site, observed),
  }
}

function comparedValue({ form, plain }: Site, observed: Observed): ComparedValue | undefined {
  // Of the reference it is not known yet whether both sides are plain.
  if (form !== 'pinned' && (form !== 'same' || plain === false)) return undefined
  const value = form === 'pinned' ? observed[0] : observed[1]
  const text = value === undefined ? undefined : canonical(value)
  if (value === undefined || text === undefined) return undefined
  if (form === 'same' && (observed[2] === undefined || canonical(observed[2]) !== text)) return undefined
  return { digest: sha256(text).slice(0, DIGEST_DIGITS), shown: showValue(value) }
}

/** Hexadecimal digits: nobody looks for a second value with the same ones, and a run may have 500,000 of them. */
const DIGEST_DIGITS = 24

/** Digests of the values of a site, each with the value as a person reads it. */
export type ComparedValues = ReadonlyMap<string, string>

/** The values that each site of a test compared, by its number. A site that once compared something else than plain values is missing. */
export function comparedIn(hits: readonly Hit[]): ReadonlyMap<number, ComparedValues> {
  const found = new Map<number, Map<string, string>>()
  const others = new Set<number>()
  for (const { placed, value } of hits) {
    if (placed === undefined) continue
    const { number } = placed
    if (value === undefined) others.add(number)
    else found.set(number, (found.get(number) ?? new Map<string, string>()).set(value.digest, value.shown))
  }
  for (const number of others) found.delete(number)
  return found
}

/** Of a set of values: a loop may come to them in another order, and more than once. */
export function digestOf(compared: ComparedValues): string {
  return sha256([...compared.keys()].toSorted().join('\n'))
}

/** The problem of an observation; undefined if the assertion holds. */
export function problemOf(
  { site, inverted }: Pick<Placed, 'site' | 'inverted'>,
  observed: Observed,
): string | undefined {
  const [first, ...values] = observed
  const [left, right] = values
  if (first === undefined) return 'told nothing'
  if (isOfValue(site.form)) {
    const { expected } = site
    if (expected === undefined) return 'has no expected value'
    return holds(site.form, first, expected)
      ? undefined
      : `got ${showValue(first)}, expected ${WORDS[site.form]}${showValue(expected)}`
  }
  // Its value is compared with that of the reference when the test has ended.
  if (site.form === 'pinned')
    return canonical(first) === undefined ? 'got an object, expected a plain value' : undefined
  if (first[0] !== 'b') return 'told no truth value'
  // Nothing was compared then.
  if (areLess(standingsOf(values), site.standings ?? NONE)) return LESS_TRUSTED
  if (site.form !== 'same' && site.form !== 'truth') return first[1] ? undefined : 'told that it did not pass'
  if (first[1] === inverted) return site.form === 'same' ? unequal(left, right) : doesNotHold(site, values)
  if (site.form === 'truth' || site.plain !== true) return undefined
  const same = left && right && canonical(left) !== undefined && canonical(left) === canonical(right)
  return same === true ? undefined : unequal(left, right)
}

/** It need not be of the project: a `Fraction` has a lower standing than a float, too. */
const LESS_TRUSTED =
  'got an object that decides itself what is true of it; the reference has a plain value or an object of a known class'

function doesNotHold({ template }: Site, values: Observed): string {
  const told = template === undefined || values.length < 2 ? undefined : values.map(showValue)
  return told === undefined ? 'does not hold' : `does not hold with ${told.join(' and ')}`
}

/**
 * An object may be equal to everything. If one value alone decides, an object can only be as true as any other: a value is not
 * demanded there, but an object of the project's own class is not enough, because it answers every call with an object.
 */
function standingsOf(told: Observed): Standing[] {
  return told.map(
    told.length > 1 ? standingOf : (value) => (value[0] === '?' && standingOf(value) === 'object' ? 'object' : 'known'),
  )
}

function isOpaque(value: PythonValue): boolean {
  if (value[0] === 'd') return value[1].flat().some(isOpaque)
  return value[0] === '?' || ((value[0] === 'l' || value[0] === 't' || value[0] === 'e') && value[1].some(isOpaque))
}

/** The lowest standing of its parts. */
export function standingOf(value: PythonValue): Standing {
  if (value[0] === '?') return value[1] === 'atom' ? 'value' : value[1] === 'known' ? 'known' : 'object'
  if (value[0] === 'd') return lowest(value[1].flat().map(standingOf))
  return value[0] === 'l' || value[0] === 't' || value[0] === 'e' ? lowest(value[1].map(standingOf)) : 'value'
}

export function lowest(standings: readonly Standing[]): Standing {
  return STANDINGS.findLast((each) => standings.includes(each)) ?? 'value'
}

function areLess(own: readonly Standing[], wanted: readonly Standing[]): boolean {
  return wanted.some((each, index) => STANDINGS.indexOf(own[index] ?? 'object') > STANDINGS.indexOf(each))
}

const WORDS = {
  equal: '',
  is: '',
  differ: 'anything but ',
  contains: 'it to contain ',
  lacks: 'it not to contain ',
  within: 'one of ',
} as const

function isOfValue(form: Site['form']): form is keyof typeof WORDS {
  return form in WORDS
}

function holds(form: keyof typeof WORDS, value: PythonValue, expected: PythonValue): boolean {
  const [own, other] = [canonical(value), canonical(expected)]
  switch (form) {
    case 'equal':
      return own !== undefined && own === other
    case 'is':
      return value[0] === expected[0] && own === other
    case 'differ':
      return own !== undefined && own !== other
    case 'contains':
      return isIn(expected, value) === true
    case 'lacks':
      return isIn(expected, value) === false
    case 'within':
      return isIn(value, expected) === true
  }
}

function unequal(left: PythonValue | undefined, right: PythonValue | undefined): string {
  return left && right ? `${showValue(left)} is not equal to ${showValue(right)}` : 'is not equal'
}

/** Whether both sides of a comparison were plain values. */
export function isPlain([, left, right]: Observed): boolean {
  return left !== undefined && right !== undefined && canonical(left) !== undefined && canonical(right) !== undefined
}
