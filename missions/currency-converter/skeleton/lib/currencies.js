/** The currencies, and how amounts of them are computed and written. */

/** The currency in which all rates are given. */
export const BASE = 'EUR'
export const DEFAULT_FROM = 'EUR'
export const DEFAULT_TO = 'USD'

/** Code → how many decimals an amount has, and how much of it one unit of the base is worth at first. */
const CURRENCIES = {
  EUR: { decimals: 2, rate: 1 },
  USD: { decimals: 2, rate: 1.1 },
  GBP: { decimals: 2, rate: 0.85 },
  JPY: { decimals: 0, rate: 160 },
  CHF: { decimals: 2, rate: 0.95 },
}

export const CODES = Object.keys(CURRENCIES)
/** The currencies that have a rate. */
export const RATED = CODES.filter((code) => {
  // The function that CODES.filter calls, given code.
})
export const FIRST_RATES = Object.fromEntries(
  RATED.map((code) => {
    // The function that RATED.map calls, given code.
  }),
)
const RATE_DECIMALS = 4

/** Gives the unrounded rate from one currency to another. */
function rateBetween(rates, from, to) {
  // Gives the unrounded rate from one currency to another.
}

/** Rounds to decimals, halves upwards, as people do it on paper. */
function round(value, decimals) {
  // Rounds to decimals, halves upwards, as people do it on paper.
}

/** Converts an amount; gives the result and the rate as they are shown, without their codes. */
export function convert(amount, from, to, rates) {
  // Converts an amount; gives the result and the rate as they are shown, without their codes.
}
