import type { Argv } from 'yargs'
import { UsageError } from '../../errors.ts'

/** The type of the parsed flags of a builder. */
export type Flags<Builder extends (flags: Argv) => Argv<unknown>> =
  ReturnType<Builder> extends Argv<infer Args> ? Args : never

export function oneOf<T>(flag: string, value: unknown, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === value)
  if (found === undefined) throw new UsageError(`${flag} is ${either(allowed)}, not "${String(value)}"`)
  return found
}

/** Such as `auto or full`, or `1, 2 or 3`. */
function either(words: readonly unknown[]): string {
  const [last = '', ...others] = words.map(String).toReversed()
  return others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`
}

export function whole(flag: string, value: number, least: number, most: number): number {
  if (!Number.isInteger(value) || value < least || value > most)
    throw new UsageError(`${flag} takes a whole number from ${String(least)} to ${String(most)}`)
  return value
}

export function positive(flag: string, value: number): number {
  if (!(value > 0 && value <= 86_400)) throw new UsageError(`${flag} takes a number of seconds above 0`)
  return value
}

export function fraction(flag: string, value: number): number {
  if (!(value >= 0 && value <= 1)) {
    const meant = value > 1 && value <= 100 ? `; ${String(value)}% is ${String(value / 100)}` : ''
    throw new UsageError(`${flag} takes a number from 0 to 1${meant}`)
  }
  return value
}

export const LEVELS = [1, 2, 3] as const

/** Accepts only `1`, `2` and `3`, and no other notation of these numbers. */
export function level(text: string): (typeof LEVELS)[number] {
  return oneOf('--level', LEVELS.find((each) => String(each) === text) ?? text, LEVELS)
}

export function optional<From, To>(value: From | undefined, read: (value: From) => To): To | undefined {
  return value === undefined ? undefined : read(value)
}

/** The values of a flag that takes several, separated by commas or in repeated flags. */
export function list(flag: string, value: string | readonly string[]): string[] {
  const parts = [value].flat().flatMap((each) => each.split(','))
  const named = parts.map((part) => part.trim()).filter((part) => part !== '')
  if (named.length === 0) throw new UsageError(`${flag} takes at least one value`)
  return named
}
