import { DeadlineExceeded, Interrupted } from "./errors.ts";

/**
 * The promise's own result, unless the deadline passes or the signal fires first. The loser is not cancelled: whoever
 * calls this ends what it started.
 * @param milliseconds Until DeadlineExceeded with `message` is thrown
 */
export async function within<T>(
  promise: Promise<T>,
  milliseconds: number,
  message: string,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new DeadlineExceeded(message));
    }, milliseconds);
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

/** @throws Interrupted, or the error that the signal was aborted with */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw reasonOf(signal);
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error
    ? signal.reason
    : new Interrupted("stopped");
}

/** The promise's own result, unless the signal fires first. */
export async function unlessAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  // Where the signal has fired already nobody waits for the promise, and a rejection that nobody hears ends the process.
  promise.catch(() => undefined);
  throwIfAborted(signal);
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => {
      reject(reasonOf(signal));
    };
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (onAbort !== undefined) signal.removeEventListener("abort", onAbort);
  }
}
