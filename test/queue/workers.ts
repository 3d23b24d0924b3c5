/** Coordinators and workers as processes, which end with the test. */
import { once } from 'node:events'
import { execa } from 'execa'
import { readMachines, readRun, readTrials } from '../../harness/store/read.ts'
import { BIN, root, until, type TemporaryFolder } from '../helpers.ts'
import { OWN_FLAGS, pe } from '../own.ts'

export interface Started extends AsyncDisposable {
  readonly pid: number
  readonly stdout: () => string
  readonly stderr: () => string
  readonly exit: Promise<number | null>
  kill(signal: NodeJS.Signals): void
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Modules that are loaded first. */
  readonly imports?: readonly string[]
  /** A program, with its arguments, that starts this one. */
  readonly wrapper?: readonly string[]
  /** The current folder; that of the project by default. */
  readonly cwd?: string
  /** The program; the compiled one by default. That of the sources starts more slowly. */
  readonly bin?: string
}

/** Starts `pe`. */
export function startPe(
  args: readonly string[],
  { env = {}, imports = [], wrapper = [], bin = BIN, cwd = root }: StartOptions = {},
): Started {
  const loaders = [...(bin.endsWith('.ts') ? ['tsx'] : []), ...imports].flatMap((name) => ['--import', name])
  const [program = process.execPath, ...before] = wrapper.length > 0 ? [...wrapper, process.execPath] : []
  const child = execa(program, [...before, ...loaders, bin, ...args], {
    env,
    cwd,
    reject: false,
    stdin: 'ignore',
    buffer: false,
    all: false,
    // A worker that ends its trials after SIGTERM takes longer than the 5 s after which execa would kill it.
    forceKillAfterDelay: false,
  })
  const [out, err]: [string[], string[]] = [[], []]
  child.stdout.on('data', (part: Buffer) => out.push(part.toString()))
  child.stderr.on('data', (part: Buffer) => err.push(part.toString()))
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  return {
    pid: child.pid ?? 0,
    stdout: () => out.join(''),
    stderr: () => err.join(''),
    exit,
    kill: (signal) => child.kill(signal),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exit
    },
  }
}

export function startWorker(url: string, flags: readonly string[] = [], options: StartOptions = {}): Started {
  const usual = [
    ['--concurrency', '2'],
    ['--least-free', '1'],
  ].flatMap(([name = '', value = '']) => (flags.includes(name) ? [] : [name, value]))
  return startPe(['worker', '--redis', url, ...usual, ...flags], options)
}

export async function untilSays(process: Started, text: string, milliseconds = 60_000): Promise<void> {
  const ended = process.exit.then((code) => {
    throw new Error(`it ended with ${String(code)} before "${text}" was said: ${process.stderr()}`)
  })
  const said = until(() => process.stderr().includes(text), `"${text}" is said`, milliseconds)
  await Promise.race([said, ended])
}

/** Plans a run of the benchmark in `test/fixtures/own`. @returns Its folder */
export async function planned(folder: TemporaryFolder, matrix: readonly string[], cwd = root): Promise<string> {
  const ran = await pe(['plan', ...OWN_FLAGS, ...matrix, '--out', folder.file('runs')], { cwd })
  if (ran.exitCode !== 0) throw new Error(ran.stderr)
  return ran.stdout.trim()
}

/** Runs a plan on a queue. */
export function coordinate(
  plan: string,
  redis: string,
  flags: readonly string[] = [],
  options: StartOptions = {},
): Started {
  const queue = ['--executor', 'queue', '--redis', redis, '--no-score', '--reporter', 'json']
  return startPe(['run', '--resume', plan, ...queue, ...flags], options)
}

/** Mission and sample of each trial that has ended → the name of its worker. */
export async function judgedBy(
  plan: string,
  workers: Readonly<Record<string, Started>>,
): Promise<Readonly<Record<string, string>>> {
  const machines = await readMachines(plan)
  const { trials } = await readRun(plan)
  const name = (id: string) => Object.entries(workers).find(([, { pid }]) => id.includes(`-${String(pid)}-`))?.[0] ?? id
  return Object.fromEntries(
    machines.map(({ trial, worker }) => {
      const key = trials.find(({ id }) => id === trial)
      return [`${key?.mission ?? ''} ${String(key?.sample)}`, name(worker)]
    }),
  )
}

/** The statuses of all testcodes of a run. */
export async function statusesIn(plan: string): Promise<string[]> {
  const trials = await readTrials(plan, await readRun(plan))
  return trials.flatMap(({ verdicts }) => verdicts.map(({ status }) => status))
}
