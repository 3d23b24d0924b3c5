/** Programs and folders of the floor. They end with it, also if it fails or is interrupted. */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'

const children = new Set<ChildProcess>()
const folders = new Set<string>()

/** Starts a program as the leader of its own group of processes. */
export function start(file: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(file, args, { ...options, detached: true })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

/** Ends a program and all that it has started. */
export function end(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

export function own(folder: string): string {
  folders.add(folder)
  return folder
}

export async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true })
  folders.delete(folder)
}

process.once('exit', () => {
  for (const child of children) end(child)
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
// Without a listener, a signal ends the process without the event "exit". The exit codes are those of a shell.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code))
