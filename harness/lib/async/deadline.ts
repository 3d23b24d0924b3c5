import { DeadlineExceeded, Interrupted } from '../../errors.ts'

/** Milliseconds between two looks at the clock while anything has a deadline. */
const TICK = 50
/** A look that comes later than this (ms) shows that the harness's own thread stood still. */
const LATE = 100

/**
 * How long the thread has stood still: one trial computed for seconds, or the machine gave the process no time. While it
 * does, nothing that anybody waits for can arrive, so that time is nobody's own.
 */
class ThreadWatch {
  #watchers = 0
  #timer: NodeJS.Timeout | undefined
  #lookedAt = 0
  #stood = 0

  /** Begins to watch, until the returned function is called. */
  begin(): () => void {
    if (this.#watchers === 0) {
      this.#lookedAt = performance.now()
      this.#timer = setInterval(() => {
        this.#look()
      }, TICK)
      // Deadlines keep the process alive themselves, if they have to.
      this.#timer.unref()
    }
    this.#watchers += 1
    return () => {
      this.#watchers -= 1
      if (this.#watchers === 0) clearInterval(this.#timer)
    }
  }

  /** Milliseconds in all that it stood still while somebody watched. */
  stood(): number {
    this.#look()
    return this.#stood
  }

  #look(): void {
    const now = performance.now()
    const late = now - this.#lookedAt - TICK
    if (late > LATE) this.#stood += late
    this.#lookedAt = now
  }
}

const thread = new ThreadWatch()

/**
 * A point in time, put off by as long as the thread stood still before it: at most by as much again as there was, so that
 * nobody gains time without end by keeping it busy.
 */
export class Deadline implements Disposable {
  readonly #began = performance.now()
  readonly #milliseconds: number
  readonly #end = thread.begin()
  readonly #stoodBefore = thread.stood()

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  /** Milliseconds until it has passed; 0 or less once it has. */
  get left(): number {
    const givenBack = Math.min(thread.stood() - this.#stoodBefore, this.#milliseconds)
    return this.#began + this.#milliseconds + givenBack - performance.now()
  }

  [Symbol.dispose](): void {
    this.#end()
  }
}

/**
 * The promise's own result, unless the deadline passes or the signal fires first. The loser is not cancelled: whoever
 * calls this ends what it started.
 * @param milliseconds Until DeadlineExceeded with `message` is thrown; time in which the thread stood still is added
 */
export async function within<T>(promise: Promise<T>, milliseconds: number, message: string): Promise<T> {
  using deadline = new Deadline(milliseconds)
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<never>((_, reject) => {
    const wait = (time: number): void => {
      timer = setTimeout(() => {
        if (deadline.left > 0) wait(deadline.left)
        else reject(new DeadlineExceeded(message))
      }, time)
    }
    wait(milliseconds)
  })
  try {
    return await Promise.race([promise, passed])
  } finally {
    clearTimeout(timer)
  }
}

/** @throws Interrupted, or the error that the signal was aborted with */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw reasonOf(signal)
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Interrupted('stopped')
}

/** The promise's own result, unless the signal fires first. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  // Where the signal has fired already nobody waits for the promise, and a rejection that nobody hears ends the process.
  promise.catch(() => undefined)
  throwIfAborted(signal)
  let onAbort: (() => void) | undefined
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => {
      reject(reasonOf(signal))
    }
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    if (onAbort !== undefined) signal.removeEventListener('abort', onAbort)
  }
}
