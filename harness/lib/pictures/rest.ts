import { setTimeout as delay } from 'node:timers/promises'
import type { Picture } from '../../contracts/types.ts'
import { areEqual } from './compare.ts'

export interface Rest {
  /** Milliseconds for which a picture at rest has stayed the same. */
  readonly rests: number
  /** Milliseconds for which rest is waited for: a picture that always changes needs them all. */
  readonly within: number
}

/** Milliseconds between two looks: a frame of most programs. */
const PAUSE = 16

/** Waits until what is seen stays the same, and returns it; undefined if it does not in time. Pictures of two sizes differ. */
export async function untilRest(look: () => Promise<Picture>, { rests, within }: Rest): Promise<Picture | undefined> {
  const began = performance.now()
  let [picture, changed] = [await look(), performance.now()]
  while (performance.now() - changed < rests) {
    if (performance.now() - began > within) return undefined
    await delay(PAUSE)
    const now = await look()
    if (!areEqual(picture, now)) [picture, changed] = [now, performance.now()]
  }
  return picture
}
