import { DeadlineExceeded, Interrupted } from '../../errors.ts'

/** Milliseconds between two checks of the clock while a deadline is active. */
const TICK = 50
/** A check that is late by more than this (ms) means that the harness's thread was blocked. */
const LATE = 100

/**
 * Measures how long the thread was blocked, by a long computation of one trial or because the machine gave the process no CPU
 * time. Meanwhile no event can arrive, so that time must not count against any deadline.
 */
class ThreadWatch {
  #watchers = 0
  #timer: NodeJS.Timeout | undefined
  #updatedAt = 0
  #blocked = 0

  /** Starts watching, until the returned function is called. */
  start(): () => void {
    if (this.#watchers === 0) {
      this.#updatedAt = performance.now()
      this.#timer = setInterval(() => {
        this.#update()
      }, TICK)
      // The timer of `withTimeout` keeps the process alive; this one must not.
      this.#timer.unref()
    }
    this.#watchers += 1
    return () => {
      this.#watchers -= 1
      if (this.#watchers === 0) clearInterval(this.#timer)
    }
  }

  /** Total milliseconds that the thread was blocked while watched. */
  blocked(): number {
    this.#update()
    return this.#blocked
  }

  #update(): void {
    const now = performance.now()
    const late = now - this.#updatedAt - TICK
    if (late > LATE) this.#blocked += late
    this.#updatedAt = now
  }
}

const thread = new ThreadWatch()

/**
 * A deadline that is extended by the time for which the thread was blocked. The extension is at most the original time, so that
 * blocking the thread cannot postpone the deadline forever.
 */
export class Deadline implements Disposable {
  readonly #began = performance.now()
  readonly #milliseconds: number
  readonly #uncharged: () => number
  readonly #stopWatching = thread.start()
  readonly #blockedBefore = thread.blocked()

  /** @param uncharged Milliseconds until now that do not count either */
  constructor(milliseconds: number, uncharged: () => number = () => 0) {
    this.#milliseconds = milliseconds
    this.#uncharged = uncharged
  }

  /** Milliseconds left; 0 or less once the deadline has passed. */
  get left(): number {
    const extension = Math.min(thread.blocked() - this.#blockedBefore, this.#milliseconds)
    return this.#began + this.#milliseconds + extension + this.#uncharged() - performance.now()
  }

  [Symbol.dispose](): void {
    this.#stopWatching()
  }
}

/**
 * Returns the promise's result, unless the deadline passes first. It does not cancel the promise's work; the caller has to end it.
 * @param milliseconds Time after which DeadlineExceeded with `message` is thrown; time in which the thread was blocked is added
 * @param uncharged Milliseconds until now that do not count either
 */
export async function withTimeout<T>(
  promise: Promise<T>,
  milliseconds: number,
  message: string,
  uncharged?: () => number,
): Promise<T> {
  using deadline = new Deadline(milliseconds, uncharged)
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

/** Returns the promise's result, unless the signal is aborted first. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  // After an abort nothing awaits the promise, and an unhandled rejection would end the process.
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
