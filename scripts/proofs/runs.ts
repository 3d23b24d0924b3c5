/** Judges the canonical solutions repeatedly: every point passes, and no verdict changes. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { runRecordSchema, summarySchema, trialRecordSchema } from '../../harness/contracts/schema.ts'
import { BIN } from './commands.ts'
import type { Proof } from './parts.ts'

const RUNS = 10

/** @param args The number of runs */
export async function provenRuns([count = String(RUNS)]: readonly string[]): Promise<Proof> {
  const out = await mkdtemp(path.join(tmpdir(), 'pe-prove-'))
  const problems: string[] = []
  const seconds: number[] = []
  try {
    const first = await runOnce(out)
    seconds.push(first.seconds)
    if (first.verdicts.size === 0) problems.push('no testcode was judged')
    for (const [testcode, status] of first.verdicts) if (status !== 'passed') problems.push(`${testcode}: ${status}`)
    for (let number = 2; number <= Number(count); number += 1) {
      const run = await runOnce(out)
      seconds.push(run.seconds)
      if (run.verdicts.size !== first.verdicts.size)
        problems.push(`run ${String(number)} has ${String(run.verdicts.size)} verdicts`)
      for (const [testcode, status] of run.verdicts)
        if (first.verdicts.get(testcode) !== status)
          problems.push(
            `${testcode}: ${String(first.verdicts.get(testcode))} in run 1, ${status} in run ${String(number)}`,
          )
    }
    const times = `${Math.min(...seconds).toFixed(0)} to ${Math.max(...seconds).toFixed(0)} s a run`
    const differ = `${String(problems.length)} changed or did not pass`
    return {
      figures: [
        `${count} runs of our solutions with ${String(first.verdicts.size)} verdicts each: ${differ}; ${times}`,
      ],
      problems,
    }
  } finally {
    await rm(out, { recursive: true, force: true })
  }
}

/** Trial and testcode → status. */
async function runOnce(out: string): Promise<{ seconds: number; verdicts: Map<string, string> }> {
  const { stdout } = await execa('node', [BIN, 'run', '--agent', 'canonical', '--level', '2', '--json', '--out', out], {
    reject: false,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const summary = summarySchema.parse(JSON.parse(stdout))
  const run = runRecordSchema.parse(JSON.parse(await readFile(path.join(summary.folder, 'run.json'), 'utf8')))
  const verdicts = new Map<string, string>()
  for (const { id } of run.trials) {
    const text = await readFile(path.join(summary.folder, 'trials', id, 'trial.json'), 'utf8')
    const trial = trialRecordSchema.parse(JSON.parse(text))
    for (const verdict of [trial.runnable, ...trial.verdicts]) verdicts.set(`${id} ${verdict.testcode}`, verdict.status)
  }
  return { seconds: summary.seconds, verdicts }
}
