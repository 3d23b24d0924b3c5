import { mkdtemp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { thisArchitecture, AUDIT_ARCHITECTURE, type Architecture } from './architecture.ts'
import {
  DENIED,
  DENIED_TO_ONE_PROCESS,
  DENIED_WITHOUT_CONTROL_GROUP,
  ERRNO,
  NEWEST_CALL,
  type Condition,
  type DeniedClass,
} from './denied.ts'
import { NUMBERS, type SystemCall } from './numbers.ts'

/** File descriptor on which a shell opens the filter for the program that loads it. One digit: dash supports no more. */
export const FILTER_FD = 9

/**
 * The filter for a sandbox.
 * @param memoryIsCounted Whether a control group counts memory that belongs to no process
 * @returns undefined on an unsupported architecture
 */
export function compiledFilter(memoryIsCounted: boolean): Buffer | undefined {
  const architecture = thisArchitecture()
  if (architecture === undefined) return undefined
  const classes = memoryIsCounted ? DENIED : [...DENIED, ...DENIED_WITHOUT_CONTROL_GROUP]
  return encode(compile(classes, architecture))
}

/** A filter in addition, for a program that stays one process. Undefined on an unsupported architecture. */
export function oneProcessFilter(): Buffer | undefined {
  const architecture = thisArchitecture()
  return architecture === undefined ? undefined : encode(compile(DENIED_TO_ONE_PROCESS, architecture))
}

/** Writes the filter to a new folder that is not visible in the sandbox, and returns the path. */
export async function writeFilter(scratch: string, memoryIsCounted: boolean): Promise<string | undefined> {
  const filter = compiledFilter(memoryIsCounted)
  if (filter === undefined) return undefined
  const file = path.join(await mkdtemp(path.join(scratch, 'filter-')), 'filter.bpf')
  await writeFile(file, filter)
  return file
}

// ---- compile -------------------------------------------------------------------------------------------------------

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

// ---- assembler -----------------------------------------------------------------------------------------------------

/**
 * An assembler for the part of classic BPF that seccomp needs. A program reads `struct seccomp_data` (seccomp(2)): the number
 * of the call, the architecture, and the six arguments.
 */

/** `struct sock_filter` of linux/filter.h. */
export interface Instruction {
  readonly code: number
  /** Instructions to skip if the comparison holds (jt) or does not hold (jf). */
  readonly jt: number
  readonly jf: number
  readonly k: number
}

/** A jump target. */
type Label = symbol

/** An instruction with labels instead of distances. Without a label, a comparison continues with the next instruction. */
type Line =
  | { readonly load: number }
  | { readonly and: number }
  | { readonly jump: 'equal' | 'greater' | 'anyBit'; readonly k: number; readonly then?: Label; readonly else?: Label }
  | { readonly goto: Label }
  | { readonly return: number }
  | { readonly at: Label }

/** Opcodes of linux/bpf_common.h; all operands are words of 32 bits. */
export const CODE = {
  load: 0x20, // BPF_LD | BPF_W | BPF_ABS
  and: 0x54, // BPF_ALU | BPF_AND | BPF_K
  goto: 0x05, // BPF_JMP | BPF_JA
  equal: 0x15, // BPF_JMP | BPF_JEQ | BPF_K
  greater: 0x25, // BPF_JMP | BPF_JGT | BPF_K
  anyBit: 0x45, // BPF_JMP | BPF_JSET | BPF_K
  return: 0x06, // BPF_RET | BPF_K
} as const

/** Offsets in `struct seccomp_data`. */
const NUMBER_AT = 0
const ARCHITECTURE_AT = 4

/**
 * Offset of the low half of an argument. The kernel reads the flags of `clone`, the command of `ioctl` and the family of
 * `socket` from the low half alone, so setting a bit of the high half would bypass a filter that compares all 64 bits. Both
 * architectures are little-endian.
 */
function argumentAt(index: number): number {
  return 16 + 8 * index
}

/** The most instructions that the kernel accepts (`BPF_MAXINSNS`), and the longest jump of a comparison. */
const LONGEST_PROGRAM = 4096
const LONGEST_JUMP = 255

/**
 * Replaces labels with distances.
 * @throws TypeError for a jump that goes backwards, too far, or to an unknown label: the kernel would refuse the program
 */
export function assemble(lines: readonly Line[]): Instruction[] {
  const places = new Map<Label, number>()
  let length = 0
  for (const line of lines) {
    if ('at' in line) places.set(line.at, length)
    else length += 1
  }
  if (length > LONGEST_PROGRAM)
    throw new TypeError(
      `the filter has ${String(length)} instructions; the kernel accepts at most ${String(LONGEST_PROGRAM)}`,
    )
  const instructions: Instruction[] = []
  for (const line of lines) {
    if (!('at' in line)) instructions.push(instruction(line, distances(places, instructions.length)))
  }
  return instructions
}

type Distance = (label: Label | undefined, most: number) => number

function distances(places: ReadonlyMap<Label, number>, from: number): Distance {
  return (label, most) => {
    if (label === undefined) return 0
    const distance = (places.get(label) ?? -1) - from - 1
    if (distance < 0 || distance > most)
      throw new TypeError(`a jump to ${String(label)} has the invalid distance ${String(distance)}`)
    return distance
  }
}

function instruction(line: Exclude<Line, { at: Label }>, to: Distance): Instruction {
  if ('load' in line) return { code: CODE.load, jt: 0, jf: 0, k: line.load }
  if ('and' in line) return { code: CODE.and, jt: 0, jf: 0, k: line.and >>> 0 }
  if ('return' in line) return { code: CODE.return, jt: 0, jf: 0, k: line.return >>> 0 }
  if ('goto' in line) return { code: CODE.goto, jt: 0, jf: 0, k: to(line.goto, LONGEST_PROGRAM) }
  const { jump, k } = line
  return { code: CODE[jump], jt: to(line.then, LONGEST_JUMP), jf: to(line.else, LONGEST_JUMP), k: k >>> 0 }
}

/** Size of a `struct sock_filter`. */
const INSTRUCTION_BYTES = 8

/** Encodes a program as an array of `struct sock_filter`. */
export function encode(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * INSTRUCTION_BYTES)
  for (const [index, { code, jt, jf, k }] of program.entries()) {
    const at = index * INSTRUCTION_BYTES
    bytes.writeUInt16LE(code, at)
    bytes.writeUInt8(jt, at + 2)
    bytes.writeUInt8(jf, at + 3)
    bytes.writeUInt32LE(k, at + 4)
  }
  return bytes
}
