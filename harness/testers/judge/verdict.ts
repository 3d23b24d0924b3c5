import type { Judgement, Measured } from '../../contracts/types.ts'
import { MiB } from '../../lib/wording/bytes.ts'
import type { Difference } from './compare.ts'

/** Characters of a program's stderr that a verdict keeps. */
const KEPT = 2000

/** Status and words of each limit, in the order of precedence: memory, time, runtime error, wrong answer. */
const OF_LIMIT = {
  memory: { status: 'error', word: 'memory limit exceeded' },
  time: { status: 'timeout', word: 'time limit exceeded' },
  output: { status: 'error', word: 'output limit exceeded' },
  disk: { status: 'error', word: 'disk limit exceeded' },
  processes: { status: 'error', word: 'runtime error' },
} as const

/** The verdict of a program that did not run to its end as it should; undefined if it did. */
export function verdictOfRun(ended: Measured): Judgement | undefined {
  const common = { usage: usageOf(ended), evidence: ended.errors === '' ? {} : { output: ended.errors.slice(-KEPT) } }
  if (ended.limit !== undefined) {
    const { status, word } = OF_LIMIT[ended.limit]
    return { status, limit: ended.limit, reason: `${word}: ${ended.reason ?? ended.limit}`, ...common }
  }
  if (ended.signal !== undefined) return { status: 'error', reason: `runtime error: ${ended.signal}`, ...common }
  if (ended.code !== 0) return { status: 'error', reason: `runtime error: exit code ${String(ended.code)}`, ...common }
  return undefined
}

export function wrongAnswer(ended: Measured, { line, column, byte, expected, got }: Difference): Judgement {
  const inLine = column === undefined ? '' : `, column ${String(column)}`
  const where = line === undefined ? `byte ${String(byte)}` : `line ${String(line)}${inLine}`
  return {
    status: 'failed',
    reason: `wrong answer: ${where}: expected "${expected}", got "${got}"`,
    usage: usageOf(ended),
    evidence: {},
  }
}

export function usageOf({ cpuSeconds, wallSeconds, memoryBytes }: Measured): NonNullable<Judgement['usage']> {
  return {
    seconds: rounded(cpuSeconds),
    wallSeconds: rounded(wallSeconds),
    ...(memoryBytes === undefined ? {} : { memoryMiB: rounded(memoryBytes / MiB) }),
  }
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}

/** The verdict of a point of which a part is earned. */
export function judgedShare(share: number, points: number, ended: Measured): Judgement {
  const common = { usage: usageOf(ended), evidence: {} }
  const earned = share * points
  if (earned <= 0) return { status: 'failed', reason: 'the result is worth no points', ...common }
  if (earned >= points) return { status: 'passed', ...common }
  return { status: 'partial', earned, reason: `the result is worth ${(share * 100).toFixed(2)}%`, ...common }
}
