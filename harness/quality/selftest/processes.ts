import { readFileSync, readdirSync, readlinkSync } from 'node:fs'

export interface ProcessInfo {
  readonly pid: number
  readonly parent: number
  /** Clock ticks since boot; with the process id, identifies a process uniquely. */
  readonly start: string
  readonly command: string
}

/** Every process of the machine except zombies. */
export function allProcesses(): Map<number, ProcessInfo> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const found = pids.map((pid) => readProcess(Number(pid))).filter((each) => each !== undefined)
  return new Map(found.map((each) => [each.pid, each]))
}

export function identity({ pid, start }: ProcessInfo): string {
  return `${String(pid)}@${start}`
}

/** The name in parentheses may contain anything, so fields are counted from its end: proc(5); state is the third. */
function readProcess(pid: number): ProcessInfo | undefined {
  const stat = read(`/proc/${String(pid)}/stat`)
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state = 'X', parent = '0'] = fields
  if (stat === '' || state === 'Z' || state === 'X') return undefined
  const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
  const command = read(`/proc/${String(pid)}/cmdline`)
    .replaceAll('\0', ' ')
    .trim()
  return { pid, parent: Number(parent), start: fields[19] ?? '', command: command === '' ? `[${name}]` : command }
}

/** Empty if the process has ended or belongs to another user. */
export function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Milliseconds between two scans of the process tree. */
const PERIOD = 200

/**
 * Tracks the descendants of this process, even after their parents have ended. This tells daemons of the suite from
 * unrelated processes that start on the same machine.
 */
export class Family implements Disposable {
  readonly #before = new Set([...allProcesses().values()].map(identity))
  readonly #known = new Set<string>()
  readonly #timer: NodeJS.Timeout

  constructor() {
    this.#timer = setInterval(() => {
      this.scan()
    }, PERIOD)
    this.#timer.unref()
  }

  /** Records the current descendants of this process. @returns The living ones */
  scan(): ProcessInfo[] {
    const all = allProcesses()
    const members = [...all.values()].filter((each) => this.#isMember(each, all))
    for (const member of members) this.#known.add(identity(member))
    return members
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }

  #isMember(info: ProcessInfo, all: ReadonlyMap<number, ProcessInfo>): boolean {
    if (info.pid === process.pid || this.#before.has(identity(info))) return false
    let oldest = info
    for (let each: ProcessInfo | undefined = info; each && each.pid > 1; each = all.get(each.parent)) {
      if (each.parent === process.pid || this.#known.has(identity(each))) return true
      if (this.#before.has(identity(each))) return false
      oldest = each
    }
    return isMarked(oldest.pid)
  }
}

/** Whether an orphan comes from a sandbox, by its environment or its PID namespace. */
function isMarked(pid: number): boolean {
  if (read(`/proc/${String(pid)}/environ`).includes('PE_SANDBOX_ID=')) return true
  const own = linkOf(`/proc/${String(process.pid)}/ns/pid`)
  const its = linkOf(`/proc/${String(pid)}/ns/pid`)
  return own !== '' && its !== '' && own !== its
}

/** Empty if there is none, or it may not be read. */
export function linkOf(file: string): string {
  try {
    return readlinkSync(file)
  } catch {
    return ''
  }
}
