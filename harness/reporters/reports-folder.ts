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
export function gradeCommand(folder: string): string {
  return inShell(['pe', 'grade', path.basename(folder), ...outFlag(folder)])
}

/**
 * The command that continues an incomplete run. Its folder names it, because the folder of a shard has another name than the id.
 * @param queue Flags of a run on a queue
 */
export function resumeCommand(folder: string, queue: readonly string[] = []): string {
  return inShell(['pe', 'run', '--resume', path.basename(folder), ...outFlag(folder), ...queue])
}
