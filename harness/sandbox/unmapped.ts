import { readFileSync, readdirSync, readlinkSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'

/**
 * Measures memory that does not count towards the size of any process, for systems without control groups: page tables, files
 * in memory, shared memory that is not mapped at the moment, and the buffers of sockets and pipes. Files of memfd_create and
 * System V shared memory cannot be found from outside, so the system call filter denies them.
 */
export class UnmappedMemory {
  /** The largest size, in bytes, that was seen of each live shared memory object, by inode. */
  #objects = new Map<string, number>()

  /** Bytes. */
  async of(pids: readonly number[]): Promise<number> {
    const statuses = pids.map(statusOf)
    const confined = pids.filter((_, index) => statuses[index]?.filtered === true)
    const sum = (pick: (status: Status) => number) => statuses.reduce((all, status) => all + pick(status), 0)
    const shared = (await filesInMemory(pids)) + this.#sharedObjects(pids)
    // Mapped memory already counts towards the size of the processes.
    return (
      sum(({ pageTables }) => pageTables) + Math.max(0, shared - sum((status) => status.shared)) + buffers(confined)
    )
  }

  /**
   * Memory that is shared without a file. A process can touch it and then unmap all but one page. The search takes
   * milliseconds for a large process, so it runs only if the whole machine has enough shared memory for it to matter.
   */
  #sharedObjects(pids: readonly number[]): number {
    if (sharedOnMachine() < MIN_SHARED_BYTES) return 0
    const before = this.#objects
    this.#objects = new Map()
    for (const pid of pids) {
      for (const { inode, range, end } of sharedMappings(pid)) {
        const known = Math.max(before.get(inode) ?? 0, this.#objects.get(inode) ?? 0)
        this.#objects.set(inode, allocated(pid, range) ?? Math.max(known, end))
      }
    }
    return [...this.#objects.values()].reduce((all, bytes) => all + bytes, 0)
  }
}

/** Shared memory of the whole machine below which the search is skipped. */
const MIN_SHARED_BYTES = 128 * 1024 * 1024
const KILOBYTE = 1024

function sharedOnMachine(): number {
  return kilobytes(read('/proc/meminfo') ?? '', 'Shmem')
}

interface Status {
  /** Bytes. */
  readonly pageTables: number
  /** Bytes of the process's size that are shared memory or files in memory. */
  readonly shared: number
  /** Whether system calls are filtered: true for code in a sandbox, false for the programs that build the sandbox. */
  readonly filtered: boolean
}

function statusOf(pid: number): Status {
  const text = read(`/proc/${String(pid)}/status`) ?? ''
  return {
    pageTables: kilobytes(text, 'VmPTE'),
    shared: kilobytes(text, 'RssShmem'),
    filtered: /^Seccomp:\s+2$/m.test(text),
  }
}

/** Bytes from a line such as `VmPTE:	   40 kB`; 0 for a kernel thread or an ended process, which have no such line. */
function kilobytes(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * KILOBYTE
}

/** Undefined if the process has ended. */
function read(file: string): string | undefined {
  return attempted(() => readFileSync(file, 'utf8'))
}

function attempted<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}

/** Folders of a sandbox that are file systems in memory. */
const IN_MEMORY = ['tmp', 'dev/shm', 'run']
const TMPFS = 0x01021994

/** Counts unlinked files too, because it reads the file system's total. The machine's own file systems are not counted. */
async function filesInMemory(pids: readonly number[]): Promise<number> {
  const namespace = (pid: number | 'self') => attempted(() => readlinkSync(`/proc/${String(pid)}/ns/mnt`))
  const own = namespace('self')
  const oneOfEach = new Map(pids.map((pid) => [namespace(pid), pid]))
  const systems = new Map<number, number>()
  for (const [name, pid] of oneOfEach) {
    if (name === undefined || name === own) continue
    for (const folder of IN_MEMORY) {
      const place = `/proc/${String(pid)}/root/${folder}`
      const device = attempted(() => statSync(place).dev)
      const usage = await statfs(place).catch(() => undefined)
      if (device === undefined || usage?.type !== TMPFS) continue
      systems.set(device, (usage.blocks - usage.bfree) * usage.bsize)
    }
  }
  return [...systems.values()].reduce((all, bytes) => all + bytes, 0)
}

interface SharedMapping {
  readonly inode: string
  /** File name in /proc/PID/map_files. */
  readonly range: string
  /** Bytes from the start of the object to the end of the mapping. */
  readonly end: number
}

/** A shared mapping without a file, in proc(5) maps: range, permissions, offset, device, inode, path. */
const SHARED = /^([0-9a-f]+)-([0-9a-f]+) ...s ([0-9a-f]+) \S+ (\d+) +\/dev\/zero \(deleted\)$/gm

function sharedMappings(pid: number): SharedMapping[] {
  const text = read(`/proc/${String(pid)}/maps`) ?? ''
  return [...text.matchAll(SHARED)].map(([, from = '', to = '', offset = '', inode = '']) => ({
    inode,
    range: `${from}-${to}`,
    end: Number.parseInt(offset, 16) + Number.parseInt(to, 16) - Number.parseInt(from, 16),
  }))
}

/** The unit of `st_blocks`. */
const BLOCK = 512

/** Allocated bytes of an object. Only root may read them. */
function allocated(pid: number, range: string): number | undefined {
  return attempted(() => statSync(`/proc/${String(pid)}/map_files/${range}`).blocks * BLOCK)
}

/** Total number of descriptors up to which their kinds are not read. */
const FEW_DESCRIPTORS = 1024
/** Sockets, and pipes, that an ordinary project may have open without their buffers being counted. */
const ORDINARY = 512
/** Default maximum of a socket (`net.core.wmem_max`, doubled by the kernel), and of a pipe above its user's soft limit. */
const SOCKET_BYTES = 416 * KILOBYTE
const PIPE_BYTES = 8 * KILOBYTE

/** The most bytes that the buffers of sockets and pipes beyond the ordinary number can hold. */
function buffers(pids: readonly number[]): number {
  const descriptors = pids.map(descriptorsOf)
  const unknown = descriptors.filter((names) => names === undefined).length * ORDINARY
  const known = descriptors.reduce((sum, names) => sum + (names?.length ?? 0), 0)
  if (known + unknown <= FEW_DESCRIPTORS) return 0
  const kinds = new Set<string>()
  for (const [index, names] of descriptors.entries()) {
    for (const name of names ?? [])
      kinds.add(attempted(() => readlinkSync(`/proc/${String(pids[index])}/fd/${name}`)) ?? '')
  }
  const count = (kind: string) => [...kinds].filter((name) => name.startsWith(kind)).length
  const [sockets, pipes] = [count('socket:') + unknown, count('pipe:')]
  return Math.max(0, sockets - ORDINARY) * SOCKET_BYTES + Math.max(0, pipes - ORDINARY) * PIPE_BYTES
}

/**
 * Undefined if the process may not be inspected. Such a process counts as having as many sockets as an ordinary project. A single
 * one must not cost anything: bwrap is one for a moment before it execs the command.
 */
function descriptorsOf(pid: number): string[] | undefined {
  try {
    return readdirSync(`/proc/${String(pid)}/fd`)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? undefined : []
  }
}
