import { copyFile, rm } from 'node:fs/promises'
import type { Measured, MeasuredLimits, Sandbox } from '../../contracts/types.ts'
import { MiB } from '../../lib/wording/bytes.ts'
import { underValgrind } from './leaks.ts'
import type { PointLimits } from './plan.ts'

/** A program that waits for something of its own may do so for its time limit and these seconds. */
export const WAITING = 10
const PROCESSES = 64

/** A program, ready to be run on a point. */
export interface Run {
  readonly argv: readonly string[]
  /** Directly below the scratch folder. */
  readonly folder: string
  readonly limits: PointLimits
  /** A file that becomes stdin. */
  readonly input?: string | undefined
  /** Under valgrind, which reports over file descriptor 3. */
  readonly watched?: boolean
  readonly onOutput?: (chunk: Buffer) => void
  /** Answers what the program writes to file descriptor 3. */
  readonly onChannel?: (chunk: Buffer, reply: (text: string) => void) => void
}

export async function runProgram(sandbox: Sandbox, run: Run, signal: AbortSignal): Promise<Measured> {
  const { argv, folder, limits, watched = false, onOutput, onChannel } = run
  await using input = await ownInput(run)
  return await sandbox.measure({
    argv: watched ? underValgrind(argv) : argv,
    cwd: folder,
    limits: limitsOf(limits),
    ...(input.file === undefined ? {} : { input: input.file }),
    env: { ONLINE_JUDGE: 'true' },
    channel: watched || onChannel !== undefined,
    oneProcess: watched,
    ...(onOutput ? { onOutput } : {}),
    ...(onChannel ? { onChannel } : {}),
    signal,
  })
}

/**
 * Without root, a program has the user of the harness. It could change the rights of the file that is its stdin, open it again and
 * write to it, so it gets a copy.
 */
async function ownInput({ input, folder }: Run): Promise<AsyncDisposable & { readonly file: string | undefined }> {
  if (input === undefined || process.getuid?.() === 0)
    return { file: input, [Symbol.asyncDispose]: () => Promise.resolve() }
  const file = `${folder}-input`
  await copyFile(input, file)
  return { file, [Symbol.asyncDispose]: () => rm(file, { force: true }) }
}

function limitsOf({ seconds, memoryMiB, outputMiB, diskMiB, files }: PointLimits): MeasuredLimits {
  return {
    cpuSeconds: seconds,
    wallSeconds: seconds + WAITING,
    memoryBytes: Math.round(memoryMiB * MiB),
    outputBytes: Math.round(outputMiB * MiB),
    diskBytes: Math.round(diskMiB * MiB),
    files,
    processes: PROCESSES,
  }
}
