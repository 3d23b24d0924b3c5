/**
 * Measures the harness's own time for a direct trial of the smallest mission, without launch, with a model server that answers
 * immediately, and whether its memory stays flat: `npm run bench -- agents [TRIALS]`. Run it on an idle machine.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { execa } from 'execa'

const trials = Number(process.argv[2] ?? 1000)
const root = path.resolve(import.meta.dirname, '..', '..')
const out = await mkdtemp(path.join(tmpdir(), 'pe-bench-'))
/** Milliseconds between two samples of the memory. */
const PERIOD = 200
/** Heap limit in MiB: about twice what one trial at a time needs. */
const SMALL_HEAP = 80

try {
  await using server = await startServer()
  await seconds(20, server.baseURL)
  const [few, many] = [Math.max(1, Math.round(trials / 20)), trials]
  const short = await seconds(few, server.baseURL)
  const long = await seconds(many, server.baseURL)
  // The difference excludes start and end, which both include.
  const perTrial = ((long.wall - short.wall) / (many - few)) * 1000
  const cpu = ((long.cpu - short.cpu) / (many - few)) * 1000
  print(`${String(many)} trials: ${long.wall.toFixed(2)} s; ${String(few)} trials: ${short.wall.toFixed(2)} s`)
  print(
    `harness time per trial: ${perTrial.toFixed(2)} ms wall time, ${cpu.toFixed(2)} ms CPU time (target: at most 15)`,
  )
  print(`memory in MiB, by tenths of the run: ${tenths(long.memory).join(' ')}`)
  // With a large heap Node hardly collects garbage; a leak shows only with a small one.
  const tight = await seconds(many, server.baseURL, [`--max-old-space-size=${String(SMALL_HEAP)}`])
  print(`the same with a heap limit of ${String(SMALL_HEAP)} MiB: ${tenths(tight.memory).join(' ')}`)
} finally {
  await rm(out, { recursive: true, force: true })
}

/** Starts the server in a separate process, so that its CPU time does not count. */
async function startServer(): Promise<AsyncDisposable & { readonly baseURL: string }> {
  const child = execa('node', ['--import', 'tsx', path.join(root, 'scripts/bench/model-server.ts')], {
    cwd: root,
    reject: false,
  })
  const [first] = await Promise.race([
    new Promise<[string]>((resolve) => child.stdout.once('data', (chunk: Buffer) => resolve([chunk.toString()]))),
    child.then((ended): never => {
      throw new Error(`the model server ended: ${ended.stderr}`)
    }),
  ])
  return {
    baseURL: first.trim(),
    async [Symbol.asyncDispose]() {
      child.kill()
      await child
    },
  }
}

interface Measured {
  /** Seconds. */
  readonly wall: number
  readonly cpu: number
  /** MiB, over time. */
  readonly memory: readonly number[]
}

async function seconds(samples: number, baseURL: string, nodeFlags: readonly string[] = []): Promise<Measured> {
  const flags = [
    '--agent',
    'openai:small',
    '--base-url',
    baseURL,
    '--missions',
    'text-adventure',
    '--no-judge',
    '--no-cache',
  ]
  const began = performance.now()
  const child = execa(
    'node',
    [...nodeFlags, path.join(root, 'dist/pe/bin.js'), 'run', ...flags, '--samples', String(samples), '--out', out],
    {
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
    },
  )
  const memory: number[] = []
  let cpu = 0
  const done = new AbortController()
  const ended = child.finally(() => done.abort())
  while (!done.signal.aborted) {
    const usage = await usageOf(child.pid)
    if (usage) {
      memory.push(usage.memory)
      cpu = usage.cpu
    }
    await Promise.race([delay(PERIOD), ended])
  }
  await ended
  return { wall: (performance.now() - began) / 1000, cpu, memory }
}

async function usageOf(pid: number | undefined): Promise<{ memory: number; cpu: number } | undefined> {
  const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8').catch(() => undefined)
  if (stat === undefined) return undefined
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return { memory: ((fields[21] ?? 0) * 4096) / 1024 / 1024, cpu: ((fields[11] ?? 0) + (fields[12] ?? 0)) / 100 }
}

function tenths(values: readonly number[]): string[] {
  return Array.from({ length: 10 }, (_, index) => (values[Math.floor((index / 10) * values.length)] ?? NaN).toFixed(0))
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
