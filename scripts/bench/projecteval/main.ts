/** Computes the figures about the published benchmark: `main.ts [canonical] [agreement] [totals] [time] [--runs N]`; all by default. */
import { parseArgs } from 'node:util'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { benchCanonical, benchTime } from './canonical.ts'
import { benchAgreement, benchTotals } from './published.ts'
import { print } from './runs.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '10' }, out: { type: 'string' } },
})

const parts = {
  canonical: (out: string) => benchCanonical(Number(values.runs), out),
  time: benchTime,
  agreement: benchAgreement,
  totals: benchTotals,
}

const unknown = positionals.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0)
  throw new Error(`unknown part "${unknown.join(', ')}"; the parts are ${Object.keys(parts).join(', ')}`)

const out = values.out ?? (await mkdtemp(path.join(tmpdir(), 'pe-bench-')))
try {
  for (const [name, bench] of Object.entries(parts)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    print(`\n${name}`)
    await bench(out)
  }
} finally {
  // With --out the runs are kept.
  if (values.out === undefined) await rm(out, { recursive: true, force: true })
}
