import { commandSeconds, programOf, ROOT } from '../program.ts'
import { seconds as wall } from '../measure.ts'
import type { Bench } from '../parts.ts'
import { compare, type Row } from '../series.ts'

/** The start of Node alone, which no command can be faster than. */
const NOTHING = ['-e', '0']

/** Starts are short, so they are repeated more often. */
const TIMES = 5

export async function benchStarts({ pairs, say }: Bench): Promise<Row[]> {
  const program = programOf(ROOT)
  const rows: Row[] = []
  for (const args of [['--help'], ['list', 'missions']]) {
    const what = `pe ${args.join(' ')} / node`
    const measured = () => commandSeconds(program, args)
    rows.push(await compare({ what, measured, reference: () => wall('node', NOTHING) }, { pairs: pairs * TIMES, say }))
  }
  return rows
}
