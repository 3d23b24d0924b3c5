import type { Bench } from '../parts.ts'
import { programOf, ROOT, suiteSeconds } from '../program.ts'
import { compare, type Row } from '../series.ts'

export async function benchConcurrency({ missions, out, pairs, say }: Bench): Promise<Row[]> {
  const way = (concurrency: string) => () =>
    suiteSeconds({
      program: programOf(ROOT),
      agent: 'canonical',
      out,
      args: [...missions, '--concurrency', concurrency],
    })
  const rows: Row[] = []
  for (const concurrency of ['1', '2', '4']) {
    const what = `concurrency auto / ${concurrency}`
    rows.push(
      await compare({ what, measured: way('auto'), reference: way(concurrency) }, { pairs, say, warmUp: false }),
    )
  }
  return rows
}
