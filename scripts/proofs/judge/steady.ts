/** Verdicts that must not depend on the moment: repeated, and beside programs that keep both processors busy. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { judgeFolder, type JudgedPoint } from './judging.ts'
import type { Proof } from '../parts.ts'
import { publishedProblems, solutions } from './known.ts'

/** Problems whose points are short, with an accepted solution. 012 has points near a time limit of valgrind. */
const REPEATED = ['005', '010', '011'] as const
/** All problems with an accepted solution. */
const LOADED = ['005', '007', '009', '010', '011', '012', '013', '019'] as const

interface Steady {
  readonly runs: number
  readonly points: number
  /** Points whose verdict was not the same each time. */
  readonly changed: readonly string[]
  /** Points that were judged under load, and those of them that were not accepted. */
  readonly loaded: number
  readonly lost: readonly string[]
}

const RUNS = 10
/** Programs that keep a processor busy. */
const LOAD = 4

/** @param args The number of runs, and that of busy programs; 0 leaves one of both out */
export async function provenSteady([runs = String(RUNS), load = String(LOAD)]: readonly string[]): Promise<Proof> {
  const { points, changed, loaded, lost } = await steady(publishedProblems(), Number(runs), Number(load))
  return {
    figures: [
      `${runs} runs of ${String(points)} points: ${String(changed.length)} changed`,
      `Beside ${load} busy programs, of ${String(loaded)} points: ${String(lost.length)} lost`,
    ],
    problems: [...changed.map((id) => `${id} changed`), ...lost.map((id) => `${id} was lost under load`)],
  }
}

async function steady(data: string, runs: number, load: number): Promise<Steady> {
  const first = runs > 0 ? await repeated(data) : new Map<string, Status>()
  const changed = new Set<string>()
  for (let number = 2; number <= runs; number += 1)
    for (const [id, status] of await repeated(data)) if (first.get(id) !== status) changed.add(id)
  const loaded = load > 0 ? await underLoad(data, load) : new Map<string, Status>()
  const lost = [...loaded].flatMap(([id, status]) => (status === 'passed' ? [] : [`${id} (${status})`]))
  return { runs, points: first.size, changed: [...changed], loaded: loaded.size, lost }
}

type Status = JudgedPoint['status']

async function underLoad(data: string, load: number): Promise<Map<string, Status>> {
  const busy = Array.from({ length: load }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  try {
    return await solved(data, LOADED)
  } finally {
    for (const each of busy) each.kill('SIGKILL')
  }
}

async function repeated(data: string): Promise<Map<string, Status>> {
  const verdicts = await solved(data, REPEATED)
  // One that fails a point stays so, too.
  const folder = path.join(data, 'submissions', '010-5c8a3ad')
  await judgeFolder(path.join(data, 'dataset'), '010', folder, {
    onPoint: (point) => void verdicts.set(`submitted ${point.id}`, point.status),
  })
  return verdicts
}

async function solved(data: string, problems: readonly string[]): Promise<Map<string, Status>> {
  const verdicts = new Map<string, Status>()
  const onPoint = ({ id, status }: JudgedPoint) => void verdicts.set(id, status)
  for (const id of problems) await judgeFolder(path.join(data, 'dataset'), id, path.join(solutions, id), { onPoint })
  return verdicts
}
