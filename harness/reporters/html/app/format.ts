export { percent } from '../../percent.ts'

export function count(number: number, one: string, many = `${one}s`): string {
  return `${numberText(number)} ${number === 1 ? one : many}`
}

export { numberText as number }

/** At most two decimals: points may be fractions. */
function numberText(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 2 })
}

/** `640 ms`, `8.9 s`, `3 min 20 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${String(Math.round(milliseconds))} ms`
  const seconds = milliseconds / 1000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${String(minutes)} min ${String(Math.round(seconds % 60))} s`
  return `${String(Math.floor(minutes / 60))} h ${String(minutes % 60)} min`
}

/** `2026-11-21 00:47 UTC` */
export function moment(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`
}

/** `14:03:59`, in the reader's time zone. */
export function clock(iso: string): string {
  return new Date(iso).toLocaleTimeString('en-GB')
}

export function bytes(size: number): string {
  if (size < 1024) return `${String(size)} B`
  return size < 1024 * 1024 ? `${(size / 1024).toFixed(1)} KiB` : `${(size / 1024 / 1024).toFixed(1)} MiB`
}
