import { execa } from 'execa'

/** Wall time of a command in seconds. Throws if the command fails. */
export async function seconds(file: string, args: readonly string[]): Promise<number> {
  const began = performance.now()
  await execa(file, args, { stdin: 'ignore' })
  return (performance.now() - began) / 1000
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? NaN) : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
