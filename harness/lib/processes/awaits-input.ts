import { readFile, readdir } from 'node:fs/promises'

/** Number of the `read` system call, by Node's name of the architecture. */
const READ: Readonly<Record<string, string>> = { x64: '0', arm64: '63' }
const STDIN = '0x0'

/**
 * Returns a mark for each process of a tree that is blocked reading its standard input. The mark changes each time the process
 * runs, so a new mark after writing a line means that the process has read the line.
 * @returns undefined if this system does not provide the information
 */
export async function awaitingInput(root: number): Promise<readonly string[] | undefined> {
  const read = READ[process.arch]
  if (process.platform !== 'linux' || read === undefined) return undefined
  const marks = await Promise.all((await processTree(root)).map((pid) => markOf(pid, read)))
  const known = marks.filter((mark) => mark !== undefined)
  return known.length < marks.length ? undefined : known.filter((mark) => mark !== '')
}

/** Empty if the process does something else or has ended; undefined if it may not be inspected. */
async function markOf(pid: number, read: string): Promise<string | undefined> {
  try {
    const before = await switches(pid)
    const [call, descriptor] = (await readFile(`/proc/${String(pid)}/syscall`, 'utf8')).split(' ')
    const same = before === (await switches(pid))
    return call === read && descriptor === STDIN && same ? `${String(pid)}:${before}` : ''
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'EACCES' || code === 'EPERM' ? undefined : ''
  }
}

/** The number of voluntary context switches of the process. */
async function switches(pid: number): Promise<string> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8')
  return /^voluntary_ctxt_switches:\s*(\d+)/m.exec(status)?.[1] ?? ''
}

/** A process and all its descendants. */
async function processTree(root: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const parents = new Map(await Promise.all(pids.map(async (pid) => [pid, await parentOf(pid)] as const)))
  const belongs = (pid: number | undefined): boolean =>
    pid === root || (pid !== undefined && pid > 0 && belongs(parents.get(pid)))
  return pids.filter((pid) => belongs(pid))
}

/** The name in parentheses may contain anything, so fields are counted from its end. */
async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8').catch(() => '')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
}
