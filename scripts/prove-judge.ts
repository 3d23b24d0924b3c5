/**
 * Proves the judge: `npm run prove:judge [-- NAME …]`. Judges submissions whose verdicts are known, solutions of ours, and cheats, on the
 * published data of ProjDevBench (PE_PROJDEVBENCH_DIR, or ../shared/projdevbench).
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { cheats, disagreements, ownSolutions, submitted } from './proofs/judge/known.ts'
import type { JudgedPoint } from './proofs/judge/judging.ts'

const root = path.resolve(import.meta.dirname, '..')
const data = process.env['PE_PROJDEVBENCH_DIR'] ?? path.resolve(root, '../shared/projdevbench')
if (!existsSync(path.join(data, 'dataset'))) {
  process.stderr.write(`there is no folder ${data}/dataset: set PE_PROJDEVBENCH_DIR\n`)
  process.exit(2)
}
const wanted = process.argv.slice(2)
const chosen = [...submitted, ...ownSolutions, ...cheats].filter(
  ({ name }) => wanted.length === 0 || wanted.includes(name),
)
let failed = 0
for (const known of chosen) {
  const began = performance.now()
  const { lines, points } = await disagreements(data, known)
  const passed = points.filter(({ status }) => status === 'passed').length
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const mark = lines.length === 0 ? 'as known' : `NOT as known: ${lines.join('; ')}`
  process.stdout.write(`${known.name}: ${String(passed)} of ${String(points.length)} points, ${seconds} s, ${mark}\n`)
  for (const point of points) if (point.status !== 'passed') process.stdout.write(`  ${inWords(point)}\n`)
  if (lines.length > 0) failed += 1
}
process.stdout.write(`${String(chosen.length - failed)} as known, ${String(failed)} not\n`)
process.exitCode = failed === 0 && chosen.length > 0 ? 0 : 1

function inWords({ id, status, limit, reason, usage }: JudgedPoint): string {
  const used = usage === undefined ? '' : ` (${String(usage.seconds)} s, ${String(usage.memoryMiB ?? 0)} MiB)`
  return `${id}: ${status}${limit === undefined ? '' : ` ${limit}`}${used} ${(reason ?? '').slice(0, 300)}`
}
