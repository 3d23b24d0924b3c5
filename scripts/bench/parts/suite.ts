import path from 'node:path'
import { findBrowser } from '../../../harness/lib/browser/find.ts'
import { cacheFolder } from '../../../harness/lib/files/caches.ts'
import { processors } from '../../../harness/lib/processes/machine.ts'
import { judgedAtOnce } from '../../../harness/run/concurrency.ts'
import { earlierCheckout } from '../checkout.ts'
import { seconds } from '../measure.ts'
import type { Bench } from '../parts.ts'
import { programOf, ROOT, suiteSeconds } from '../program.ts'
import { ratio, takeTurns, type Row, type Way } from '../series.ts'

/**
 * The canonical solutions, judged now and by an earlier commit; the same actions without the harness, see `bare/main.ts`; and an agent
 * whose every website is an empty page.
 */
export async function benchSuite({ missions, against, out, pairs, say }: Bench): Promise<Row[]> {
  const earlier = programOf(await earlierCheckout(against))
  const run = (program: string, agent: string) => () =>
    suiteSeconds({ program, agent, out, args: missions, passes: agent === 'canonical' })
  const now = run(programOf(ROOT), 'canonical')
  // The harness goes first: it installs the packages of the projects, which the floor uses.
  await now()
  const times = await takeTurns(
    {
      floor: await floor(missions),
      canonical: now,
      [`canonical at ${against}`]: run(earlier, 'canonical'),
      'empty-page': run(programOf(ROOT), 'empty-page'),
    },
    { pairs, say },
  )
  return [
    ratio(times, 'canonical', `canonical at ${against}`, 0.5),
    ratio(times, 'canonical', 'floor', 1.15),
    ratio(times, 'empty-page', 'canonical', 1.5),
  ]
}

async function floor(missions: readonly string[]): Promise<Way> {
  const browser = await findBrowser(process.env)
  if ('missing' in browser) throw new Error(browser.missing)
  const [, ids = ''] = missions
  const program = path.join(ROOT, 'scripts/bench/bare/main.ts')
  // As many at a time as the harness may judge on an idle machine.
  const args = [browser.path, String(judgedAtOnce(processors()).most), cacheFolder('installs'), ids]
  return () => seconds('node', ['--import', 'tsx', program, ...args])
}
