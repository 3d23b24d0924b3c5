import path from 'node:path'
import { inShell } from '../lib/processes/shell.ts'

/** What a command line has to add to find a run by its id: nothing where it lies in the folder that is looked in anyway. */
export function outFlag(folder: string): string[] {
  const out = path.dirname(path.resolve(folder))
  return out === path.resolve(REPORTS) ? [] : ['--out', out]
}

/** As `--out` has it by default. */
const REPORTS = 'reports'

/** What judges a run whose agents were only called. */
export function gradeCommand(runId: string, folder: string): string {
  return inShell(['pe', 'grade', runId, ...outFlag(folder)])
}

/** The command that continues an incomplete run. */
export function resumeCommand(runId: string, folder: string): string {
  return inShell(['pe', 'run', '--resume', runId, ...outFlag(folder)])
}
