/** Tells a mistake in a testcode apart from what a project does: the author of the testcode must mend it, so it is no verdict. */
import { TestcodeFault, messageOf } from '../errors.ts'

/** Names that the language looks up by itself, such as when a value is awaited. */
const LOOKED_UP: readonly string[] = ['then', 'toJSON']

/**
 * An object whose unknown members are refused instead of being undefined.
 * @param name How a testcode calls it; none for the fixtures themselves
 */
export function onlyKnown<Members extends object>(members: Members, name?: string): Members {
  return new Proxy(members, {
    get(target, key) {
      if (typeof key === 'symbol' || key in target || LOOKED_UP.includes(key))
        return Reflect.get(target, key) as unknown
      const known = Object.keys(target).join(', ')
      throw new TestcodeFault(
        name === undefined
          ? `there is no fixture "${key}"; the fixtures are ${known}`
          : `there is no ${name}.${key}; ${name} has ${known}`,
      )
    },
  })
}

/** Functions that throw only because of what a testcode passes to them. */
export function blamingTestcode<Functions extends object>(functions: Functions, name: string): Functions {
  const guarded = Object.entries(functions).map(([key, call]) => [
    key,
    (...args: readonly unknown[]) => {
      try {
        return (call as (...args: readonly unknown[]) => unknown)(...args)
      } catch (error) {
        if (error instanceof TestcodeFault) throw error
        throw new TestcodeFault(`${name}.${key}: ${messageOf(error)}`, { cause: error })
      }
    },
  ])
  return Object.fromEntries(guarded) as Functions
}

/**
 * An identifier that is declared nowhere can only be a mistake in a testcode: scripts of a page and programs of a project run
 * in other processes, and their errors arrive as other classes.
 */
export function isTestcodeFault(error: unknown): boolean {
  return error instanceof TestcodeFault || error instanceof ReferenceError
}

/** `missions/tally/testcodes.ts:19: ` if the stack names a place in a file of testcodes; otherwise nothing. */
export function placeOfFault(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const [, place] = /[/\\]((?:[^/\\():]+[/\\]){0,2}testcodes\.ts:\d+):\d+/.exec(stack) ?? []
  return place === undefined ? '' : `${place.replaceAll('\\', '/')}: `
}
