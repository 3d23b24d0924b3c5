/** A decimal number as a number field sends it, such as `70`, `-1.5` or `1e2`. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/**
 * Reads a measurement, which has to be a number greater than zero.
 * @param {'weight' | 'height'} name What is measured, for the message.
 * @param {string} typed
 * @returns {{ value: number, message?: undefined } | { value?: undefined, message: string }}
 */
export function measure(name, typed) {
  const text = typed.trim()
  if (text === '') return { message: `Please enter the ${name}.` }
  const value = NUMBER.test(text) ? Number(text) : NaN
  if (!Number.isFinite(value)) return { message: `The ${name} has to be a number.` }
  if (value <= 0) return { message: `The ${name} has to be greater than zero.` }
  return { value }
}
