import { readFileSync, readdirSync, readlinkSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'

/**
 * Memory that processes hold and that is not in their size, for systems without control groups: page tables, files in memory,
 * shared memory that is not mapped at the moment, and the buffers of sockets and pipes. Files of memfd_create and System V
 * shared memory cannot be found from outside; the filter of system calls denies them there.
 */
export class UnmappedMemory {
  /** Bytes of each object of shared memory, by its inode: the most that was seen, for as long as it lives. */
  #objects = new Map<string, number>()

  /** Bytes. */
  async of(pids: readonly number[]): Promise<number> {
    const statuses = pids.map(statusOf)
    const confined = pids.filter((_, index) => statuses[index]?.filtered === true)
    const sum = (pick: (status: Status) => number) => statuses.reduce((all, status) => all + pick(status), 0)
    const shared = (await filesInMemory(pids)) + this.#sharedObjects(pids)
    // What is mapped is in the size of the processes already.
    return (
      sum(({ pageTables }) => pageTables) + Math.max(0, shared - sum((status) => status.shared)) + buffers(confined)
    )
  }

  /**
   * Memory that is shared without a file. A process can touch it, and unmap all but a page of it. Looking for it takes
   * milliseconds for a large process, so it is done only if the whole machine has enough shared memory for it to matter.
   */
  #sharedObjects(pids: readonly number[]): number {
    if (sharedOnMachine() < WORTH_A_LOOK) return 0
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

/** Bytes of shared memory of the whole machine. */
const WORTH_A_LOOK = 128 * 1024 * 1024
const KILOBYTE = 1024

function sharedOnMachine(): number {
  return kilobytes(read('/proc/meminfo') ?? '', 'Shmem')
}

interface Status {
  readonly pageTables: number
  /** Of its size, what is shared memory or a file in memory. */
  readonly shared: number
  /** Whether system calls are filtered: true of what runs in a sandbox, and not of the programs that build it. */
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

/** Of a line such as `VmPTE:	   40 kB`, in bytes; a kernel thread or a process that is gone has none. */
function kilobytes(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * KILOBYTE
}

/** The process may be gone at any moment. */
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

/** Where a sandbox has file systems in memory. */
const IN_MEMORY = ['tmp', 'dev/shm', 'run']
const TMPFS = 0x01021994

/** Unlinked files count as well: the file system itself is asked. That of the machine, outside any sandbox, is not counted. */
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
  /** As in the file names of /proc/PID/map_files. */
  readonly range: string
  /** Bytes from the beginning of the object to the end of the mapping. */
  readonly end: number
}

/** What the kernel calls shared memory without a file; proc(5): range, permissions, offset, device, inode, path. */
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

/** What an object really takes; only root may ask. */
function allocated(pid: number, range: string): number | undefined {
  return attempted(() => statSync(`/proc/${String(pid)}/map_files/${range}`).blocks * BLOCK)
}

/** Descriptors of all processes together up to which nobody looks at what they are. */
const FEW_DESCRIPTORS = 1024
/** Sockets and pipes that an ordinary project may have open; it does not fill their buffers. */
const ORDINARY = 512
/** The usual most of a socket (`net.core.wmem_max`, doubled by the kernel), and of a pipe above the soft limit of its user. */
const SOCKET_BYTES = 416 * KILOBYTE
const PIPE_BYTES = 8 * KILOBYTE

/** What the buffers of sockets and pipes may hold at most, if there are more of them than a project can need. */
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
 * Undefined for a process that forbids it. It is taken to have as many sockets as all of an ordinary project: one such process
 * costs nothing, since bwrap is one for the moment before it becomes the command.
 */
function descriptorsOf(pid: number): string[] | undefined {
  try {
    return readdirSync(`/proc/${String(pid)}/fd`)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? undefined : []
  }
}
