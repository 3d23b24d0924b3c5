import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * A unique identifier of a process: a hash of its machine and pid namespace, its pid, and its start time. It is part of the names
 * of files and folders that the process creates, so that it exists from the start and cannot be changed.
 */
export function ownerMark(pid = process.pid): string {
  return `${pidSpace()}-${String(pid)}-${startOf(pid) ?? '0'}`
}

/** An owner mark in a name. */
const MARK = /(?<space>[0-9a-f]{8})-(?<pid>\d+)-(?<start>\d+)/
export const MARK_PATTERN = MARK.source

/** `unknown`: on another machine or in another container, whose processes cannot be checked. */
export type OwnerState = 'running' | 'ended' | 'unknown'

/** The state of the owner in a name. */
export function ownerState(name: string): OwnerState {
  const { space, pid, start } = MARK.exec(name)?.groups ?? {}
  if (space === undefined || pid === undefined || space !== pidSpace()) return 'unknown'
  if (!isAlive(Number(pid))) return 'ended'
  const now = startOf(Number(pid))
  return start !== '0' && now !== undefined && now !== start ? 'ended' : 'running'
}

/** Whether the owner in a name has certainly ended. */
export function ownerHasEnded(name: string): boolean {
  return ownerState(name) === 'ended'
}

/** Distinguishes machines and containers, whose processes may have the same pid. */
function pidSpace(): string {
  const space = process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : ''
  return createHash('sha256').update(`${hostname()}\n${space}`).digest('hex').slice(0, 8)
}

/** Clock ticks since boot; undefined if this system does not provide them. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
    // The name in parentheses may contain anything, so fields are counted from its end: starttime is field 22.
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
