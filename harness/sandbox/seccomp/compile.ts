import { AUDIT_ARCHITECTURE, type Architecture } from './architecture.ts'
import {
  ARCHITECTURE_AT,
  NUMBER_AT,
  argumentAt,
  assemble,
  type Instruction,
  type Label,
  type Line,
} from './assembler.ts'
import { ERRNO, NEWEST_CALL, type Condition, type DeniedClass } from './denied.ts'
import { NUMBERS, type SystemCall } from './numbers.ts'

/** Return values of a program, from linux/seccomp.h. */
export const ALLOW = 0x7fff0000
export const KILL_PROCESS = 0x80000000
const ERROR = 0x00050000

export function returnErrno(errno: number): number {
  return ERROR | errno
}

/**
 * Compiles a program that denies some classes of system calls and allows all others. A call of another architecture (32-bit,
 * with other numbers) kills the process, because no program has a fallback for it.
 */
export function compile(classes: readonly DeniedClass[], architecture: Architecture): Instruction[] {
  const known = Symbol('known architecture')
  const old = Symbol('not too new')
  return assemble([
    { load: ARCHITECTURE_AT },
    { jump: 'equal', k: AUDIT_ARCHITECTURE[architecture], then: known },
    { return: KILL_PROCESS },
    { at: known },
    { load: NUMBER_AT },
    { jump: 'greater', k: NEWEST_CALL, else: old },
    { return: returnErrno(ERRNO.ENOSYS) },
    { at: old },
    ...classes.flatMap((each) => denyClass(each, architecture)),
    { return: ALLOW },
  ])
}

/** Expects the number of the call in the accumulator and leaves it there. */
function denyClass({ name, calls, when = [], error }: DeniedClass, architecture: Architecture): Line[] {
  const numbers = calls.map((call) => numberOf(call, architecture)).filter((number) => number !== undefined)
  if (numbers.length === 0) return []
  const [matched, next] = [Symbol(name), Symbol(`after ${name}`)]
  const skip = Symbol(`not ${name}`)
  return [
    ...numbers.map((k): Line => ({ jump: 'equal', k, then: matched })),
    { goto: next },
    { at: matched },
    ...when.flatMap((condition) => jumpUnless(condition, skip)),
    { return: returnErrno(ERRNO[error]) },
    { at: skip },
    ...(when.length === 0 ? [] : [{ load: NUMBER_AT }]),
    { at: next },
  ]
}

/** Jumps if the condition does not hold. */
function jumpUnless(condition: Condition, to: Label): Line[] {
  const load = { load: argumentAt(condition.argument) }
  if ('anyBitOf' in condition) return [load, { jump: 'anyBit', k: condition.anyBitOf, else: to }]
  if ('noBitOf' in condition) return [load, { jump: 'anyBit', k: condition.noBitOf, then: to }]
  if ('noneOf' in condition) return [load, ...condition.noneOf.map((k): Line => ({ jump: 'equal', k, then: to }))]
  const found = Symbol('one of them')
  const tests = condition.oneOf.map((k): Line => ({ jump: 'equal', k, then: found }))
  return [load, ...tests, { goto: to }, { at: found }]
}

function numberOf(call: SystemCall, architecture: Architecture): number | undefined {
  const numbers: Partial<Record<Architecture, number>> = NUMBERS[call]
  return numbers[architecture]
}
