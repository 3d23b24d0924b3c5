import { AsyncLocalStorage } from 'node:async_hooks'

const unrecordedCalls = new AsyncLocalStorage<true>()

/** Makes calls to a browser for the harness itself: no record of a testcode's steps has them. */
export function unrecorded<T>(calls: () => Promise<T>): Promise<T> {
  return unrecordedCalls.run(true, calls)
}

export function isUnrecorded(): boolean {
  return unrecordedCalls.getStore() === true
}
