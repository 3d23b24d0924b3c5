/**
 * Runs the long proofs: `npm run prove [-- RUNS [KILLS]]`. It begins with all cases of the tests of which `npm test` runs a
 * part; `npm run prove:tests` runs only these. The canonical solutions are judged repeatedly at the default concurrency;
 * every run must give the same verdicts. A run that is killed at random moments must end like one that is not, and
 * pay for nothing twice. `pe validate --faults` checks whether testcodes measure what they claim.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { summarySchema, trialRecordSchema, runRecordSchema } from '../harness/contracts/schema.ts'
import { killProof } from './proofs/kill.ts'
import { everyTest } from './proofs/tests.ts'

const runs = Number(process.argv[2] ?? 10)
const kills = Number(process.argv[3] ?? 50)
const bin = path.resolve(import.meta.dirname, '..', 'dist/pe/bin.js')
const out = await mkdtemp(path.join(tmpdir(), 'pe-prove-'))

try {
  const tested = await everyTest()
  print(`tests of long tables: ${tested ? 'all passed' : 'FAILED'}`)
  const first = await verdictsOf(1)
  let changed = 0
  for (let number = 2; number <= runs; number += 1) {
    const verdicts = await verdictsOf(number)
    for (const [testcode, status] of verdicts) {
      if (first.get(testcode) === status) continue
      changed += 1
      print(`  ${testcode}: ${String(first.get(testcode))} in run 1, ${status} in run ${String(number)}`)
    }
  }
  const failed = [...first.values()].filter((status) => status !== 'passed').length
  print(
    `${String(runs)} runs of ${String(first.size)} verdicts: ${String(changed)} changed, ${String(failed)} not passed`,
  )
  const killed = await killProof(kills, out, Math.random)
  for (const problem of killed.problems) print(`  ${problem}`)
  print(
    `${String(killed.kills)} kills in ${String(killed.runs)} runs of 40 trials: ${String(killed.problems.length)} problems, ` +
      `${String(killed.lost)} calls repeated because their answers were lost`,
  )
  const validated = await execa('node', [bin, 'validate', '--faults'], { reject: false, stdin: 'ignore' })
  print(validated.stdout)
  const proven = tested && changed === 0 && failed === 0 && killed.problems.length === 0 && validated.exitCode === 0
  process.exitCode = proven ? 0 : 1
} finally {
  await rm(out, { recursive: true, force: true })
}

/** Trial and testcode → status. */
async function verdictsOf(number: number): Promise<Map<string, string>> {
  const { stdout } = await execa('node', [bin, 'run', '--agent', 'canonical', '--level', '2', '--json', '--out', out], {
    reject: false,
    stdin: 'ignore',
  })
  const summary = summarySchema.parse(JSON.parse(stdout))
  print(`run ${String(number)}: score ${String(summary.score)}, ${summary.seconds.toFixed(1)} s`)
  const run = runRecordSchema.parse(JSON.parse(await readFile(path.join(summary.folder, 'run.json'), 'utf8')))
  const verdicts = new Map<string, string>()
  for (const { id } of run.trials) {
    const text = await readFile(path.join(summary.folder, 'trials', id, 'trial.json'), 'utf8')
    const trial = trialRecordSchema.parse(JSON.parse(text))
    for (const verdict of [trial.runnable, ...trial.verdicts]) verdicts.set(`${id} ${verdict.testcode}`, verdict.status)
  }
  return verdicts
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
