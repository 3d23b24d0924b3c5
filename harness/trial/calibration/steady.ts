/** Finds tests of a reference that do not always pass on a busy machine. */
import { availableParallelism } from 'node:os'
import { MachineFault, messageOf } from '../../errors.ts'
import type { Sandbox } from '../../contracts/types.ts'
import { scratchFolder } from '../../lib/files/scratch.ts'
import { MiB } from '../../lib/wording/bytes.ts'
import { runTests, type Ran, type RunPlan, type Surroundings } from '../../testers/pytest/run.ts'
import { excludedOf, type Passing } from './decide.ts'

/**
 * Runs of the tests that wait. A test that fails in one of five runs is missed in 3% of calibrations: 0.8 ** 16. If no test waits, all
 * tests run once.
 */
const [ROUNDS, TOGETHER] = [2, 8]
/** Seconds that a test waits, at least: a shorter wait is the machine's. */
const SHORTEST_WAIT = 0.05
/** Seconds of tests that wait in one run: the shortest ones are taken, so that most of them have a turn. */
const MOST_WAITING = 30
/** Processor seconds of suites that also run whole. */
const LONGEST_WHOLE = 60
/** Programs that only use the processor, for each processor. */
const BUSY_PER_CORE = 2

/**
 * Runs tests again while other programs keep all processors busy: all tests once a round if they are short, and the tests that wait, for a
 * program or a time, often. A test that relies on how long something takes fails in some of these runs.
 * @param plan Of the tests `wanted`, observed
 * @param last A run of this plan: what fails in it is known to change
 * @param open A sandbox in a scratch folder
 * @returns Indices in `wanted`
 */
export async function unsteadyTests(
  plan: RunPlan,
  last: Ran,
  wanted: readonly Passing[],
  around: Surroundings,
  open: (scratch: string) => Promise<Sandbox & AsyncDisposable>,
): Promise<Set<number>> {
  const known = new Set(excludedOf(last, wanted))
  const steady = [...wanted.keys()].filter((index) => !known.has(index))
  const waiting = waitingOf(steady, wanted)
  const whole = last.measured.cpuSeconds <= LONGEST_WHOLE ? steady : waiting
  const unsteady = new Set<number>()
  if (whole.length === 0) return unsteady
  for (let round = 0; round < (waiting.length > 0 ? ROUNDS : 1); round++) {
    await using load = keepBusy(around)
    const chosen = Array.from({ length: TOGETHER }, (_, copy) => (copy === 0 ? whole : waiting))
    const failed = await allEnded(
      chosen.filter((tests) => tests.length > 0).map((tests) => failingIn(plan, tests, wanted, around, open)),
    )
    for (const index of failed.flat()) unsteady.add(index)
    load.check()
  }
  return unsteady
}

/** Rejects only when all have ended: each closes a sandbox of its own, which would be left behind if the program ended before. */
async function allEnded<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}

/** Tests that wait, as many as one run may take. */
function waitingOf(steady: readonly number[], wanted: readonly Passing[]): number[] {
  let seconds = 0
  return steady
    .flatMap((index) => ({ index, test: wanted[index] }))
    .flatMap(({ index, test }) => (test && test.waited >= SHORTEST_WAIT ? [{ index, seconds: test.seconds }] : []))
    .toSorted((a, b) => a.seconds - b.seconds)
    .filter((test) => (seconds += test.seconds) <= MOST_WAITING)
    .map(({ index }) => index)
    .toSorted((a, b) => a - b)
}

/** Runs some of the tests in a sandbox of their own: tests with a fixed name in a shared folder must not meet. */
async function failingIn(
  plan: RunPlan,
  tests: readonly number[],
  wanted: readonly Passing[],
  around: Surroundings,
  open: (scratch: string) => Promise<Sandbox & AsyncDisposable>,
): Promise<number[]> {
  await using scratch = await scratchFolder('calibrate')
  await using sandbox = await open(scratch.path)
  const chosen = tests.flatMap((index) => wanted[index] ?? [])
  const part = { ...plan, wanted: chosen.map(({ node }) => ({ node, seconds: 0 })) }
  const ran = await runTests(part, { ...around, sandbox, scratch: scratch.path })
  const { tests: told } = ran.record
  if (told.size === 0) throw new MachineFault(`no test of the reference began beside other work: ${whyOf(ran)}`)
  // A test that never began, because the process ended in another one, says nothing.
  return excludedOf(ran, chosen).flatMap((place) => (told.has(place) ? (tests[place] ?? []) : []))
}

function whyOf({ measured: { reason, errors } }: Ran): string {
  return (reason ?? errors).trim().slice(-300)
}

const LIMITS = {
  ...{ cpuSeconds: 3600, wallSeconds: 3600, memoryBytes: 256 * MiB },
  ...{ outputBytes: MiB, diskBytes: MiB, files: 10, processes: 4 },
}

/** Programs that use the processor until they are disposed of. */
function keepBusy({ sandbox, scratch, python, signal }: Surroundings) {
  const stop = new AbortController()
  const ended: string[] = []
  const all = AbortSignal.any([stop.signal, signal])
  const command = { argv: [python, '-I', '-S', '-c', 'while True: pass'], cwd: scratch, limits: LIMITS, signal: all }
  const run = async () => {
    try {
      const { reason, errors } = await sandbox.measure(command)
      ended.push(reason ?? errors)
    } catch (error) {
      if (!all.aborted) ended.push(messageOf(error))
    }
  }
  const programs = Array.from({ length: BUSY_PER_CORE * availableParallelism() }, run)
  return {
    /** @throws MachineFault if a program ended by itself: the machine was not busy then */
    check(): void {
      if (ended[0] !== undefined) throw new MachineFault(`a program that keeps the processor busy ended: ${ended[0]}`)
    },
    async [Symbol.asyncDispose](): Promise<void> {
      stop.abort()
      await Promise.all(programs)
    },
  }
}
