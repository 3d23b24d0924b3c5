import type { Bench } from '../parts.ts'
import { programOf, ROOT, suiteSeconds } from '../program.ts'
import { compare, type Row } from '../series.ts'

export async function benchSandbox({ missions, out, pairs, say }: Bench): Promise<Row[]> {
  const way = (sandbox: string) => () =>
    suiteSeconds({ program: programOf(ROOT), agent: 'canonical', out, args: [...missions, '--sandbox', sandbox] })
  const comparison = { what: 'bubblewrap / process', measured: way('bubblewrap'), reference: way('process'), aim: 1.15 }
  return [await compare(comparison, { pairs, say })]
}
