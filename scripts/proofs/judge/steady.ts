/** Verdicts that must not depend on the moment: repeated, and beside programs that keep both processors busy. All of them are known. */
import { spawn } from 'node:child_process'
import type { Proof } from '../parts.ts'
import type { JudgedPoint } from './judging.ts'
import { disagreements, ownSolutions, publishedProblems, submitted, type Known } from './known.ts'

/** Problems whose points are short, and a submission that fails a point. 012 has points near a time limit of valgrind. */
const REPEATED = ['our 005', 'our 010', 'our 011', '010-5c8a3ad']
/** All problems with an accepted solution. */
const LOADED = ['005', '007', '009', '010', '011', '012', '013', '019'].map((problem) => `our ${problem}`)

const RUNS = 10
/** Programs that keep a processor busy. */
const LOAD = 4

type Status = JudgedPoint['status']

interface Judged {
  /** Subject and point → verdict. */
  readonly verdicts: ReadonlyMap<string, Status>
  /** Disagreements with the known verdicts. */
  readonly wrong: readonly string[]
}

/** @param args The number of runs, and that of busy programs; 0 leaves one of both out */
export async function provenSteady([runs = String(RUNS), load = String(LOAD)]: readonly string[]): Promise<Proof> {
  const data = publishedProblems()
  const judged: Judged[] = []
  for (let number = 0; number < Number(runs); number += 1) judged.push(await judgedAll(data, REPEATED))
  const loaded =
    Number(load) > 0 ? await underLoad(data, Number(load)) : { verdicts: new Map<string, Status>(), wrong: [] }
  return steadyProof(judged, loaded, Number(load))
}

/** Exported for its test. */
export function steadyProof(runs: readonly Judged[], loaded: Judged, load: number): Proof {
  const points = new Set(runs.flatMap(({ verdicts }) => [...verdicts.keys()]))
  const changed = [...points].filter((point) => new Set(runs.map(({ verdicts }) => verdicts.get(point))).size > 1)
  const lost = [...loaded.verdicts].flatMap(([point, status]) => (status === 'passed' ? [] : [`${point} (${status})`]))
  const wrong = [...new Set(runs.flatMap((run) => run.wrong))]
  return {
    figures: [
      `${String(runs.length)} runs of ${String(points.size)} points: ${String(changed.length)} changed, ${String(wrong.length)} disagreements with known verdicts`,
      `Beside ${String(load)} busy programs, of ${String(loaded.verdicts.size)} points: ${String(lost.length)} lost`,
    ],
    problems: [
      ...(points.size + loaded.verdicts.size === 0 ? ['no point was judged'] : []),
      ...changed.map((point) => `${point} changed`),
      ...wrong,
      ...lost.map((point) => `${point} was lost under load`),
      ...loaded.wrong.map((line) => `under load: ${line}`),
    ],
  }
}

async function underLoad(data: string, load: number): Promise<Judged> {
  const busy = Array.from({ length: load }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  try {
    return await judgedAll(data, LOADED)
  } finally {
    for (const each of busy) each.kill('SIGKILL')
  }
}

async function judgedAll(data: string, names: readonly string[]): Promise<Judged> {
  const verdicts = new Map<string, Status>()
  const wrong: string[] = []
  for (const known of names.map(subjectNamed)) {
    const { lines, points } = await disagreements(data, known)
    for (const { id, status } of points) verdicts.set(`${known.name}: ${id}`, status)
    wrong.push(...lines.map((line) => `${known.name}: ${line}`))
  }
  return { verdicts, wrong }
}

function subjectNamed(name: string): Known {
  const known = [...submitted, ...ownSolutions].find((each) => each.name === name)
  if (known === undefined) throw new Error(`no verdicts are known of ${name}`)
  return known
}
