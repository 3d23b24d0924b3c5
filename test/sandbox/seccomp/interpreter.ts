import { CODE, type Instruction } from '../../../harness/sandbox/seccomp/filter.ts'

/** A call as the filter sees it. Arguments are unsigned 64-bit numbers. */
export interface Call {
  readonly architecture: number
  readonly number: number
  readonly arguments: readonly bigint[]
}

/** Runs classic BPF as the kernel does, and returns the program's return value. */
export function interpret(program: readonly Instruction[], call: Call): number {
  const data = Buffer.alloc(64)
  data.writeInt32LE(call.number | 0, 0)
  data.writeUInt32LE(call.architecture, 4)
  for (const [index, value] of call.arguments.entries())
    data.writeBigUInt64LE(BigInt.asUintN(64, value), 16 + 8 * index)
  let accumulator = 0
  for (let at = 0; at < program.length; at += 1) {
    const { code, jt, jf, k } = program[at] ?? { code: -1, jt: 0, jf: 0, k: 0 }
    const jump = (holds: boolean) => (at += holds ? jt : jf)
    if (code === CODE.load) accumulator = data.readUInt32LE(k)
    else if (code === CODE.and) accumulator = (accumulator & k) >>> 0
    else if (code === CODE.goto) at += k
    else if (code === CODE.equal) jump(accumulator === k)
    else if (code === CODE.greater) jump(accumulator > k)
    else if (code === CODE.anyBit) jump((accumulator & k) !== 0)
    else if (code === CODE.return) return k
    else throw new TypeError(`instruction ${String(at)} has an unknown opcode`)
  }
  throw new TypeError('the program does not end with a return')
}
