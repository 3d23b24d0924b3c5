import type { Bench } from '../parts.ts'
import { programOf, ROOT, suiteSeconds } from '../program.ts'
import { compare, type Row } from '../series.ts'

export async function benchFailing({ missions, out, pairs, say }: Bench): Promise<Row[]> {
  const way = (agent: string) => () => suiteSeconds({ program: programOf(ROOT), agent, out, args: missions })
  const comparison = {
    what: 'empty-page / canonical',
    measured: way('empty-page'),
    reference: way('canonical'),
    aim: 1.5,
  }
  return [await compare(comparison, { pairs, say })]
}
