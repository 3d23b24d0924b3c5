import { stat } from 'node:fs/promises'
import path from 'node:path'
import { PROJECTEVAL_VARIANTS } from '../../../harness/contracts/variants.ts'
import { syntheticRun, writeSyntheticRun } from '../../synthetic.ts'
import type { Bench } from '../parts.ts'
import { commandSeconds, programOf, ROOT } from '../program.ts'
import { rowOf, type Row } from '../series.ts'

const SHAPE = { missions: 20, agents: 5, variants: PROJECTEVAL_VARIANTS.map(({ id }) => id), testcodes: 15, seed: 1 }
const TRIALS = [100, 1000, 10_000] as const
/** A run of this many trials is the reference of the others. */
const [SMALLEST] = TRIALS

/** Time to write the report of a run. The ratio shows how it grows with the number of trials. */
export async function benchReports({ out, pairs, say }: Bench): Promise<Row[]> {
  const folders = new Map<number, string>()
  for (const trials of TRIALS) folders.set(trials, await write(trials, path.join(out, `report-${String(trials)}`)))
  const taken = new Map<number, number[]>(TRIALS.map((trials) => [trials, []]))
  for (let pair = 0; pair < pairs; pair += 1)
    for (const [trials, folder] of folders)
      taken.get(trials)?.push(await commandSeconds(programOf(ROOT), ['report', folder, '--no-serve']))
  for (const [trials, folder] of folders) {
    const { size } = await stat(path.join(folder, 'index.html'))
    say(`report of ${String(trials)} trials: ${(size / 2 ** 20).toFixed(1)} MiB`)
  }
  return TRIALS.slice(1).map((trials) => {
    const pairsOf = (taken.get(trials) ?? []).map((measured, index) => {
      return { measured, reference: taken.get(SMALLEST)?.[index] ?? NaN }
    })
    return rowOf(`report of ${String(trials)} trials / of ${String(SMALLEST)}`, pairsOf)
  })
}

async function write(trials: number, folder: string): Promise<string> {
  const { missions, agents, variants } = SHAPE
  const few = trials < missions * agents * variants.length
  // The smallest run has one agent and one variant.
  const size = few ? { ...SHAPE, agents: 1, variants: variants.slice(0, 1) } : SHAPE
  const combinations = size.missions * size.agents * size.variants.length
  return writeSyntheticRun(folder, syntheticRun({ ...size, samples: Math.ceil(trials / combinations) }))
}
