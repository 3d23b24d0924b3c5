/** The tasks of the tests of the pool. */
import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { loading, serve } from '../../../../harness/lib/processes/pool/serve.ts'

const MEBIBYTE = 1024 * 1024

/** Objects that tasks leave behind in their process. */
const kept: unknown[] = []

/** Fills the heap with about so many MiB of objects. */
function objects(mebibytes: number): unknown[] {
  return Array.from({ length: mebibytes * 8 }, () => Array.from({ length: 16 * 1024 }, (_, index) => index + 0.5))
}

export const tasks = {
  echo: (value: unknown) => value,
  pid: () => process.pid,
  env: () => ({ ...process.env }),
  args: () => process.argv.slice(2),
  spin: (): never => {
    for (;;) kept.length = 0
  },
  wait: async ({ milliseconds, value }: { milliseconds: number; value: unknown }) => {
    await delay(milliseconds)
    return { value, pid: process.pid }
  },
  fillHeap: () => objects(4096).length,
  fillBuffers: () => {
    for (;;) kept.push(Buffer.alloc(16 * MEBIBYTE, 1))
  },
  keepObjects: (mebibytes: number) => {
    kept.push(objects(mebibytes))
    return kept.length
  },
  largeResult: (mebibytes: number) => Buffer.alloc(mebibytes * MEBIBYTE),
  parts: (sizes: readonly number[], send: (part: Uint8Array) => void) => {
    for (const size of sizes) send(new Uint8Array(size))
    return sizes.length
  },
  partsAndCrash: (count: number, send: (part: number) => void) => {
    for (let part = 0; part < count; part += 1) send(part)
    // By then, the parts are in the pipe.
    setTimeout(() => process.exit(7), 50)
    return delay(60_000)
  },
  fail: (message: string) => {
    throw new TypeError(message)
  },
  resultWithFunction: () => ({ of: () => 1 }),
  exit: (code: number) => process.exit(code),
  kill: (signal: NodeJS.Signals) => {
    process.kill(process.pid, signal)
    return delay(60_000)
  },
  print: () => {
    process.stdout.write('x'.repeat(MEBIBYTE))
    process.stderr.write('x'.repeat(MEBIBYTE))
    return 'printed'
  },
  pollute: () => {
    Reflect.set(Object.prototype, 'polluted', 1)
    return process.pid
  },
  load: () =>
    loading(() => {
      Reflect.set(Array.prototype, 'added', 1)
      return Promise.resolve(process.pid)
    }),
  isPolluted: () => 'polluted' in {},
  /** Leaves a child process behind. */
  child: () => spawn('sleep', ['600'], { stdio: 'ignore' }).pid,
  depth: () => {
    let depth = 0
    const recurse = (): void => {
      depth += 1
      recurse()
    }
    try {
      recurse()
    } catch {
      return depth
    }
    return 0
  },
}

serve(tasks)
