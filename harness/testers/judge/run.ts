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

export function runProgram(sandbox: Sandbox, run: Run, signal: AbortSignal): Promise<Measured> {
  const { argv, folder, limits, input, watched = false, onOutput, onChannel } = run
  return sandbox.measure({
    argv: watched ? underValgrind(argv) : argv,
    cwd: folder,
    limits: limitsOf(limits),
    ...(input === undefined ? {} : { input }),
    env: { ONLINE_JUDGE: 'true' },
    channel: watched || onChannel !== undefined,
    oneProcess: watched,
    ...(onOutput ? { onOutput } : {}),
    ...(onChannel ? { onChannel } : {}),
    signal,
  })
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
