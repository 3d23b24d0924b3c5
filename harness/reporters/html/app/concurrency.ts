import type { RunInfo } from '../data.ts'
import { count } from './format.ts'

type Run = Pick<RunInfo, 'settings' | 'concurrency'>

const SIGNALS = {
  psi: 'the time for which programs waited for a processor',
  'run-queue': 'the number of programs that were ready to run',
  load: 'the load of the system',
} as const

/** The concurrency that was asked for, and the one that was used, with its reason. */
export function concurrencyText({ settings, concurrency: used }: Run): string {
  const asked = settings.concurrency === 'auto' ? 'as many as the machine had room for' : String(settings.concurrency)
  if (!used) return asked
  const judged = used.judged === undefined ? '' : ` running and ${String(used.judged)} judged`
  const signal = used.signal === undefined ? '' : `; decided by the free memory and ${SIGNALS[used.signal]}`
  return `${asked}: at most ${String(used.most)}${judged} on ${String(used.processors)} processors${signal}`
}

/** `at most 4 trials at a time`; the concurrency that was asked for if the one that was used is not known. */
export function trialsAtATime({ settings, concurrency: used }: Run): string {
  if (used)
    return `at most ${count(used.most, 'trial')} at a time${used.judged === undefined ? '' : `, ${String(used.judged)} of them judged`}`
  return settings.concurrency === 'auto'
    ? 'as many trials at a time as the machine has room for'
    : `${count(settings.concurrency, 'trial')} at a time`
}
