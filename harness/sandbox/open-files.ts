import { randomUUID } from 'node:crypto'
import {
  closeSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
  type Stats,
} from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { treeMembers } from '../lib/processes/tree.ts'

/** The unit of `st_blocks`, on every system. */
const BLOCK = 512
/** Descriptors to inspect. A project with more counts as hiding something. */
const MAX_DESCRIPTORS = 200_000
/** Bytes to read of a process's list of mappings: several thousand of them. */
const MAX_MAPS_BYTES = 1024 * 1024
/** Descriptors between two yields to the event loop: one takes microseconds, a yield takes longer. */
const SLICE = 500

/** Removed files that processes still hold on a disk. */
interface Found {
  /** Inode → bytes, so that a file with several descriptors counts once. */
  readonly files: Map<number, number>
  /** Whether something may be held where it cannot be read from outside: in a socket's queue, or in an unreadable mapping. */
  hidden: boolean
  entries: number
}

/**
 * Counts the bytes of removed files that processes of a sandbox still hold. No folder lists them, and they take disk space
 * until the last holder ends. A file is held by a descriptor of any thread, by a mapping, by being the running program, or by
 * an unreceived message in a socket. The kernel does not show such messages; in that case the decrease of free disk space is
 * counted.
 */
export class OpenFiles {
  readonly #folder: string
  readonly #roots: () => readonly number[]
  readonly #free: () => Promise<number>
  readonly #freeBefore: Promise<number>
  #devices: ReadonlySet<number> | undefined

  /**
   * @param folder A folder on the disk to measure
   * @param roots Ids of the processes that were started in the sandbox
   * @param free Free bytes of that disk; everybody who uses the disk changes them
   */
  constructor(folder: string, roots: () => readonly number[], free = () => freeBytes(folder)) {
    this.#folder = folder
    this.#roots = roots
    this.#free = free
    this.#freeBefore = free()
  }

  /** @param named Bytes of the files that still have a name; subtracted if the decrease of free space is counted */
  async bytes(named: number): Promise<number> {
    if (process.platform !== 'linux') return 0
    this.#devices ??= devicesOf(this.#folder)
    const found: Found = { files: new Map(), hidden: false, entries: 0 }
    for (const pid of await treeMembers(this.#roots())) await inspectProcess(pid, this.#devices, found)
    const heldBytes = [...found.files.values()].reduce((sum, bytes) => sum + bytes, 0)
    if (!found.hidden) return heldBytes
    const missing = (await this.#freeBefore) - (await this.#free())
    return Math.max(heldBytes, missing - named)
  }
}

/** Layered file systems may report different devices for a file and for its folder. */
function devicesOf(folder: string): ReadonlySet<number> {
  const probe = path.join(folder, `probe-${randomUUID()}`)
  writeFileSync(probe, '')
  try {
    return new Set([statSync(folder).dev, statSync(probe).dev])
  } finally {
    unlinkSync(probe)
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Inspects every thread, because a thread can have its own descriptors. */
async function inspectProcess(pid: number, devices: ReadonlySet<number>, found: Found): Promise<void> {
  const threads = names(`/proc/${String(pid)}/task`)
  for (const thread of threads) {
    const place = `/proc/${String(pid)}/task/${thread}`
    for (const descriptor of names(`${place}/fd`)) {
      found.entries += 1
      if (found.entries % SLICE === 0) await setImmediate()
      if (found.entries > MAX_DESCRIPTORS) {
        found.hidden = true
        return
      }
      const stats = statOf(`${place}/fd/${descriptor}`)
      if (stats) count(stats, devices, found)
      if (stats?.isSocket() === true && holdsDescriptors(`${place}/fdinfo/${descriptor}`)) found.hidden = true
    }
  }
  const [first] = threads
  const last = threads.at(-1)
  if (first === undefined || last === undefined) return
  // All threads share their mappings, but the first one shows none if it has ended.
  const maps = mapsOf(`/proc/${String(pid)}/task/${last}`)
  if (maps === undefined) found.hidden = true
  else inspectMappings(`/proc/${String(pid)}`, maps, devices, found)
}

function count(stats: Stats, devices: ReadonlySet<number>, { files }: Found): void {
  if (stats.isFile() && stats.nlink === 0 && devices.has(stats.dev)) files.set(stats.ino, stats.blocks * BLOCK)
}

/** Mappings named "(deleted)" that are memory, not files on a disk. */
const MEMORY = /^\/(memfd:|dev\/zero|SYSV|dev\/shm\/|anon_hugepage|\[aio\])/

/** `start-end mode offset device inode   /path (deleted)`: proc_pid_maps(5). */
function inspectMappings(place: string, maps: string, devices: ReadonlySet<number>, found: Found): void {
  if (!maps.includes(' (deleted)')) return
  for (const line of maps.split('\n')) {
    if (!line.endsWith(' (deleted)')) continue
    const [range = '', , , , inode = '', ...name] = line.split(/ +/)
    if (found.files.has(Number(inode)) || MEMORY.test(name.join(' '))) continue
    const stats = statOf(`${place}/map_files/${range}`)
    // Only root may read map_files.
    if (stats) count(stats, devices, found)
    else found.hidden = true
  }
}

/** Undefined if the list is longer than MAX_MAPS_BYTES. */
function mapsOf(place: string): string | undefined {
  let file: number
  try {
    file = openSync(`${place}/maps`, 'r')
  } catch {
    return ''
  }
  try {
    const chunks: Buffer[] = []
    for (let size = 0; size <= MAX_MAPS_BYTES;) {
      const chunk = Buffer.alloc(64 * 1024)
      const read = readSync(file, chunk)
      if (read === 0) return Buffer.concat(chunks).toString('utf8')
      chunks.push(chunk.subarray(0, read))
      size += read
    }
    return undefined
  } catch {
    // The process has ended.
    return ''
  } finally {
    closeSync(file)
  }
}

/** Whether descriptors that were sent to a socket have not been received yet. */
function holdsDescriptors(fdinfo: string): boolean {
  try {
    return /^scm_fds:\s*[1-9]/m.test(readFileSync(fdinfo, 'utf8'))
  } catch {
    return false
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function statOf(file: string): Stats | undefined {
  try {
    return statSync(file)
  } catch {
    return undefined
  }
}
