/** Verdicts that must not depend on the moment: repeated, and beside programs that keep both processors busy. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { judgeFolder, type JudgedPoint } from './judging.ts'
import { solutions } from './known.ts'

/** Problems whose points are short, with an accepted solution. 012 has points near a time limit of valgrind. */
const PROBLEMS = ['005', '010', '011'] as const

export interface Steady {
  readonly runs: number
  readonly points: number
  /** Points whose verdict was not the same each time. */
  readonly changed: readonly string[]
  /** Accepted points that were not accepted under load. */
  readonly lost: readonly string[]
}

export async function steady(data: string, runs: number, load: number): Promise<Steady> {
  const first = await all(data)
  const changed = new Set<string>()
  for (let number = 2; number <= runs; number += 1)
    for (const [id, status] of await all(data)) if (first.get(id) !== status) changed.add(id)
  const busy = Array.from({ length: load }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  try {
    const loaded = await all(data)
    const lost = [...first].flatMap(([id, status]) => (status === 'passed' && loaded.get(id) !== status ? [id] : []))
    return { runs, points: first.size, changed: [...changed], lost }
  } finally {
    for (const each of busy) each.kill('SIGKILL')
  }
}

async function all(data: string): Promise<Map<string, JudgedPoint['status']>> {
  const verdicts = new Map<string, JudgedPoint['status']>()
  const note = ({ id, status }: JudgedPoint) => void verdicts.set(id, status)
  for (const id of PROBLEMS) {
    await judgeFolder(path.join(data, 'dataset'), id, path.join(solutions, id), { onPoint: note })
  }
  // One that fails a point stays so, too.
  const folder = path.join(data, 'submissions', '010-5c8a3ad')
  await judgeFolder(path.join(data, 'dataset'), '010', folder, {
    onPoint: (point) => void verdicts.set(`submitted ${point.id}`, point.status),
  })
  return verdicts
}
