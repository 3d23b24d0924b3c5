import type { Calendar } from '../../contracts/types.ts'

/** Index of `Date.getUTCDay`. */
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
const DAY = 86_400_000

/** Arithmetic on Gregorian dates such as "2025-06-16", without clock or time zone. */
export const calendar: Calendar = {
  addDays: (date, days) => isoOf(timeOf(date) + days * DAY),
  daysBetween: (from, to) => (timeOf(to) - timeOf(from)) / DAY,
  weekday: (date) => WEEKDAYS[new Date(timeOf(date)).getUTCDay()] ?? 'Sunday',
  daysInMonth: (date) => {
    const [year, month] = parts(date)
    return new Date(Date.UTC(year, month, 0)).getUTCDate()
  },
  isLeapYear: (date) => {
    const [year] = parts(date)
    return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  },
}

function parts(date: string): [number, number] {
  const match = /^(\d{4})-(\d{2})(-\d{2})?$/.exec(date)
  if (!match) throw new RangeError(`"${date}" is not a date such as "2025-06-16"`)
  return [Number(match[1]), Number(match[2])]
}

function timeOf(date: string): number {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : NaN
  // Date.parse reads 30 February as 2 March.
  if (Number.isNaN(time) || isoOf(time) !== date) throw new RangeError(`"${date}" is not a date such as "2025-06-16"`)
  return time
}

function isoOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
