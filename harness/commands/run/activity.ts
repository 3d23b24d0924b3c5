/** Whether a run goes on, by the lock of its folder and by what its Redis says. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { RunRecord } from '../../contracts/schema.ts'
import { lockHolder, type LockHolder } from '../../lib/files/lock.ts'
import { resumeCommand } from '../../reporters/reports-folder.ts'

export interface Activity {
  /** `dead`: its process has ended without releasing it; `unknown`: its process is on another machine. */
  readonly state: 'planned' | 'running' | 'stopped' | 'dead' | 'unknown' | 'complete'
  /** The process that has locked the folder. */
  readonly holder?: LockHolder | undefined
}

/** @param redis Whether a coordinator of the run has lately given a sign in Redis; undefined if no Redis was named */
export async function activityOf(
  folder: string,
  { trials, queue }: RunRecord,
  ended: number,
  redis: { readonly coordinated: boolean } | undefined,
): Promise<Activity> {
  const holder = await lockHolder(folder)
  if (holder?.state === 'running') return { state: 'running', holder }
  if (holder?.state === 'unknown') {
    if (redis?.coordinated === true) return { state: 'running', holder }
    return { state: redis && queue ? 'dead' : 'unknown', holder }
  }
  if (ended === trials.length) return { state: 'complete' }
  if (holder) return { state: 'dead', holder }
  return { state: existsSync(path.join(folder, 'events.jsonl')) ? 'stopped' : 'planned' }
}

export function activityText({ state, holder }: Activity, folder: string, { queue }: RunRecord): string[] {
  const resume = resumeCommand(folder, queue)
  const process = holder ? `process ${String(holder.pid)} on ${holder.host}` : ''
  const lock = `remove ${path.join(folder, 'lock')}, and continue with ${resume}`
  switch (state) {
    case 'complete':
      return []
    case 'running':
      return [`running: ${process}`]
    case 'planned':
      return [`not begun: ${resume} runs it`]
    case 'stopped':
      return [`stopped: continue with ${resume}`]
    case 'dead':
      return holder?.state === 'ended'
        ? [`dead: ${process} has ended without finishing the run; continue with ${resume}`]
        : [`no sign of ${process}, which has locked the run, for 15 s; if it has ended, ${lock}`]
    case 'unknown':
      return [`locked by ${process}, which cannot be seen from this machine; if it has ended, ${lock}`]
  }
}
