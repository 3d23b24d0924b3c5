import { existsSync } from 'node:fs'
import path from 'node:path'
import { earlierCheckout } from '../checkout.ts'
import type { Bench } from '../parts.ts'
import { programOf, ROOT, suiteSeconds } from '../program.ts'
import { compare, type Row } from '../series.ts'

const PUBLISHED = process.env['PE_PROJECTEVAL_DIR'] ?? path.resolve(ROOT, '../shared/projecteval')

export async function benchPublished({ against, out, pairs, say }: Bench): Promise<Row[]> {
  if (!existsSync(PUBLISHED)) {
    say(
      `not measured, because there is no ${PUBLISHED}; set PE_PROJECTEVAL_DIR to the folder of the published benchmark`,
    )
    return []
  }
  const args = ['--benchmark', `projecteval:${PUBLISHED}`]
  const way = (program: string) => () => suiteSeconds({ program, agent: 'canonical', out, args })
  const comparison = {
    what: `published benchmark: now / ${against}`,
    measured: way(programOf(ROOT)),
    reference: way(programOf(await earlierCheckout(against))),
    aim: 0.75,
  }
  return [await compare(comparison, { pairs, say })]
}
