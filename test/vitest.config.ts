import path from 'node:path'
import { defineConfig } from 'vitest/config'

const root = path.dirname(import.meta.dirname)

export default defineConfig({
  root,
  resolve: { alias: { pe: path.join(root, 'harness/index.ts') } },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/fixtures/**/project/**'],
    // Processes, not threads: tests change no global state of each other, and a crash takes one file with it.
    pool: 'forks',
    // More than a small machine has processors: two in five seconds of the tests are spent waiting for what must not come.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globals: false,
  },
})
