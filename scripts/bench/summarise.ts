/**
 * Measures the time to read and summarise a large run: `npm run bench -- summarise [TRIALS]`. The run is synthetic and first
 * written to a temporary folder. This is the work of `pe report` and `--resume` before they have the numbers.
 */
import { PROJECTEVAL_VARIANTS } from '../../harness/contracts/variants.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readRun, readTrials } from '../../harness/store/read.ts'
import { summarise } from '../../harness/run/summary.ts'
import { syntheticRun, writeSyntheticRun } from '../synthetic.ts'

const wanted = Number(process.argv[2] ?? 50_000)
const out = await mkdtemp(path.join(tmpdir(), 'pe-bench-'))
const shape = { missions: 20, agents: 5, variants: PROJECTEVAL_VARIANTS.map(({ id }) => id) }
// Level 3 exists in one mode only.
const combinations = shape.missions * shape.agents * shape.variants.length
try {
  const synthetic = syntheticRun({ ...shape, samples: Math.ceil(wanted / combinations), testcodes: 15, seed: 1 })
  const folder = await writeSyntheticRun(out, synthetic)
  const [began, cpu] = [performance.now(), process.cpuUsage()]
  const run = await readRun(folder)
  const trials = await readTrials(folder, run)
  const read = performance.now()
  const summary = summarise(run, trials, { folder, report: folder, seconds: 1 })
  const ended = performance.now()
  const { user, system } = process.cpuUsage(cpu)
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(2)
  const verdicts = trials.reduce((sum, trial) => sum + trial.verdicts.length + 1, 0)
  process.stdout.write(
    `${String(trials.length)} trials, ${String(verdicts)} verdicts, ${String(summary.groups.length)} groups: ` +
      `read ${seconds(began, read)} s, summarised ${seconds(read, ended)} s, total ${seconds(began, ended)} s (target: under 10 s), CPU time ${((user + system) / 1e6).toFixed(2)} s; ` +
      `memory ${String(Math.round(process.memoryUsage.rss() / 2 ** 20))} MiB\n`,
  )
  process.exitCode = ended - began < 10_000 ? 0 : 1
} finally {
  await rm(out, { recursive: true, force: true })
}
