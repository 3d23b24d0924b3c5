import { decimal, decimalOf, unitsOf } from '../../lib/exact/decimal.ts'
import type { Amounts, DecimalRange, Given } from '../../contracts/types.ts'
import type { Source } from './source.ts'
import type { Stream } from './stream.ts'

type Numbers = Pick<Given, 'integer' | 'decimal' | 'amount' | 'amountsThatFloatsGetWrong'>

export function numbersFrom({ stream, noted }: Source): Numbers {
  const drawn = (kind: string, key: string, range: DecimalRange, decimals: number, except: readonly string[] = []) =>
    decimalOf(units(stream(kind, key), range, decimals, except), decimals)
  return {
    integer: (key, { from, to, except = [] }) =>
      noted('integer', key, Number(drawn('integer', key, { from, to }, 0, except.map(String)))),
    decimal: (key, { decimals, except, ...range }) =>
      noted('decimal', key, drawn('decimal', key, range, decimals, except)),
    amount: (key, { except, ...range }) => noted('amount', key, drawn('amount', key, range, 2, except)),
    amountsThatFloatsGetWrong: (key, { count, ...range }) => {
      const kind = 'amountsThatFloatsGetWrong'
      return noted(kind, key, wrongAmounts(stream(kind, key), count, range))
    },
  }
}

/** A whole number of units of 10^-decimals that is not one of the exceptions. */
function units(stream: Stream, { from, to }: DecimalRange, decimals: number, except: readonly string[]): bigint {
  const [least, most] = [unitsOf(from, decimals), unitsOf(to, decimals)]
  const inRange = except.map((value) => unitsOf(value, decimals)).filter((each) => each >= least && each <= most)
  const excluded = [...new Set(inRange)].toSorted((one, other) => (one < other ? -1 : 1))
  // Each exception at or below the number shifts it by one, so one draw makes all other numbers equally likely.
  let drawn = least + stream.below(most - least + 1n - BigInt(excluded.length))
  for (const each of excluded) if (each <= drawn) drawn += 1n
  return drawn
}

/** With floats about one in three sums of three decimal amounts is wrong. */
const TRIES = 10_000

function wrongAmounts(stream: Stream, count: number, range: DecimalRange): Amounts {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const amounts = Array.from({ length: count }, () => decimalOf(units(stream, range, 2, []), 2))
    const total = decimal.sum(amounts)
    const asFloats = amounts.reduce((sum, amount) => sum + Number(amount), 0)
    if (String(asFloats) !== decimal.plain(total)) return { amounts, total }
  }
  throw new RangeError(
    `floats add all ${String(count)} amounts from ${range.from} to ${range.to} correctly; choose a range with decimals`,
  )
}
