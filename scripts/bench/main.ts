/**
 * Measures everything that the documents say about speed: `npm run bench [-- PART … --pairs N --against COMMIT --missions IDS --json FILE]`.
 * Each ratio is of two ways that are run in turns on this machine. Run it while nothing else runs.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { print } from './measure.ts'
import { PARTS } from './parts.ts'
import { rowTable, type Row } from './series.ts'

/** The commit before the work on speed began. */
const EARLIER = '2a9d411'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    pairs: { type: 'string', default: '3' },
    against: { type: 'string', default: EARLIER },
    missions: { type: 'string' },
    json: { type: 'string' },
  },
})
const unknown = positionals.filter((name) => !PARTS.some((part) => part.name === name))
if (unknown.length > 0)
  throw new Error(`there is no part "${unknown.join(', ')}"; the parts are ${PARTS.map(({ name }) => name).join(', ')}`)
const pairs = Number(values.pairs)
if (!Number.isInteger(pairs) || pairs < 1) throw new Error(`--pairs ${values.pairs}: give a whole number from 1`)

const [processor] = os.cpus()
const machine =
  `${String(os.availableParallelism())} × ${processor?.model ?? 'unknown processor'}, ` +
  `${(os.totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.versions.node}`
const out = await mkdtemp(path.join(os.tmpdir(), 'pe-bench-'))
const rows: Row[] = []
try {
  for (const { name, about, run } of PARTS) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    print(`\n${name}: ${about} (load ${(os.loadavg()[0] ?? NaN).toFixed(1)})`)
    const say = (text: string) => {
      print(`  ${text}`)
    }
    const missions = values.missions === undefined ? [] : ['--missions', values.missions]
    rows.push(...(await run({ out, pairs, say, against: values.against, missions })))
  }
} finally {
  await rm(out, { recursive: true, force: true })
  // A failure does not lose the rows that were measured before it.
  print(`\n${machine}\n\n${rowTable(rows)}`)
  if (values.json !== undefined) await writeFile(values.json, JSON.stringify({ machine, rows }, null, 2))
}
