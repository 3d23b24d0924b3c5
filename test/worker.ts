/**
 * The environment of test files: that of Node, and one place for what all files of a process share, such as browsers. It is closed when the
 * process has no more files.
 */
import { builtinEnvironments, type Environment } from 'vitest/runtime'

const KEY = Symbol.for('pe.closed-with-the-worker')
const store = globalThis as { [KEY]?: (() => Promise<void>)[] }

/** Closes something after the last test file of this process. */
export function closeWithWorker(close: () => Promise<void>): void {
  store[KEY] ??= []
  store[KEY].push(close)
}

const environment: Environment = {
  name: 'worker',
  viteEnvironment: 'ssr',
  async setup(global, options) {
    const node = await builtinEnvironments.node.setup(global, options)
    return {
      async teardown(torn) {
        await Promise.all((store[KEY] ?? []).splice(0).map((close) => close()))
        await node.teardown(torn)
      },
    }
  },
}

export default environment
