/** The projects are `unit`, `integration` and `prove`, by the names of the files. `npm test` leaves `prove` out. */
import path from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = import.meta.dirname

/** The files that take longest: whichever of them began last would keep one processor busy while the others have nothing left. */
const FIRST = [
  ...['testers/desktop/desktop', 'end-to-end', 'contracts/testers', 'agents/runs', 'quality/selftest'],
  ...[
    'testers/playwright/loading',
    'testers/playwright/person',
    'testers/playwright/restless',
    'testers/playwright/seen',
  ],
  ...['launchers/install', 'queue/queue', 'own', 'commands/run'],
]

/** Closes what the files of a process share. */
const WORKER = path.join(root, 'test/worker.mjs')
const INTEGRATION = 'test/**/*.integration.test.ts'
const PROVE = 'test/**/*.prove.test.ts'
/** The folders whose tests look at their own process, such as its descriptors. */
const OWN_PROCESS = 'test/lib/{processes,browser}/**/*'
const NEVER = ['**/node_modules/**', 'test/**/fixtures/**/project/**']

/** The path below `test/` without the endings. */
function stem(file: string): string {
  return path.relative(path.join(root, 'test'), file).replace(/(\.integration|\.prove)?\.test\.ts$/, '')
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => FIRST.indexOf(stem(moduleId))
    const first = files.filter((file) => rank(file) !== -1).toSorted((a, b) => rank(a) - rank(b))
    return [...first, ...(await super.sort(files.filter((file) => rank(file) === -1)))]
  }
}

/** Loading the harness takes longer than the tests of most files: the files that a process runs share its modules. */
function project(
  name: string,
  include: string[],
  exclude: string[],
  setupFiles: string[] = [],
): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      include,
      exclude: [...NEVER, ...exclude],
      isolate: false,
      setupFiles,
      environment: name === 'unit' ? 'node' : WORKER,
    },
  }
}

function ownProcess(kind: 'integration' | 'prove'): TestProjectInlineConfiguration {
  const include = [`${OWN_PROCESS}.${kind}.test.ts`]
  return {
    extends: true,
    test: { name: `${kind}, own process`, include, exclude: NEVER, isolate: true, environment: WORKER },
  }
}

export default defineConfig({
  root,
  resolve: { alias: { pe: path.join(root, 'harness/index.ts') } },
  test: {
    projects: [
      project('unit', ['test/**/*.test.ts'], [INTEGRATION, PROVE], ['test/unit-guard.ts']),
      project('integration', [INTEGRATION], [`${OWN_PROCESS}.integration.test.ts`]),
      ownProcess('integration'),
      project('prove', [PROVE], [`${OWN_PROCESS}.prove.test.ts`]),
      ownProcess('prove'),
    ],
    // Processes, not threads: tests change no global state of each other, and a crash takes one file with it.
    pool: 'forks',
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
    // Keeps transformed modules by their content: a second run takes a fifth less processor time, and projects share them in the first.
    experimental: { fsModuleCache: true, fsModuleCachePath: path.join(root, 'node_modules/.cache/pe/vitest') },
    // A test that asserts nothing passes whatever the program does.
    // Waiting for a program to start, or for one to end, takes long on a machine that others keep busy.
    expect: { requireAssertions: true, poll: { timeout: 60_000 } },
  },
})
