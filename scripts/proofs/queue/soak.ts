/** Many real trials on the queue: memory stays flat, and no process, namespace, descriptor, folder or key of Redis is left. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readMachines, readRun } from '../../../harness/store/read.ts'
import { redisServer } from '../../../test/queue/redis-server.ts'
import { startPe, startWorker, type Started } from '../../../test/queue/workers.ts'
import { until } from '../../../test/helpers.ts'
import type { ProofOutcome, ProofSetup } from './budget.ts'
import { BENCHMARK, ended, problemsIn, summaryFrom } from './chaos.ts'

const WORKERS = 2
/** Milliseconds between two looks at the processes. */
const LOOK = 2000
/** The mean memory of the last quarter may be so many times that of the second one. */
const GROWTH = 1.1
/** Half a lease, after which a key of BullMQ ends by itself, and some seconds. */
const LEASE = 3
const KEYS_END = 30_000

interface Sample {
  readonly memory: number
  readonly descriptors: number
}

export async function soakProof(setup: ProofSetup & { readonly trials: number }): Promise<ProofOutcome> {
  const { folder, bin, say, trials } = setup
  const scratch = path.join(folder, 'tmp')
  await mkdir(scratch, { recursive: true })
  await using redis = await redisServer()
  const env = { TMPDIR: scratch }
  const matrix = ['--benchmark', BENCHMARK, '--agent', 'canonical', '--samples', String(Math.ceil(trials / 10))]
  const plan = (await ended(startPe(['plan', ...matrix, '--out', folder], { bin, env }))).trim()
  const all = (await readRun(plan)).trials.length
  const mounts = await namespaceMounts()
  const workers = Array.from({ length: WORKERS }, () => startWorker(redis.url, [], { bin, env }))
  const queue = [
    '--executor',
    'queue',
    '--redis',
    redis.url,
    '--lease',
    String(LEASE),
    '--no-score',
    '--reporter',
    'json',
  ]
  const run = startPe(['run', '--resume', plan, ...queue], { bin, env })
  const processes: [string, Started][] = [
    ['coordinator', run],
    ...workers.map((each, index): [string, Started] => [`worker ${String(index + 1)}`, each]),
  ]
  const samples = new Map<string, Sample[]>(processes.map(([name]) => [name, []]))
  try {
    while (!(await Promise.race([run.exit.then(() => true), delay(LOOK, false)]))) {
      const done = (await readMachines(plan)).length
      // Before the first trial and after the last one, processes start and end.
      if (done > 0 && done < all)
        for (const [name, { pid }] of processes) {
          const sample = await sampleOf(pid)
          if (sample) samples.get(name)?.push(sample)
        }
      say(`${String(done)} of ${String(all)} trials`)
    }
    const summary = summaryFrom(await ended(run))
    for (const worker of workers) worker.kill('SIGTERM')
    const codes = await Promise.all(workers.map(({ exit }) => exit))
    const keysEnd = until(async () => (await redis.client.keys('*')).length === 0, 'Redis is empty', KEYS_END)
    const keys = await keysEnd.then(
      () => [],
      async () => await redis.client.keys('*'),
    )
    const left = [
      ...keys.map((key) => `the key ${key} is left in Redis`),
      ...(await readdir(scratch)).map((name) => `${name} is left in the folder of temporary files`),
      ...(await processesWith(scratch)).map((command) => `a process is left: ${command}`),
      ...(await namespaceMounts())
        .filter((each) => !mounts.includes(each))
        .map((each) => `a namespace is left: ${each}`),
    ]
    const rows = [...samples].map(([name, all]) => rowOf(name, all))
    return {
      figures: [
        `${String(all)} real trials on ${String(WORKERS)} workers in ${summary.seconds.toFixed(0)} s, ${String(summary.points.passed)} of ${String(summary.points.total)} points`,
        ...rows.map(({ text }) => text),
      ],
      problems: [
        ...(await problemsIn(plan)),
        ...(summary.points.total > 0 ? [] : ['no testcode was judged']),
        ...(summary.points.passed === summary.points.total ? [] : ['a trial of the canonical solution lost a point']),
        ...codes.flatMap((code, index) =>
          code === 0 ? [] : [`worker ${String(index + 1)} ended with ${String(code)}`],
        ),
        ...rows.flatMap(({ problems }) => problems),
        ...left,
      ],
    }
  } finally {
    for (const [, each] of processes) await each[Symbol.asyncDispose]()
  }
}

function rowOf(
  name: string,
  samples: readonly Sample[],
): { readonly text: string; readonly problems: readonly string[] } {
  const quarter = (index: number) =>
    samples.slice(Math.floor((samples.length * index) / 4), Math.floor((samples.length * (index + 1)) / 4))
  const mean = (all: readonly Sample[], what: keyof Sample) =>
    all.reduce((sum, each) => sum + each[what], 0) / all.length
  const [second, last] = [quarter(1), quarter(3)]
  const memory = [mean(second, 'memory'), mean(last, 'memory')] as const
  const descriptors = [mean(second, 'descriptors'), mean(last, 'descriptors')] as const
  const growth = memory[1] / memory[0]
  return {
    text:
      `${name}: ${memory.map((each) => (each / 1024).toFixed(1)).join(' → ')} MiB (${growth.toFixed(2)} ×), ` +
      `${descriptors.map((each) => each.toFixed(1)).join(' → ')} descriptors, second and last quarter of ${String(samples.length)} looks`,
    problems: [
      ...(growth <= GROWTH ? [] : [`the memory of the ${name} grew ${growth.toFixed(2)} times`]),
      ...(samples.length > 0 ? [] : [`nobody looked at the ${name}`]),
      ...(descriptors[1] <= descriptors[0] * GROWTH + 2 ? [] : [`the descriptors of the ${name} grew`]),
    ],
  }
}

/** @returns KiB of memory and open descriptors; undefined if the process has ended */
async function sampleOf(pid: number): Promise<Sample | undefined> {
  try {
    const status = await readFile(`/proc/${String(pid)}/status`, 'utf8')
    const memory = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1])
    const descriptors = (await readdir(`/proc/${String(pid)}/fd`)).length
    return { memory, descriptors }
  } catch {
    return undefined
  }
}

async function processIds(): Promise<string[]> {
  return (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
}

/** Command lines of processes whose temporary files are in this folder. */
async function processesWith(folder: string): Promise<string[]> {
  const found = await Promise.all(
    (await processIds()).map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      const isOwn = environment.includes(`TMPDIR=${folder}`) || command.includes(folder)
      return isOwn && existsSync(`/proc/${pid}`) ? [`${pid} ${command.replaceAll('\0', ' ').slice(0, 120)}`] : []
    }),
  )
  return found.flat()
}

/** A namespace without a process and without an open descriptor lives only as long as it is mounted somewhere. */
async function namespaceMounts(): Promise<readonly string[]> {
  return (await readFile('/proc/self/mountinfo', 'utf8')).split('\n').filter((line) => line.includes(' - nsfs '))
}
