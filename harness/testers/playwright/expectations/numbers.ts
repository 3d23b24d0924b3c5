/** A number as people write it: a sign, digits with separators, decimals. A dash between two words is not a sign. */
const TOKEN = /(?<![\w.,])[-−–+]?(?:\d{1,3}(?:[,. '\u00a0\u202f]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*)/gu

/** The numbers in a text, as they are written, signs included. */
export function numbersIn(text: string): string[] {
  return [...text.matchAll(TOKEN)].map(([token]) => token)
}

/**
 * Whether a token can stand for a number: `22.9`, `22,9` and `+22.9` for 22.9; `1,234.50`, `1.234,50` and `1234.50` for
 * 1234.50. The number of decimals counts: `22.90` is not `22.9`.
 * @param wanted Digits with a decimal point, such as `-1234.50`
 */
export function means(token: string, wanted: string): boolean {
  return readings(token).includes(plain(wanted))
}

function plain(text: string): string {
  return text.replace(/^[−–]/, '-').replace(/^\+/, '')
}

/** All numbers that a token can mean: a comma or a point may separate decimals or thousands. */
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
