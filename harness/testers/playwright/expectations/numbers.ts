/** A number as people write it: a sign, digits with separators, decimals. A dash that joins two words is no sign. */
const TOKEN = /(?<![\w.,])[-−–+]?(?:\d{1,3}(?:[,. '\u00a0\u202f]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*)/gu

/** The numbers in a text, as they are written, signs included. */
export function numbersIn(text: string): string[] {
  return [...text.matchAll(TOKEN)].map(([token]) => token)
}

/**
 * Whether a number is written so that it means another one: `22.9`, `22,9` and `+22.9` for 22.9; `1,234.50`, `1.234,50` and
 * `1234.50` for 1234.50. Decimals count: `22.90` is not `22.9`.
 * @param wanted Digits with a point, such as `-1234.50`
 */
export function means(token: string, wanted: string): boolean {
  return readings(token).includes(plain(wanted))
}

function plain(text: string): string {
  return text.replace(/^[−–]/, '-').replace(/^\+/, '')
}

/** What a token can mean: a comma or a point may be a decimal separator, or separate thousands. */
function readings(token: string): string[] {
  const [, sign = '', digits = ''] = /^([-−–+]?)(.*)$/su.exec(token) ?? []
  const negative = sign === '' || sign === '+' ? '' : '-'
  const found = new Set<string>()
  if (/^\d+(?:[.,]\d+)?$/.test(digits)) found.add(negative + digits.replace(',', '.'))
  const grouped = /^(\d{1,3}(?:([,. '\u00a0\u202f])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/u.exec(digits)
  if (grouped && grouped[2] !== grouped[3]) {
    const whole = (grouped[1] ?? '').replace(/\D/g, '')
    found.add(`${negative}${whole}${grouped[4] === undefined ? '' : `.${grouped[4]}`}`)
  }
  return [...found]
}
