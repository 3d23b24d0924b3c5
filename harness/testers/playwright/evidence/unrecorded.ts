import { AsyncLocalStorage } from 'node:async_hooks'

const hidden = new AsyncLocalStorage<'calls' | 'actions'>()

/** Makes calls to a browser for the harness itself: no record of a testcode's steps has them. */
export function withoutRecord<T>(calls: () => Promise<T>): Promise<T> {
  return hidden.run('calls', calls)
}

/** The same for calls that together are one action of a person, such as the click and the keys by which a text is typed. */
export function asOneAction<T>(calls: () => Promise<T>): Promise<T> {
  return hidden.run('actions', calls)
}

export function isUnrecorded(): boolean {
  return hidden.getStore() !== undefined
}

export function isPartOfAction(): boolean {
  return hidden.getStore() === 'actions'
}
