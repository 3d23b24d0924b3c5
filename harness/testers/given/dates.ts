import { calendar } from '../../lib/exact/calendar.ts'
import type { DateClass, DateRange, Given, MonthClass } from '../../contracts/types.ts'
import type { Source } from './source.ts'
import type { Stream } from './stream.ts'

export function datesFrom({ stream, noted }: Source): Pick<Given, 'date' | 'month'> {
  return {
    date: (key, options) => noted('date', key, oneOf(stream('date', key), daysOf(options).filter(fits(options)), key)),
    month: (key, options) => noted('month', key, oneOf(stream('month', key), monthsOf(options), key)),
  }
}

function oneOf(stream: Stream, candidates: readonly string[], key: string): string {
  if (candidates.length === 0) throw new RangeError(`no date in the range of "${key}" matches its conditions`)
  return stream.pick(candidates)
}

function daysOf({ from, to }: DateRange): string[] {
  return Array.from({ length: calendar.daysBetween(from, to) + 1 }, (_, days) => calendar.addDays(from, days))
}

function fits({ weekday, day, month, except = [] }: DateClass): (date: string) => boolean {
  return (date) => {
    const wanted = day === 'last' ? calendar.daysInMonth(date) : day
    return (
      (weekday === undefined || calendar.weekday(date) === weekday) &&
      (wanted === undefined || Number(date.slice(8)) === wanted) &&
      (month === undefined || Number(date.slice(5, 7)) === month) &&
      !except.includes(date)
    )
  }
}

function monthsOf({ from, to, days, begins, except = [] }: MonthClass): string[] {
  const firsts = daysOf({ from, to }).filter((date) => date.endsWith('-01'))
  const whole = firsts.filter((first) => calendar.addDays(first, calendar.daysInMonth(first) - 1) <= to)
  const fitting = whole.filter(
    (first) =>
      (days === undefined || calendar.daysInMonth(first) === days) &&
      (begins === undefined || calendar.weekday(first) === begins),
  )
  return fitting.map((first) => first.slice(0, 7)).filter((month) => !except.includes(month))
}
