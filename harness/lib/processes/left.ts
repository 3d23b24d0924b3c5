import { readFile, readdir, readlink } from 'node:fs/promises'
import path from 'node:path'

/** Searches are repeated, because processes may start others in the meantime. */
const MOST_ROUNDS = 10

/** Kills processes that work in a folder or name it on their command line: leftovers of a killed harness. */
export async function killProcessesOf(folder: string): Promise<void> {
  if (process.platform !== 'linux') return
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const found = await processesOf(folder)
    if (found.length === 0) return
    for (const pid of found) kill(pid)
  }
}

async function processesOf(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0 && pid !== process.pid)
  const matches = await Promise.all(pids.map((pid) => uses(pid, folder)))
  return pids.filter((_, index) => matches[index])
}

async function uses(pid: number, folder: string): Promise<boolean> {
  const [cwd, command] = await Promise.all([
    readlink(`/proc/${String(pid)}/cwd`).catch(() => ''),
    readFile(`/proc/${String(pid)}/cmdline`, 'utf8').catch(() => ''),
  ])
  return `${cwd}/`.startsWith(folder + path.sep) || command.includes(folder)
}

/** Ignores processes that have ended or belong to another user. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ESRCH' && code !== 'EPERM') throw error
  }
}
