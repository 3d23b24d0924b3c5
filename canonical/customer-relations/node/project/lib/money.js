/** Sums of money, counted in whole cents so that they stay exact. */

/** Reads a sum such as -1234.5 as cents, or gives undefined where it is none or has more than two decimals. */
export function parseMoney(text) {
  const match = /^([+-]?)(\d{1,10})(?:\.(\d{1,2}))?$/.exec(text)
  if (match === null) return undefined
  const [, sign, whole, decimals = ''] = match
  const cents = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return sign === '-' ? -cents : cents
}

/** Writes cents as a sum such as -1234.50. */
export function formatMoney(cents) {
  const sign = cents < 0 ? '-' : ''
  const size = Math.abs(cents)
  return `${sign}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`
}
