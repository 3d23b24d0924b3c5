/** Bounds are included. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** Decimals as strings ("1999.99"), which are exact; both bounds are included. */
export interface DecimalRange {
  readonly from: string | number
  readonly to: string | number
}

/** Dates as "2025-06-16"; both are included. */
export interface DateRange {
  readonly from: string
  readonly to: string
}

export type Weekday = 'Sunday' | 'Monday' | 'Tuesday' | 'Wednesday' | 'Thursday' | 'Friday' | 'Saturday'

export interface DateClass extends DateRange {
  readonly weekday?: Weekday
  /** Day of the month; `last` is 28 to 31. */
  readonly day?: number | 'last'
  /** Month of the year, from 1. With `day: 29`, a month 2 gives a leap day. */
  readonly month?: number
  /** Dates that are not drawn. */
  readonly except?: readonly string[]
}

export interface MonthClass extends DateRange {
  /** Length of the month. */
  readonly days?: 28 | 29 | 30 | 31
  /** Weekday of the first day. */
  readonly begins?: Weekday
  /** Months ("2025-06") that are not drawn. */
  readonly except?: readonly string[]
}

/** Amounts with two decimals, and their exact sum. */
export interface Amounts {
  readonly amounts: readonly string[]
  readonly total: string
}

/**
 * Inputs that are drawn from the seed of the run. The same key gives the same value in every testcode of a mission and
 * every trial of a run. Names and words of different keys are always different, none is a part of another or of a
 * usual word of an interface, and none contains one: see CONTRIBUTING.md, "Inputs are drawn".
 */
export interface Given {
  /** One invented word in lower case: "toruman". */
  word(key: string): string
  /** Two or three words, the first with a capital: "Toruman lebikod". */
  title(key: string): string
  /** "Toruman Lebikod". */
  person(key: string): string
  firstName(key: string): string
  /** "Toruman O'Lebikod". */
  personWithApostrophe(key: string): string
  /** A first and a last name with ä, ö or ü. */
  nameWithUmlaut(key: string): string
  /** Contains <, >, & and ", a tag and an entity, all of which a correct page shows literally. */
  textWithMarkup(key: string): string
  /** "Toruman Brothers". */
  company(key: string): string
  /** Of the top-level domain "example" (RFC 2606). */
  email(key: string): string
  /** "+49 151 2345 6789". */
  phone(key: string): string
  city(key: string): string
  /** With as many words; 7 by default. */
  sentence(key: string, options?: { readonly words?: number }): string
  /** Three to five sentences. */
  paragraph(key: string): string
  /** With capitals, small letters, digits and punctuation; at least 10 characters, 14 by default. */
  password(key: string, options?: { readonly length?: number }): string

  integer(key: string, options: Range & { readonly except?: readonly number[] }): number
  /** With exactly so many decimals, as a string: floats are not exact. */
  decimal(
    key: string,
    options: DecimalRange & { readonly decimals: number; readonly except?: readonly string[] },
  ): string
  /** With two decimals. */
  amount(key: string, options: DecimalRange & { readonly except?: readonly string[] }): string
  /** Amounts whose sum as floats, added in order and printed, is not their exact sum: 0.10 + 0.20. */
  amountsThatFloatsGetWrong(key: string, options: DecimalRange & { readonly count: number }): Amounts

  /** "2024-02-29". */
  date(key: string, options: DateClass): string
  /** "2024-02", a month that lies in the range as a whole. */
  month(key: string, options: MonthClass): string

  pick<T>(key: string, list: readonly T[]): T
  /** So many elements of a list, in the order of the list. */
  subset<T>(key: string, list: readonly T[], count: number): T[]
  shuffled<T>(key: string, list: readonly T[]): T[]
  /** So many different values: `given.distinct('ages', 3, (key) => given.integer(key, { from: 18, to: 90 }))`. */
  distinct<T>(key: string, count: number, draw: (key: string) => T): T[]
  /** Draws again, under a key derived from this one, until a value fits. */
  suchThat<T>(key: string, draw: (key: string) => T, fits: (value: T) => boolean): T
}

/** Which way a tie goes: `half-up` away from zero, `half-even` to the even digit. */
export type Rounding = 'half-up' | 'half-even'

/** Exact arithmetic on decimals written as strings, for what a testcode expects. */
export interface Decimal {
  /** With as many decimals as the value that has most. */
  sum(values: readonly string[]): string
  difference(from: string, take: string): string
  product(factors: readonly string[]): string
  /** Rounded to so many decimals; `half-up` by default. */
  quotient(dividend: string, divisor: string, decimals: number, rounding?: Rounding): string
  /** Rounded and printed with exactly so many decimals; `half-up` by default. */
  rounded(value: string, decimals: number, rounding?: Rounding): string
  compare(one: string, other: string): -1 | 0 | 1
  /** Without zeros at the end: "1.50" → "1.5", "2.00" → "2". */
  plain(value: string): string
  /** With a separator between thousands; a comma by default: "1234567.50" → "1,234,567.50". */
  grouped(value: string, separator?: string): string
}

/** Arithmetic on dates written as "2025-06-16". */
export interface Calendar {
  addDays(date: string, days: number): string
  daysBetween(from: string, to: string): number
  weekday(date: string): Weekday
  /** Of a date or a month ("2025-06"). */
  daysInMonth(date: string): number
  isLeapYear(date: string): boolean
}
