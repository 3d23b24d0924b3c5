import { HarnessFault, Interrupted, MachineFault, ProjectFault, firstThrown, messageOf } from '../../errors.ts'
import { unlessAborted, withTimeout } from './deadline.ts'

/** Milliseconds that one call of a function of a user's file may take, unless its own limits allow more. */
export const OWN_DEADLINE = 10 * 60_000

/** A function of a user's file. */
export interface OwnCall {
  /** Absolute path. */
  readonly file: string
  /** For messages, such as `judge`. */
  readonly name: string
  readonly milliseconds: number
  /** The call is not waited for after an abort. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Calls a function of a user's file, which may throw, return anything or never settle.
 * @param read Checks the result; its error is reported like one of the call itself
 * @param late Closes a result that came too late or was refused
 * @throws MachineFault naming the file and the function. Faults of a project or of the harness keep their class, because the file
 *   may use the sandbox; all other errors say nothing about the project.
 */
export async function callOwn<T>(
  call: OwnCall,
  action: () => unknown,
  read: (result: unknown) => T,
  late?: (result: unknown) => void,
): Promise<T> {
  const { file, name, milliseconds, signal } = call
  const result = promiseOf(action)
  try {
    const message = `did not end within ${milliseconds / 1000} s`
    const bounded = withTimeout(result, milliseconds, message)
    return read(await (signal ? unlessAborted(bounded, signal) : bounded))
  } catch (error) {
    if (late) void result.then(late, () => undefined)
    throw ownFault(error, `${file}: ${name}()`)
  }
}

/** The same for a function that must not return a promise. */
export function callOwnNow<T>(
  call: Pick<OwnCall, 'file' | 'name'>,
  action: () => unknown,
  read: (result: unknown) => T,
): T {
  try {
    const result = action()
    if (result instanceof Promise) {
      // Nobody awaits it, and an unhandled rejection would end the process.
      result.catch(() => undefined)
      throw new TypeError('returned a promise, which is not awaited')
    }
    return read(result)
  } catch (error) {
    throw ownFault(error, `${call.file}: ${call.name}()`)
  }
}

/** An action that throws at once is like one that rejects. */
async function promiseOf(action: () => unknown): Promise<unknown> {
  return await action()
}

function ownFault(thrown: unknown, place: string): Error {
  const error = firstThrown(thrown)
  if (error instanceof Interrupted || error instanceof HarnessFault || error instanceof ProjectFault) return error
  return new MachineFault(`${place}: ${messageOf(error)}`, { cause: error })
}
