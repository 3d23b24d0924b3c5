/** Known to worker.mjs. */
const KEY = Symbol.for('pe.closed-with-the-worker')
const store = globalThis as { [KEY]?: (() => Promise<void>)[] }

/** Closes something after the last test file of this process. */
export function closeWithWorker(close: () => Promise<void>): void {
  store[KEY] ??= []
  store[KEY].push(close)
}
