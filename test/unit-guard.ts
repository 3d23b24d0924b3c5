/** Keeps the names of test files true: a unit test starts no process, and so no browser and no sandbox. */
import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, afterEach, expect } from 'vitest'

const STARTERS = ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'] as const

const started: string[] = []

for (const name of STARTERS)
  Object.assign(childProcess, {
    [name]: (program: unknown) => {
      started.push(String(program))
      throw new Error(`a unit test starts ${String(program)}: name its file x.integration.test.ts`)
    },
  })
// Named imports, such as those of execa, see the change, too.
syncBuiltinESMExports()

// Also if the code under test catches the error, and after all for a file whose tests are all skipped.
for (const check of [afterEach, afterAll])
  check(() => {
    expect(started.splice(0), 'processes that a unit test starts').toEqual([])
  })
