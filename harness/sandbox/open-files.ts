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
import { treeMembers } from './tree.ts'

/** The unit of `st_blocks`, on every system. */
const BLOCK = 512
/** Descriptors and mappings that are looked at; who has more has something to hide. */
const MOST_ENTRIES = 200_000
/** Bytes of a process's list of mappings: some thousand of them. */
const MOST_MAPS = 1024 * 1024
/** Looks in one go: each takes microseconds, and a turn of the loop for each would take longer. */
const SLICE = 500

/** What some processes hold on a disk although it has no name any more. */
interface Found {
  /** Inode → bytes: several descriptors of one file are one file. */
  readonly files: Map<number, number>
  /** Whether something is held where nobody outside can look: in the queue of a socket, or in an unreadable mapping. */
  hidden: boolean
  entries: number
}

/**
 * Counts the bytes of files that processes of a sandbox have removed and still hold: no folder shows them, and they take
 * their room until the last holder ends. A file is held by a descriptor of any thread, by a mapping, by being the program
 * that runs, or by a message in a socket that nobody has received. The kernel does not show what is in such a message, so
 * there the room that is missing on the disk is counted.
 */
export class OpenFiles {
  readonly #folder: string
  readonly #roots: () => readonly number[]
  readonly #freeBefore: Promise<number>
  #devices: ReadonlySet<number> | undefined

  /**
   * @param folder On the disk that counts
   * @param roots Process ids of what was started in the sandbox
   */
  constructor(folder: string, roots: () => readonly number[]) {
    this.#folder = folder
    this.#roots = roots
    this.#freeBefore = freeBytes(folder)
  }

  /** @param named Bytes of the files that still have a name, for what has to be told by the room that is missing */
  async bytes(named: number): Promise<number> {
    if (process.platform !== 'linux') return 0
    this.#devices ??= devicesOf(this.#folder)
    const found: Found = { files: new Map(), hidden: false, entries: 0 }
    for (const pid of await treeMembers(this.#roots())) await lookAt(pid, this.#devices, found)
    const held = [...found.files.values()].reduce((sum, bytes) => sum + bytes, 0)
    if (!found.hidden) return held
    const missing = (await this.#freeBefore) - (await freeBytes(this.#folder))
    return Math.max(held, missing - named)
  }
}

/** Layered file systems may name another device for a file than for its folder. */
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

/** A thread can have descriptors of its own, so each is looked at. */
async function lookAt(pid: number, devices: ReadonlySet<number>, found: Found): Promise<void> {
  const threads = names(`/proc/${String(pid)}/task`)
  for (const thread of threads) {
    const place = `/proc/${String(pid)}/task/${thread}`
    for (const descriptor of names(`${place}/fd`)) {
      found.entries += 1
      if (found.entries % SLICE === 0) await setImmediate()
      if (found.entries > MOST_ENTRIES) {
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
  // All threads have the same mappings, but the first one may have ended: then it shows none.
  const maps = mapsOf(`/proc/${String(pid)}/task/${last}`)
  if (maps === undefined) found.hidden = true
  else lookAtMappings(`/proc/${String(pid)}`, maps, devices, found)
}

function count(stats: Stats, devices: ReadonlySet<number>, { files }: Found): void {
  if (stats.isFile() && stats.nlink === 0 && devices.has(stats.dev)) files.set(stats.ino, stats.blocks * BLOCK)
}

/** Mappings of memory that is no file of a disk, though their names say that they were removed. */
const MEMORY = /^\/(memfd:|dev\/zero|SYSV|dev\/shm\/|anon_hugepage|\[aio\])/

/** `start-end mode offset device inode   /path (deleted)`: proc_pid_maps(5). */
function lookAtMappings(place: string, maps: string, devices: ReadonlySet<number>, found: Found): void {
  if (!maps.includes(' (deleted)')) return
  for (const line of maps.split('\n')) {
    if (!line.endsWith(' (deleted)')) continue
    const [range = '', , , , inode = '', ...name] = line.split(/ +/)
    if (found.files.has(Number(inode)) || MEMORY.test(name.join(' '))) continue
    const stats = statOf(`${place}/map_files/${range}`)
    // Only root may look there.
    if (stats) count(stats, devices, found)
    else found.hidden = true
  }
}

/** Undefined if there are more mappings than anybody needs. */
function mapsOf(place: string): string | undefined {
  let file: number
  try {
    file = openSync(`${place}/maps`, 'r')
  } catch {
    return ''
  }
  try {
    const chunks: Buffer[] = []
    for (let size = 0; size <= MOST_MAPS;) {
      const chunk = Buffer.alloc(64 * 1024)
      const read = readSync(file, chunk)
      if (read === 0) return Buffer.concat(chunks).toString('utf8')
      chunks.push(chunk.subarray(0, read))
      size += read
    }
    return undefined
  } catch {
    // The process has ended meanwhile.
    return ''
  } finally {
    closeSync(file)
  }
}

/** Descriptors that were sent to a socket and not received yet. */
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
