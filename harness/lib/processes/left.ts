import { readFile, readdir, readlink } from 'node:fs/promises'
import path from 'node:path'

/** Rounds of looking for what was started meanwhile. */
const MOST_ROUNDS = 10

/** Kills what works in a folder, or was started with a name of something in it: what is left of a harness that was killed. */
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
  const belong = await Promise.all(pids.map((pid) => belongsTo(pid, folder)))
  return pids.filter((_, index) => belong[index])
}

async function belongsTo(pid: number, folder: string): Promise<boolean> {
  const [cwd, command] = await Promise.all([
    readlink(`/proc/${String(pid)}/cwd`).catch(() => ''),
    readFile(`/proc/${String(pid)}/cmdline`, 'utf8').catch(() => ''),
  ])
  return `${cwd}/`.startsWith(folder + path.sep) || command.includes(folder)
}

/** One of another user's is left alone; one that has ended needs nothing. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ESRCH' && code !== 'EPERM') throw error
  }
}
