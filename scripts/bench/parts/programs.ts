import path from 'node:path'
import { execa } from 'execa'
import { print } from '../measure.ts'
import type { Bench } from '../parts.ts'
import { ROOT } from '../program.ts'
import type { Row } from '../series.ts'

/** Benchmarks that print figures of their own instead of a ratio of two runs. */
const PROGRAMS = ['scorers', 'judge', 'summarise', 'expectations', 'looks', 'agents'] as const

export async function benchPrograms({ say }: Bench): Promise<Row[]> {
  for (const name of PROGRAMS) {
    say(name)
    const file = path.join(ROOT, 'scripts/bench', `${name}.ts`)
    const { all, exitCode } = await execa('node', ['--import', 'tsx', file], {
      ...{ reject: false, stdin: 'ignore', all: true },
      cwd: ROOT,
    })
    for (const line of all.split('\n')) print(`    ${line}`)
    // A benchmark whose limit does not hold says so in its lines; they are figures like all others.
    if (exitCode === undefined || exitCode > 1) throw new Error(`${file} ended with ${String(exitCode)}`)
  }
  return []
}
