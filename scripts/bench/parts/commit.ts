import { existsSync } from 'node:fs'
import path from 'node:path'
import { earlierCheckout } from '../checkout.ts'
import type { Bench } from '../parts.ts'
import { programOf, ROOT, suiteSeconds } from '../program.ts'
import { compare, type Row } from '../series.ts'

const PUBLISHED = process.env['PE_PROJECTEVAL_DIR'] ?? path.resolve(ROOT, '../shared/projecteval')

export async function benchAgainstCommit({ missions, against, out, pairs, say }: Bench): Promise<Row[]> {
  const earlier = programOf(await earlierCheckout(against))
  const way = (program: string, args: readonly string[]) => () =>
    suiteSeconds({ program, agent: 'canonical', out, args })
  const ratio = (what: string, args: readonly string[], aim: number) => {
    const name = `${what}: now / ${against}`
    return compare(
      { what: name, measured: way(programOf(ROOT), args), reference: way(earlier, args), aim },
      { pairs, say },
    )
  }
  const rows = [await ratio('canonical suite', missions, 0.5)]
  if (!existsSync(PUBLISHED)) {
    say(`not measured: the published benchmark, because there is no ${PUBLISHED}; set PE_PROJECTEVAL_DIR to its folder`)
    return rows
  }
  return [...rows, await ratio('published benchmark', ['--benchmark', `projecteval:${PUBLISHED}`], 0.75)]
}
