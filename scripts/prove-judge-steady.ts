/** Proves that verdicts are steady: `npm run prove:judge-steady [-- RUNS [LOAD]]`, on the published data of ProjDevBench. No runs, or no load, with 0. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { steady } from './proofs/judge/steady.ts'

const root = path.resolve(import.meta.dirname, '..')
const data = process.env['PE_PROJDEVBENCH_DIR'] ?? path.resolve(root, '../shared/projdevbench')
if (!existsSync(path.join(data, 'dataset'))) {
  process.stderr.write(`there is no folder ${data}/dataset: set PE_PROJDEVBENCH_DIR\n`)
  process.exit(2)
}
const [runs, load] = [Number(process.argv[2] ?? 10), Number(process.argv[3] ?? 4)]
const { points, changed, loaded, lost } = await steady(data, runs, load)
for (const id of changed) process.stdout.write(`  ${id} changed\n`)
for (const id of lost) process.stdout.write(`  ${id} was lost under load\n`)
process.stdout.write(
  `${String(runs)} runs of ${String(points)} points: ${String(changed.length)} changed; ` +
    `beside ${String(load)} busy programs, of ${String(loaded)} points: ${String(lost.length)} lost\n`,
)
process.exitCode = changed.length + lost.length === 0 ? 0 : 1
