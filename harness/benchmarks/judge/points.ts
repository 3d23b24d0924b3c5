import { createHash } from 'node:crypto'

/** A number from 0 to below. */
export type Draw = (below: number) => number

/** A point as `tests.ts` of a problem makes it. */
export interface DrawnPoint {
  readonly id: string
  readonly input: string
  readonly expected: string
  /** Points of a group run one after the other in one folder. */
  readonly group?: string
  readonly leak?: 'verdict'
  /** Those of the problem by default. */
  readonly limits?: PointLimits
}

export interface PointLimits {
  readonly seconds: number
  readonly memoryMiB: number
  readonly outputMiB?: number
  readonly diskMiB?: number
  readonly files?: number
}

/** The same numbers for the same seed. */
export function drawFrom(seed: string): Draw {
  let [block, at] = [Buffer.alloc(0), 0]
  let count = 0
  return (below) => {
    if (at + 4 > block.length) {
      block = createHash('sha512')
        .update(`${seed} ${String(count)}`)
        .digest()
      ;[at, count] = [0, count + 1]
    }
    const value = block.readUInt32BE(at)
    at += 4
    return Math.floor((value / 2 ** 32) * below)
  }
}
