import { proxyScript } from './proxy-script.ts'

/**
 * The script that shifts the clock of a page. It runs before any other script of each document, in the page's world, because
 * the page's own scripts must see its effect. It adds nothing to any object; it replaces functions by proxies that look
 * the same to the page. Timers, frames and `performance.now()` stay as they are.
 * @param offset Milliseconds to add to the machine's clock
 */
export function clockScript(offset: number): string {
  return `;(${SCRIPT})(${String(offset)}, ${proxyScript()})`
}

/** A string, not a function: a compiler could add calls of helpers that do not exist in a page. */
const SCRIPT = String.raw`function (OFFSET, stand) {
  'use strict'
  const { apply, construct } = Reflect
  const { defineProperty, getOwnPropertyDescriptor } = Object
  const NativeDate = Date
  const nativeNow = Date.now
  const dateToString = Date.prototype.toString
  const now = () => nativeNow() + OFFSET

  const replace = (owner, key, value) => {
    defineProperty(owner, key, { ...getOwnPropertyDescriptor(owner, key), value })
  }
  const replaceGetter = (owner, key, get) => {
    defineProperty(owner, key, { ...getOwnPropertyDescriptor(owner, key), get })
  }

  const ShiftedDate = stand(
    NativeDate,
    () => apply(dateToString, new NativeDate(now()), []),
    (args, newTarget) => construct(NativeDate, args.length === 0 ? [now()] : args, newTarget),
  )
  replace(NativeDate, 'now', stand(nativeNow, now))
  replace(NativeDate.prototype, 'constructor', ShiftedDate)
  replace(globalThis, 'Date', ShiftedDate)

  // Without a date, a format takes the current time.
  const Format = Intl.DateTimeFormat.prototype
  const withMoment = (args) => (args[0] === undefined ? [now()] : args)
  const { get: formatOf } = getOwnPropertyDescriptor(Format, 'format')
  const shiftedFormats = new WeakMap()
  const shiftedOf = WeakMap.prototype.get.bind(shiftedFormats)
  const keepShifted = WeakMap.prototype.set.bind(shiftedFormats)
  replaceGetter(
    Format,
    'format',
    stand(formatOf, (self) => {
      const native = apply(formatOf, self, [])
      const known = shiftedOf(native)
      if (known !== undefined) return known
      const shifted = stand(native, (inner, args) => apply(native, inner, withMoment(args)))
      keepShifted(native, shifted)
      return shifted
    }),
  )
  const nativeParts = Format.formatToParts
  replace(Format, 'formatToParts', stand(nativeParts, (self, args) => apply(nativeParts, self, withMoment(args))))

  const { get: timeOrigin } = getOwnPropertyDescriptor(Performance.prototype, 'timeOrigin')
  replaceGetter(Performance.prototype, 'timeOrigin', stand(timeOrigin, (self) => apply(timeOrigin, self, []) + OFFSET))

  if (typeof Temporal === 'object' && Temporal !== null) {
    const { Now, Instant, ZonedDateTime } = Temporal
    const { instant, zonedDateTimeISO } = Now
    const addToInstant = Instant.prototype.add
    const addToZoned = ZonedDateTime.prototype.add
    const shift = { __proto__: null, milliseconds: OFFSET }
    const zoned = (args) => apply(addToZoned, apply(zonedDateTimeISO, Now, args), [shift])
    replace(Now, 'instant', stand(instant, () => apply(addToInstant, apply(instant, Now, []), [shift])))
    replace(Now, 'zonedDateTimeISO', stand(zonedDateTimeISO, (self, args) => zoned(args)))
    const parts = { plainDateTimeISO: 'toPlainDateTime', plainDateISO: 'toPlainDate', plainTimeISO: 'toPlainTime' }
    for (const name in parts) {
      const part = ZonedDateTime.prototype[parts[name]]
      replace(Now, name, stand(Now[name], (self, args) => apply(part, zoned(args), [])))
    }
  }
}`
