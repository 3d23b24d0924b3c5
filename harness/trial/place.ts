import { spend } from '../lib/async/ledger.ts'

/** Trials that judge their projects one after the other have places for as many as the machine can bear. */
export interface Places {
  /** Waits for a place. @returns Gives it back */
  enter(signal: AbortSignal): Promise<() => void>
}

/** Judges once there is a place; the time until then is that of the queue. */
export async function inPlace<T>(
  { places, signal }: { readonly places?: Places | undefined; readonly signal: AbortSignal },
  judge: () => Promise<T>,
): Promise<T> {
  const leave = places && (await spend('queue', () => places.enter(signal)))
  try {
    return await judge()
  } finally {
    leave?.()
  }
}
