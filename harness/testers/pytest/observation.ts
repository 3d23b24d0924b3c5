import type { PythonValue, Site } from '../../contracts/schema.ts'
import { canonical, isIn, shown } from './canonical.ts'

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
  /** Whether the value is an object. */
  readonly opaque: boolean
}

export function hitOf(placed: Placed | undefined, observed: Observed): Hit {
  return {
    placed,
    problem: placed === undefined ? 'an observation names no assertion' : problemOf(placed, observed),
    plain: placed?.site.form === 'same' && isPlain(observed),
    opaque: observed[0]?.[0] === '?',
  }
}

/** The problem of an observation; undefined if the assertion holds. */
export function problemOf(
  { site, inverted }: Pick<Placed, 'site' | 'inverted'>,
  observed: Observed,
): string | undefined {
  const [first, left, right] = observed
  if (first === undefined) return 'told nothing'
  if (site.form === 'truth' || site.form === 'same') {
    if (first[0] !== 'b') return 'told no truth value'
    if (first[1] === inverted) return site.form === 'same' ? unequal(left, right) : 'does not hold'
    if (site.form === 'truth' || site.plain !== true) return undefined
    const same = left && right && canonical(left) !== undefined && canonical(left) === canonical(right)
    return same === true ? undefined : unequal(left, right)
  }
  const { expected } = site
  if (expected === undefined) return 'has no expected value'
  return holds(site.form, first, expected)
    ? undefined
    : `got ${shown(first)}, expected ${WORDS[site.form]}${shown(expected)}`
}

const WORDS = {
  equal: '',
  is: '',
  differ: 'anything but ',
  contains: 'it to contain ',
  lacks: 'it not to contain ',
  within: 'one of ',
} as const

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
  return left && right ? `${shown(left)} is not equal to ${shown(right)}` : 'is not equal'
}

/** Whether both sides of a comparison were plain values. */
export function isPlain([, left, right]: Observed): boolean {
  return left !== undefined && right !== undefined && canonical(left) !== undefined && canonical(right) !== undefined
}
