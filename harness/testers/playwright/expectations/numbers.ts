/**
 * Numbers as people and `Intl.NumberFormat` write them, in any language. The rules where a text could mean two numbers:
 * - A comma or a point before exactly three digits may separate decimals or thousands: the number is shown if either reading is it.
 * - A dash is a sign directly before the digits, or before or after a currency that stands before them; not after a word.
 * - An amount with its currency in parentheses is negative if nothing or a label with a colon stands before them, as in
 *   `Balance: ($5.00)`. `Coffee ($5.00)` and `(5)` are positive.
 */

/** Characters that show nothing: marks of the writing direction, zero-width spaces, soft hyphens. Overrides of the direction stay. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u2060\u2066-\u2069\ufeff]/g
/** Signs with the same meaning in several forms, and the form in which they are compared. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/[\u2010-\u2013\u2212\ufe63\uff0d]/g, '-'],
  [/\uff0b/g, '+'],
  [/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' '],
  [/[\u2018\u2019\u02bc\uff07]/g, "'"],
  [/[\u066b\uff0e]/g, '.'],
  [/[\u066c\uff0c]/g, ','],
]

const CODES = Intl.supportedValuesOf('currency').join('|')
/** Currencies in letters that `Intl` writes before an amount. Longer ones first. */
const WORDS =
  'F\\.? ?CFA|FCFA|CFPF|Lekë|[NDI]?[Kk]r\\.?|S?Fr\\.?|руб\\.?|грн\\.?|дин\\.?|ден\\.?|din\\.?|Ksh|TSh|lei|zł|Kč|Ft|Rp|Rs\\.?|RM|' +
  'лв\\.?|Bs\\.?|Gs\\.?|B/\\.?|S/\\.?|Kz|KM|Tk|Ar|Af|Br|Nu\\.?|元|円|원|leu|ley|кр'
const SIGNED = `% ?|\\p{L}{0,4}\\.? ?\\p{Sc} ?\\p{L}{0,3}|${CODES}`
/** A single letter is a currency only next to a sign: `Q1` and `A4` are names. */
const CURRENCY = `(?:${SIGNED}|${WORDS}|[A-Z])`
const START = '(?:^|[^\\p{L}\\p{N}.,])'

const DIGITS = /\d{1,3}(?:[,. ']\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*/g
const BEFORE = {
  sign: new RegExp(`${START}([-+])(?:${CURRENCY} ?)?$`, 'u'),
  currencyAndSign: new RegExp(`${START}${CURRENCY}([-+])$`, 'u'),
  currency: new RegExp(`${START}(?:${SIGNED}|${WORDS}) ?$`, 'u'),
  parenthesis: new RegExp(`(?:^|[:=]) *\\(((?:${CURRENCY} ?)?)$`, 'u'),
  word: /[\w.,]$/,
}
const AFTER_IN_PARENTHESES = new RegExp(`^ ?((?:${CURRENCY}|[\\p{L}.]{1,6})?)\\)`, 'u')
/** Characters before and after the digits that can belong to a number. */
const AROUND = 24

/** The numbers in a text, with a sign if they have one; digits, separators and signs in their usual forms. */
export function numbersIn(text: string): string[] {
  const usual = inUsualForms(text)
  return [...usual.matchAll(DIGITS)].flatMap(({ 0: digits, index }) => {
    const before = usual.slice(Math.max(0, index - AROUND), index)
    const after = usual.slice(index + digits.length, index + digits.length + AROUND)
    const sign = signOf(before, after)
    const isPartOfName = BEFORE.word.test(before) && !BEFORE.currency.test(before)
    return isPartOfName && sign === '' ? [] : [sign + digits]
  })
}

function signOf(before: string, after: string): string {
  const [, sign] = BEFORE.sign.exec(before) ?? BEFORE.currencyAndSign.exec(before) ?? []
  if (sign !== undefined) return sign
  const [open, currency = ''] = BEFORE.parenthesis.exec(before) ?? []
  const [close, unit = ''] = AFTER_IN_PARENTHESES.exec(after) ?? []
  return open !== undefined && close !== undefined && currency + unit !== '' ? '-' : ''
}

function inUsualForms(text: string): string {
  const visible = text.replace(INVISIBLE, '')
  const usual = FORMS.reduce((all, [forms, form]) => all.replace(forms, form), visible)
  return usual.replace(/(?!\d)\p{Nd}/gu, (digit) => String(valueOfDigit(digit)))
}

/** Unicode has the ten digits of each script in a row, and several such rows may follow each other. */
function valueOfDigit(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return (code - first) % 10
}

/**
 * Whether a token can stand for a number: `22.9`, `22,9` and `+22.9` for 22.9; `1,234.50`, `1.234,50` and `1234.50` for
 * 1234.50; `12,34,567` for 1234567. The number of decimals counts: `22.90` is not `22.9`.
 * @param wanted Digits with a decimal point, such as `-1234.50`
 */
export function means(token: string, wanted: string): boolean {
  return readings(token).includes(wanted.replace(/^[−–]/, '-').replace(/^\+/, ''))
}

const PLAIN = /^\d+(?:[.,]\d+)?$/
const GROUPED = /^(\d{1,3}(?:([,. '])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/
/** Lakhs and crores: three digits in the last group, two in the others. */
const GROUPED_IN_TWOS = /^(\d{1,2}(?:,\d{2})+,\d{3})(?:\.(\d+))?$/

/** All numbers that a token can mean: a comma or a point may separate decimals or thousands. */
function readings(token: string): string[] {
  const [, sign = '', digits = ''] = /^([-+]?)(.*)$/s.exec(token) ?? []
  const negative = sign === '-' ? '-' : ''
  const found: string[] = []
  const add = (whole: string, decimals: string | undefined) =>
    found.push(`${negative}${whole.replace(/\D/g, '')}${decimals === undefined ? '' : `.${decimals}`}`)
  if (PLAIN.test(digits)) found.push(negative + digits.replace(',', '.'))
  const [, whole = '', separator, point, decimals] = GROUPED.exec(digits) ?? []
  if (whole !== '' && separator !== point) add(whole, decimals)
  const [, twos = '', rest] = GROUPED_IN_TWOS.exec(digits) ?? []
  if (twos !== '') add(twos, rest)
  return found
}
