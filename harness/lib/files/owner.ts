import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * A process by a text that no other process will ever have on this machine: where its number counts, its number, and when it
 * began. It is part of the names of what a process leaves behind, so that it is there at once, and nobody can change it.
 */
export function ownerMark(pid = process.pid): string {
  return `${numberSpace()}-${String(pid)}-${startOf(pid) ?? '0'}`
}

/** Such a text in a name. */
const MARK = /(?<space>[0-9a-f]{8})-(?<pid>\d+)-(?<start>\d+)/
export const MARK_PATTERN = MARK.source

/** Whether the process that a name is marked with is certainly no more. One of another machine or container cannot be asked. */
export function ownerHasEnded(name: string): boolean {
  const { space, pid, start } = MARK.exec(name)?.groups ?? {}
  if (space === undefined || pid === undefined || space !== numberSpace()) return false
  if (!isAlive(Number(pid))) return true
  const now = startOf(Number(pid))
  return start !== '0' && now !== undefined && now !== start
}

/** Processes of two machines, or of two containers, may have the same number. */
function numberSpace(): string {
  const space = process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : ''
  return createHash('sha256').update(`${hostname()}\n${space}`).digest('hex').slice(0, 8)
}

/** In ticks since the machine started; undefined where this system does not tell. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
    // The name in parentheses may hold anything, so the fields are counted from its end: this is the 22nd of all.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
