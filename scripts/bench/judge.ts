/**
 * Measures the cost of a point: `npm run bench -- judge [REPEATS]`. Runs a program bare and as a point of the tester, and compares its
 * processor time, which decides about the time limit. The wall time includes the start and the end of the sandbox.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Cleanup } from '../../harness/lib/async/cleanup.ts'
import { scratchFolder } from '../../harness/lib/files/scratch.ts'
import { chooseSandbox, openSandbox } from '../../harness/sandbox/index.ts'
import { median, print } from './measure.ts'

const repeats = Number(process.argv[2] ?? 20)
/** A point may cost this much more than the program alone: milliseconds, and a share. */
const MOST = { milliseconds: 5, share: 0.02 }
/** Iterations for about half a second, and for nothing at all. */
const WORK = { busy: 150_000_000, short: 1000 } as const
const PROGRAM = `#include <cstdio>
#include <cstdlib>
int main(int, char **arguments) {
  unsigned long x = 88172645463325252ul;
  for (long i = std::atol(arguments[1]); i > 0; --i) x ^= x << 13, x ^= x >> 7, x ^= x << 17;
  std::printf("%lu\\n", x);
}
`

const folder = await mkdtemp(path.join(tmpdir(), 'pe-bench-judge-'))
await using stack = new Cleanup()
stack.defer(() => rm(folder, { recursive: true, force: true }))
await writeFile(path.join(folder, 'main.cpp'), PROGRAM)
execFileSync('g++', ['-O1', '-o', path.join(folder, 'code'), path.join(folder, 'main.cpp')])
const scratch = stack.use(await scratchFolder('bench'))
const sandbox = stack.use(await openSandbox((await chooseSandbox()).name, scratch.path, { browser: false }))
const place = path.join(scratch.path, 'point')
execFileSync('mkdir', [place])
execFileSync('cp', [path.join(folder, 'code'), place])

for (const [name, count] of Object.entries(WORK)) {
  const bare: number[] = []
  const inside: number[] = []
  const whole: number[] = []
  // In turns, so that other work on this machine slows both.
  for (let round = 0; round < repeats; round += 1) {
    bare.push(processorTime(count))
    const began = performance.now()
    inside.push(await measured(count))
    whole.push(performance.now() - began)
  }
  const cost = least(inside) - least(bare)
  const isWithin = cost <= MOST.milliseconds + MOST.share * least(bare)
  print(`${name}: median / min / max of ${String(repeats)}, in ms`)
  print(`  processor time bare          ${range(bare)}`)
  print(`  processor time as a point    ${range(inside)}`)
  print(`  wall time with its sandbox   ${range(whole)}`)
  print(`  cost (min - min): ${cost.toFixed(1)} ms; target: at most 5 ms and 2%: ${isWithin ? 'met' : 'NOT met'}`)
  if (!isWithin) process.exitCode = 1
}

async function measured(count: number): Promise<number> {
  const limits = {
    cpuSeconds: 20,
    wallSeconds: 20,
    memoryBytes: 64 * 1024 * 1024,
    outputBytes: 1024 * 1024,
    diskBytes: 1024 * 1024,
    files: 16,
    processes: 16,
  }
  const { cpuSeconds, code } = await sandbox.measure({ argv: ['./code', String(count)], cwd: place, limits })
  if (code !== 0) throw new Error(`the program ended with ${String(code)}`)
  return cpuSeconds * 1000
}

/** Milliseconds that a shell says its child took: user and system. */
function processorTime(count: number): number {
  const script = 'TIMEFORMAT="%3U %3S"; time "$0" "$1" > /dev/null'
  const { stderr } = spawnSync('bash', ['-c', script, path.join(place, 'code'), String(count)], { encoding: 'utf8' })
  const [user = NaN, system = NaN] = stderr.trim().split(' ').map(Number)
  return (user + system) * 1000
}

/** The least of several times has the least of what else this machine does. */
function least(times: readonly number[]): number {
  return Math.min(...times)
}

function range(times: readonly number[]): string {
  return [median(times), least(times), Math.max(...times)].map((each) => each.toFixed(1)).join(' / ')
}
