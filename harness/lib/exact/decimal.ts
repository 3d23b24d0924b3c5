import type { Decimal, Rounding } from '../../contracts/types.ts'

/** The number units / 10^scale. */
interface Exact {
  readonly units: bigint
  readonly scale: number
}

/** Exact arithmetic on decimal strings such as "-12.50". */
export const decimal: Decimal = {
  sum: (values) => printed(values.map(parsed).reduce(added, { units: 0n, scale: 0 })),
  difference: (from, take) => printed(added(parsed(from), negated(parsed(take)))),
  product: (factors) => printed(factors.map(parsed).reduce(multiplied, { units: 1n, scale: 0 })),
  quotient: (dividend, divisor, decimals, rounding = 'half-up') => {
    const [upper, lower] = [parsed(dividend), parsed(divisor)]
    if (lower.units === 0n) throw new RangeError(`${dividend} cannot be divided by 0`)
    const numerator = upper.units * power(lower.scale + decimals)
    const denominator = lower.units * power(upper.scale)
    return printed({ units: divided(numerator, denominator, rounding), scale: decimals })
  },
  rounded: (value, decimals, rounding = 'half-up') => {
    const { units, scale } = parsed(value)
    if (scale <= decimals) return printed(rescaled({ units, scale }, decimals))
    return printed({ units: divided(units, power(scale - decimals), rounding), scale: decimals })
  },
  compare: (one, other) => {
    const { units } = added(parsed(one), negated(parsed(other)))
    return units < 0n ? -1 : units > 0n ? 1 : 0
  },
  plain: (value) => {
    const text = printed(parsed(value))
    return text.includes('.') ? text.replace(/\.?0+$/, '') : text
  },
  grouped: (value, separator = ',') => {
    const [whole = '', ...decimals] = printed(parsed(value)).split('.')
    return [whole.replaceAll(/(?<=\d)(?=(\d{3})+$)/g, separator), ...decimals].join('.')
  },
}

/**
 * A decimal as a whole number of units of 10^-decimals.
 * @throws RangeError if it has more decimals
 */
export function unitsOf(value: string | number, decimals: number): bigint {
  const exact = parsed(String(value))
  if (exact.scale > decimals) throw new RangeError(`"${value}" has more than ${String(decimals)} decimals`)
  return rescaled(exact, decimals).units
}

export function decimalOf(units: bigint, decimals: number): string {
  return printed({ units, scale: decimals })
}

function parsed(text: string): Exact {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) throw new RangeError(`"${text}" is not a decimal such as "-12.50"`)
  const [, sign = '', whole = '', decimals = ''] = match
  const units = BigInt(whole + decimals)
  return { units: sign === '' ? units : -units, scale: decimals.length }
}

function printed({ units, scale }: Exact): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const sign = units < 0n ? '-' : ''
  const whole = digits.slice(0, digits.length - scale)
  return scale === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-scale)}`
}

function added(one: Exact, other: Exact): Exact {
  const scale = Math.max(one.scale, other.scale)
  return { units: rescaled(one, scale).units + rescaled(other, scale).units, scale }
}

function multiplied(one: Exact, other: Exact): Exact {
  return { units: one.units * other.units, scale: one.scale + other.scale }
}

function negated({ units, scale }: Exact): Exact {
  return { units: -units, scale }
}

function rescaled({ units, scale }: Exact, to: number): Exact {
  return { units: units * power(to - scale), scale: to }
}

function power(exponent: number): bigint {
  return 10n ** BigInt(exponent)
}

/** The quotient, rounded to a whole number. */
function divided(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  const negative = numerator < 0n !== denominator < 0n
  const [dividend, divisor] = [magnitude(numerator), magnitude(denominator)]
  const down = dividend / divisor
  const twice = 2n * (dividend % divisor)
  const up = twice > divisor || (twice === divisor && (rounding === 'half-up' || down % 2n === 1n))
  const result = up ? down + 1n : down
  return negative ? -result : result
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value
}
