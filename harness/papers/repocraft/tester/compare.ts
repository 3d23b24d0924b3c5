/** Compares an adapted test with that of the reference by their syntax trees. */
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { MachineFault } from '../../../errors.ts'
import type { LibraryTask, Sandbox } from '../../../contracts/types.ts'
import { packageRoot } from '../../../lib/files/package-root.ts'
import { removeFolder } from '../../../lib/files/remove.ts'
import { MiB } from '../../../lib/wording/bytes.ts'

/** The folder of the Python sources, which are not compiled. */
const SOURCES = path.join(packageRoot(import.meta.dirname), 'harness', 'papers', 'repocraft', 'tester', 'assertions')

const comparedSchema = z.object({
  /** Set if the reference test itself cannot be read. */
  unread: z.string().optional(),
  /** Empty if the adapted test keeps all assertions. */
  problems: z.array(z.string()),
  /**
   * Lines of an assertion in both tests, whether a condition decides if it is reached, and the tests that have it or call
   * the function that does.
   */
  pairs: z.array(z.tuple([z.int(), z.int(), z.boolean(), z.array(z.string())])),
  /** The adapted test, in which values of the project are not worked on further than in the reference test. */
  guarded: z.string().default(''),
  /** Begins the message of a guard, and is known to nobody else. */
  mark: z.string().default(''),
})
export type Compared = z.infer<typeof comparedSchema>

export interface ComparedTests {
  readonly task: Pick<LibraryTask, 'code' | 'tests'>
  readonly adapted: string
  /** Top-level modules of the reference; undefined if there is none. */
  readonly library: readonly string[] | undefined
  readonly project: readonly string[]
}

/** Where the comparison runs: a sandbox without produced code. */
export interface Helpers {
  readonly sandbox: Sandbox
  readonly scratch: string
  readonly python: string
  readonly signal: AbortSignal
}

const LIMITS = {
  cpuSeconds: 30,
  wallSeconds: 60,
  memoryBytes: 1024 * MiB,
  outputBytes: 16 * MiB,
  diskBytes: MiB,
  files: 10,
  processes: 4,
}

/** An adapted test that cannot be compared. */
export function refusedFor(problem: string): Compared {
  return { problems: [problem], pairs: [], guarded: '', mark: '' }
}

let comparisons = 0

/** @throws MachineFault if the reference test cannot be read, or the comparison does not end */
export async function compareTests(
  tests: ComparedTests,
  { sandbox, scratch, python, signal }: Helpers,
): Promise<Compared> {
  comparisons += 1
  const cwd = path.join(scratch, `compare-${String(process.pid)}-${String(comparisons)}`)
  const input = `${cwd}.json`
  await mkdir(cwd, { recursive: true })
  const { task, adapted, library, project } = tests
  const mark = randomBytes(16).toString('hex')
  const job = { reference: task.code, adapted, tests: task.tests, library: library ?? null, project, mark }
  await writeFile(input, JSON.stringify(job))
  try {
    await sandbox.provide(SOURCES, SOURCES)
    const chunks: Buffer[] = []
    const ended = await sandbox.measure({
      argv: [python, '-I', '-B', path.join(SOURCES, 'compare.py')],
      ...{ cwd, input, limits: LIMITS, signal },
      onOutput: (chunk) => chunks.push(chunk),
    })
    // Only the adapted test is new here: one that exhausts the comparison is refused like any other that cannot be compared.
    if (ended.limit !== undefined) return refusedFor(`it cannot be compared: ${ended.reason ?? ended.limit}`)
    if (ended.code !== 0) throw new MachineFault(`the comparison of tests failed: ${ended.errors.slice(-300)}`)
    const compared = comparedSchema.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
    if (compared.unread !== undefined) throw new MachineFault(compared.unread)
    return { ...compared, mark }
  } finally {
    await removeFolder(cwd)
    await removeFolder(input)
  }
}
