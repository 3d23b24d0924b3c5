import path from 'node:path'
import { findBrowser } from '../../../harness/lib/browser/find.ts'
import { cacheFolder } from '../../../harness/lib/files/caches.ts'
import { DEFAULT_CONCURRENCY } from '../../../harness/run/concurrency.ts'
import { seconds } from '../measure.ts'
import type { Bench } from '../parts.ts'
import { programOf, ROOT, suiteSeconds } from '../program.ts'
import { compare, type Row } from '../series.ts'

/** The floor performs the actions of the testcodes with the browser library alone; see `bare/main.ts`. */
export async function benchFloor({ missions, out, pairs, say }: Bench): Promise<Row[]> {
  const browser = await findBrowser(process.env)
  if ('missing' in browser) throw new Error(browser.missing)
  const bare = path.join(ROOT, 'scripts/bench/bare/main.ts')
  const concurrency = String(DEFAULT_CONCURRENCY)
  const args = [...missions, '--concurrency', concurrency]
  const measured = () => suiteSeconds({ program: programOf(ROOT), agent: 'canonical', out, args })
  // The harness goes first: it installs the packages of projects.
  await measured()
  const own = ['--import', 'tsx', bare, browser.path, concurrency, cacheFolder('installs'), ...missions.slice(1)]
  const reference = () => seconds('node', own)
  return [await compare({ what: 'canonical suite / floor', measured, reference, aim: 1.15 }, { pairs, say })]
}
