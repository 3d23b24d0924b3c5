import type { TaskFailureKind } from './failure.ts'

/** Why a process has ended. */
export interface Loss {
  readonly type: 'lost'
  readonly kind: Exclude<TaskFailureKind, 'thrown' | 'input'>
  readonly detail: string
}

/** Signals with which V8 ends a process that is out of memory. */
const OUT_OF_MEMORY: readonly string[] = ['SIGABRT', 'SIGTRAP', 'SIGILL']

export interface ProcessExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly errors: string
  /** Limit of its heap in MiB. */
  readonly heap: number
}

/** The failure of a process that ended by itself, or was killed by someone else. */
export function lossAt({ code, signal, errors, heap }: ProcessExit): Loss {
  if (signal !== null && OUT_OF_MEMORY.includes(signal))
    return { type: 'lost', kind: 'memory', detail: `${heap} MiB of memory` }
  const how = signal ?? `exit code ${String(code)}`
  const line = errors.split('\n').findLast((text) => /Error\b/.test(text))
  return crash(line === undefined ? how : `${how}: ${line.trim()}`)
}

export function crash(detail: string): Loss {
  return { type: 'lost', kind: 'crash', detail }
}
