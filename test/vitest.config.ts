import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = path.dirname(import.meta.dirname)

/** The files that take longest: whichever of them began last would keep one processor busy while the others have nothing left. */
const FIRST = [
  ...[
    'testers/desktop/desktop',
    'end-to-end',
    'agents/runs',
    'testers/playwright',
    'testers/playwright/stillness-dishonest',
    'commands/run',
  ],
  ...[
    'contracts/testers',
    'quality/validate/command',
    'queue/queue',
    'run/shards',
    'agents/command',
    'agents/real-tool',
  ],
  ...['testers/playwright/seen', 'testers/python-selenium/hostile', 'quality/validate/suite', 'quality/selftest'],
].map((name) => path.join(root, `test/${name}.test.ts`))

const NEVER = ['**/node_modules/**', 'test/fixtures/**/project/**']
/** Tests of these folders look at their own process, such as its descriptors. */
const OWN_PROCESS = ['test/lib/{processes,browser}/**/*.test.ts']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = files.filter(({ moduleId }) => !FIRST.includes(moduleId))
    const first = FIRST.flatMap((name) => files.filter(({ moduleId }) => moduleId === name))
    return [...first, ...(await super.sort(others))]
  }
}

export default defineConfig({
  root,
  resolve: { alias: { pe: path.join(root, 'harness/index.ts') } },
  test: {
    projects: [
      {
        extends: true,
        // Loading the harness takes longer than the tests of most files: the files that a process runs share its modules.
        test: { name: 'tests', include: ['test/**/*.test.ts'], exclude: [...NEVER, ...OWN_PROCESS], isolate: false },
      },
      { extends: true, test: { name: 'own process', include: OWN_PROCESS, exclude: NEVER, isolate: true } },
    ],
    // Processes, not threads: tests change no global state of each other, and a crash takes one file with it.
    pool: 'forks',
    // More than a small machine has processors: two in five seconds of the tests are spent waiting for what must not come.
    // More than a small machine has processors: two in five seconds of the tests are spent waiting for what must not come. With four,
    // the same tests took longer (527 s instead of 489 s on 2 shared cores), and one ran out of its own time.
    maxWorkers: 3,
    // A list of problems that should be empty is printed whole.
    chaiConfig: { truncateThreshold: 0 },
    // Ends tests that hang. On a machine that others keep busy, tests take ten times as long as on a quiet one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    sequence: { sequencer: LongestFirst },
    globals: false,
  },
})
