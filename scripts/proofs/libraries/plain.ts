/** Runs the hidden tests of a library with pytest alone: no assertion is observed. */
import path from 'node:path'
import * as z from 'zod'
import type { LibraryPlan } from '../../../harness/contracts/schema.ts'
import type { ProjectFile, Python } from '../../../harness/contracts/types.ts'
import { scratchFolder } from '../../../harness/lib/files/scratch.ts'
import { chooseSandbox, openSandbox } from '../../../harness/sandbox/index.ts'
import { HELPER_LIMITS } from '../../../harness/sandbox/limits.ts'
import { installedLibraries } from '../../../harness/testers/pytest/installed.ts'
import { inTree, limitsFor, type Surroundings } from '../../../harness/testers/pytest/run.ts'

/** The folder of the program that runs pytest. */
export const PROGRAM = path.join(import.meta.dirname, 'plain.py')
/** As the tester has it: a multiple of the processor time of the reference, and at least so many seconds. */
const [FACTOR, SHORTEST] = [5, 120]

export interface PlainRun {
  /** Whether a test passed, by its node id. */
  readonly tests: ReadonlyMap<string, boolean>
  /** Whether pytest came to its end; otherwise nothing is known of the tests that are missing. */
  readonly ended: boolean
  /** Lines of the library that ran, by file. Empty if they were not asked for. */
  readonly lines: ReadonlyMap<string, ReadonlySet<number>>
}

export interface PlainPlan {
  readonly plan: LibraryPlan
  readonly files: readonly ProjectFile[]
  readonly python: Python
  /** Whether to trace lines. */
  readonly traced?: boolean
  readonly signal: AbortSignal
}

export async function runPlain({ plan, files, python, traced = false, signal }: PlainPlan): Promise<PlainRun> {
  const { suite, calibration } = plan
  await using scratch = await scratchFolder('plain')
  const options = { python, limits: HELPER_LIMITS, browser: false }
  await using sandbox = await openSandbox((await chooseSandbox()).name, scratch.path, options)
  await sandbox.provide(path.dirname(PROGRAM), path.dirname(PROGRAM))
  const masks = await installedLibraries(python.program, suite)
  const around: Surroundings = { sandbox, scratch: scratch.path, python: calibration.python, masks, signal }
  const seconds = Math.max(SHORTEST, FACTOR * calibration.seconds)
  const unchanged = { rewrite: (_: string, content: Buffer) => content }
  const { channel } = await inTree({ suite, files, hides: () => false }, unchanged, around, (folder) =>
    sandbox.measure({
      argv: [calibration.python, ...argumentsOf(plan, traced)],
      cwd: folder,
      env: environmentOf(plan),
      limits: limitsFor(seconds),
      channel: true,
      signal,
    }),
  )
  return told(channel)
}

/** Arguments of the interpreter. */
export function argumentsOf({ suite }: LibraryPlan, traced = false): string[] {
  return ['-I', '-B', PROGRAM, suite.tests, suite.plugins.join(','), ...(traced ? suite.sources : [])]
}

export function environmentOf({ suite }: LibraryPlan): Record<string, string> {
  return {
    ...{ PYTHONDONTWRITEBYTECODE: '1', PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1', PYTHONPATH: suite.modules.join(':') },
    ...suite.env,
  }
}

const messageSchema = z.union([
  z.tuple([z.literal('test'), z.string(), z.boolean()]),
  z.tuple([z.literal('lines'), z.string(), z.array(z.int())]),
  z.tuple([z.literal('end')]),
])

function told(channel: string): PlainRun {
  const tests = new Map<string, boolean>()
  const lines = new Map<string, ReadonlySet<number>>()
  let ended = false
  for (const line of channel.split('\n').filter((each) => each !== '')) {
    const [what, name, value] = messageSchema.parse(JSON.parse(line))
    if (what === 'test') tests.set(name, value)
    else if (what === 'lines') lines.set(name, new Set(value))
    else ended = true
  }
  return { tests, ended, lines }
}
