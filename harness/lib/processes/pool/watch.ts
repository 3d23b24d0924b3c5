import { Deadline } from '../../async/deadline.ts'
import type { TaskLimits } from './limits.ts'
import * as system from './usage.ts'

/** Milliseconds between two looks at a process. */
const INTERVAL = 100

export interface Exceeded {
  readonly kind: 'timeout' | 'memory'
  readonly detail: string
}

/** Watches the time and the memory of a process during one task. */
export class Watch implements Disposable {
  readonly #pid: number
  readonly #limits: TaskLimits
  readonly #began = performance.now()
  readonly #cpuBefore: number | undefined
  readonly #queueingBefore: number
  readonly #deadline: Deadline
  readonly #timer: NodeJS.Timeout
  readonly #usage: typeof system

  /** @param usage Replaced in tests */
  constructor(pid: number, limits: TaskLimits, onExceeded: (exceeded: Exceeded) => void, usage = system) {
    this.#pid = pid
    this.#limits = limits
    this.#usage = usage
    this.#cpuBefore = usage.cpuTimeOf(pid)
    this.#queueingBefore = usage.queueingOf(pid)
    this.#deadline = new Deadline(limits.wall)
    this.#timer = setInterval(() => {
      const exceeded = this.#exceeded()
      if (exceeded) onExceeded(exceeded)
    }, INTERVAL)
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
    this.#deadline[Symbol.dispose]()
  }

  #exceeded(): Exceeded | undefined {
    const { cpu, wall, memory } = this.#limits
    if (this.#cpuTime() > cpu) return { kind: 'timeout', detail: `${cpu / 1000} s of CPU time` }
    if (this.#wallTimeLeft() <= 0) return { kind: 'timeout', detail: `${wall / 1000} s` }
    if ((this.#usage.memoryOf(this.#pid) ?? 0) > memory) return { kind: 'memory', detail: `${memory} MiB of memory` }
    return undefined
  }

  /** Wall time if the system does not report CPU time. */
  #cpuTime(): number {
    const now = this.#usage.cpuTimeOf(this.#pid)
    if (now === undefined || this.#cpuBefore === undefined) return performance.now() - this.#began
    return now - this.#cpuBefore
  }

  #wallTimeLeft(): number {
    const { left } = this.#deadline
    return left > 0 ? left : left + this.#usage.queueingOf(this.#pid) - this.#queueingBefore
  }
}
