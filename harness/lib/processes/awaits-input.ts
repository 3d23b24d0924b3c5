import { readFile, readdir } from 'node:fs/promises'

/** The kernel's number for reading, by Node's name of the architecture. */
const READ: Readonly<Record<string, string>> = { x64: '0', arm64: '63' }
const STDIN = '0x0'

/**
 * Marks of the processes below one that are blocked reading their standard input. A mark changes each time its process has
 * run: whoever writes a line and then sees a new mark knows that the line was taken.
 * @returns undefined where this system does not tell
 */
export async function awaitingInput(root: number): Promise<readonly string[] | undefined> {
  const read = READ[process.arch]
  if (process.platform !== 'linux' || read === undefined) return undefined
  const marks = await Promise.all((await processesFrom(root)).map((pid) => markOf(pid, read)))
  const known = marks.filter((mark) => mark !== undefined)
  return known.length < marks.length ? undefined : known.filter((mark) => mark !== '')
}

/** Empty where it does something else, or is gone; undefined where it may not be looked at. */
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

/** How often the process has given up the processor by itself. */
async function switches(pid: number): Promise<string> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8')
  return /^voluntary_ctxt_switches:\s*(\d+)/m.exec(status)?.[1] ?? ''
}

/** A process and all below it. */
async function processesFrom(root: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const parents = new Map(await Promise.all(pids.map(async (pid) => [pid, await parentOf(pid)] as const)))
  const belongs = (pid: number | undefined): boolean =>
    pid === root || (pid !== undefined && pid > 0 && belongs(parents.get(pid)))
  return pids.filter((pid) => belongs(pid))
}

/** The name in parentheses may hold anything, so the fields are counted from its end. */
async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8').catch(() => '')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
}
