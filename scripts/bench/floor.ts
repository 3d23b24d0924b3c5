/**
 * Runs the canonical agent and its floor alternately, and prints the ratio of their wall times. Run it on an idle machine:
 * `npm run bench:floor [-- PAIRS]`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findBrowser } from '../../harness/lib/browser/find.ts'
import { cacheFolder } from '../../harness/lib/files/caches.ts'
import { DEFAULT_CONCURRENCY } from '../../harness/run/concurrency.ts'
import { median, print, seconds } from './measure.ts'

const pairs = Number(process.argv[2] ?? 5)
const root = path.resolve(import.meta.dirname, '..', '..')
const browser = await findBrowser(process.env)
if ('missing' in browser) throw new Error(browser.missing)
/** The folder into which the warm-up run of the harness installs the packages of projects. */
const installs = cacheFolder('installs')
const out = await mkdtemp(path.join(tmpdir(), 'pe-bench-'))

const harness = () =>
  seconds('node', [path.join(root, 'dist/harness/bin.js'), 'run', '--agent', 'canonical', '--level', '2', '--out', out])
const floor = () =>
  seconds('node', [
    '--import',
    'tsx',
    path.join(root, 'scripts/bench/bare.ts'),
    browser.path,
    String(DEFAULT_CONCURRENCY),
    installs,
  ])

try {
  await harness()
  await floor()
  const rows: { harness: number; floor: number }[] = []
  for (let pair = 1; pair <= pairs; pair += 1) {
    const row = { harness: await harness(), floor: await floor() }
    rows.push(row)
    print(
      `pair ${String(pair)}: harness ${row.harness.toFixed(2)} s, floor ${row.floor.toFixed(2)} s, ratio ${(row.harness / row.floor).toFixed(3)}`,
    )
  }
  const of = (pick: (row: { harness: number; floor: number }) => number) => median(rows.map(pick)).toFixed(3)
  print(`median of ${String(pairs)}: harness ${of((row) => row.harness)} s, floor ${of((row) => row.floor)} s`)
  print(
    `ratio harness / floor: ${of((row) => row.harness / row.floor)} (target: at most 1.25), at concurrency ${String(DEFAULT_CONCURRENCY)}`,
  )
} finally {
  await rm(out, { recursive: true, force: true })
}
