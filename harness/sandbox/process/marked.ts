import { readFile, readdir } from 'node:fs/promises'

/** Kills processes whose environment contains the mark until none is left. Linux only: other systems have no /proc. */
export async function killMarked(mark: string): Promise<void> {
  if (process.platform !== 'linux') return
  for (;;) {
    const pids = await processesWith(mark)
    if (pids.length === 0) return
    for (const pid of pids) killProcess(pid)
  }
}

async function processesWith(mark: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const marked = await Promise.all(pids.map((pid) => environmentHolds(pid, mark)))
  return pids.filter((_, index) => marked[index])
}

/** False if the process has ended, is a zombie, or belongs to another user. */
async function environmentHolds(pid: number, mark: string): Promise<boolean> {
  const environment = await readFile(`/proc/${String(pid)}/environ`, 'utf8').catch(() => '')
  return environment.includes(mark)
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
