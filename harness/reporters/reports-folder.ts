import path from 'node:path'
import { inShell } from '../lib/processes/shell.ts'

/** The `--out` flag that a command needs to find a run by its id; empty for a run in the default folder. */
export function outFlag(folder: string): string[] {
  const out = path.dirname(path.resolve(folder))
  return out === path.resolve(REPORTS) ? [] : ['--out', out]
}

/** The default of `--out`. */
const REPORTS = 'reports'

/** The command that judges a run whose agents were only called. */
export function gradeCommand(runId: string, folder: string): string {
  return inShell(['pe', 'grade', runId, ...outFlag(folder)])
}

/** The command that continues an incomplete run. */
export function resumeCommand(runId: string, folder: string): string {
  return inShell(['pe', 'run', '--resume', runId, ...outFlag(folder)])
}
