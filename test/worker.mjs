/**
 * The environment of test files: that of Node, whose end closes what all files of a process share (`closeWithWorker` in worker.ts). It
 * imports nothing, because each process loads it again.
 */
export default {
  name: 'worker',
  viteEnvironment: 'ssr',
  setup: () => ({
    teardown: () =>
      Promise.all((globalThis[Symbol.for('pe.closed-with-the-worker')] ?? []).splice(0).map((close) => close())),
  }),
}
