/** Recognises mistakes in a testcode. Its author has to fix them, so they are no verdict about the project. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { TestcodeFault, messageOf } from '../errors.ts'
import { packageRoot } from '../lib/files/package-root.ts'

/** Properties that the language itself looks up, for example when a value is awaited. */
const IMPLICIT: readonly string[] = ['then', 'toJSON']

/**
 * An object that throws for unknown members instead of returning undefined.
 * @param name The name of the object in a testcode; undefined for the fixtures themselves
 */
export function onlyKnown<Members extends object>(members: Members, name?: string): Members {
  return new Proxy(members, {
    get(target, key) {
      if (typeof key === 'symbol' || key in target || IMPLICIT.includes(key)) return Reflect.get(target, key) as unknown
      const known = Object.keys(target).join(', ')
      throw new TestcodeFault(
        name === undefined
          ? `there is no fixture "${key}"; the fixtures are ${known}`
          : `there is no ${name}.${key}; ${name} has ${known}`,
      )
    },
  })
}

/** Wraps functions whose errors can only come from the arguments that a testcode passes. */
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
 * A ReferenceError is always a mistake in a testcode: scripts of a page and programs of a project run in other processes,
 * and their errors arrive as other classes.
 */
export function isTestcodeFault(error: unknown): boolean {
  return error instanceof TestcodeFault || error instanceof ReferenceError
}

/** `missions/tally/testcodes.ts:19: ` if the stack contains a line of a testcode file; otherwise an empty string. */
export function placeOfFault(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const [, place] = /[/\\]((?:[^/\\():]+[/\\]){0,2}testcodes\.ts:\d+):\d+/.exec(stack) ?? []
  return place === undefined ? '' : `${place.replaceAll('\\', '/')}: `
}

const ROOT = packageRoot(import.meta.dirname)
/** The folders with the code of the harness and of its libraries. Testcodes lie elsewhere, also the built-in ones. */
const OWN_FOLDERS = ['harness', 'dist', 'node_modules'].map((name) => path.join(ROOT, name) + path.sep)
const LANGUAGE_ERRORS = [TypeError, RangeError, SyntaxError, URIError]

/**
 * Whether the harness or a library of it has a bug: the language's own error, thrown in one of their files. A script of a page
 * throws in another process, and its errors arrive as other classes. A testcode that does not expect what a project shows throws in
 * its own file.
 */
export function isOwnBug(error: unknown): boolean {
  if (!(error instanceof Error) || !LANGUAGE_ERRORS.some((type) => error instanceof type)) return false
  const file = firstFileOf(error)
  return file !== undefined && OWN_FOLDERS.some((folder) => file.startsWith(folder))
}

/** The file of the first frame that is not Node's own. The message, which may quote a project, is not searched. */
function firstFileOf({ stack = '', message }: Error): string | undefined {
  const frames = stack.slice(stack.indexOf(message) + message.length).split('\n')
  const places = frames.flatMap(
    (line) => /^ {4}at (?:.*?\()?((?:file:\/\/)?\/[^()]*?):\d+:\d+\)?$/.exec(line)?.[1] ?? [],
  )
  const [first] = places
  return first?.startsWith('file://') === true ? fileURLToPath(first) : first
}
