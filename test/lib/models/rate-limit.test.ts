import { describe, expect, it } from 'vitest'
import { RateLimiter } from '../../../harness/lib/models/rate-limit.ts'

const signal = new AbortController().signal
const WINDOW = 400
/** Milliseconds that may pass between the moment a call is let through and the moment that is measured here. */
const TOLERANCE = 50

/** The times at which calls are let through, in milliseconds. */
async function moments(limiter: RateLimiter, tokens: readonly number[]): Promise<number[]> {
  const began = performance.now()
  return Promise.all(
    tokens.map(async (each) => {
      await limiter.acquire(each, signal)
      return performance.now() - began
    }),
  )
}

/** The largest sum in any window. */
function most(times: readonly number[], weights: readonly number[] = times.map(() => 1)): number {
  const sums = times.map((begin) =>
    times.reduce(
      (sum, at, index) => sum + (at >= begin && at < begin + WINDOW - TOLERANCE ? (weights[index] ?? 0) : 0),
      0,
    ),
  )
  return Math.max(...sums)
}

describe('RateLimiter', () => {
  it('keeps every window within the requests per minute', async () => {
    const times = await moments(
      new RateLimiter(3, Infinity, WINDOW),
      Array.from({ length: 10 }, () => 1),
    )
    expect(most(times)).toBe(3)
    expect(Math.max(...times)).toBeGreaterThan(2.9 * WINDOW)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  it('keeps every window within the tokens per minute', async () => {
    const tokens = [40, 40, 40, 90, 10, 50]
    const times = await moments(new RateLimiter(Infinity, 100, WINDOW), tokens)
    expect(most(times, tokens)).toBeLessThanOrEqual(100)
  })

  it('lets a call over the limit through alone', async () => {
    const times = await moments(new RateLimiter(Infinity, 100, WINDOW), [500, 10])
    expect(times[0]).toBeLessThan(WINDOW / 2)
    expect(times[1]).toBeGreaterThanOrEqual(WINDOW - 5)
  })

  it('counts the actual tokens of a call once they are settled', async () => {
    const limiter = new RateLimiter(Infinity, 100, WINDOW)
    const settle = await limiter.acquire(90, signal)
    await settle(5)
    expect((await moments(limiter, [90]))[0]).toBeLessThan(WINDOW / 2)
  })

  it('waits during a pause, until the run is aborted', async () => {
    const limiter = new RateLimiter(Infinity, Infinity, WINDOW)
    limiter.pause(WINDOW)
    expect((await moments(limiter, [1]))[0]).toBeGreaterThanOrEqual(WINDOW - 5)
    limiter.pause(60_000)
    const controller = new AbortController()
    const waiting = limiter.acquire(1, controller.signal)
    controller.abort()
    await expect(waiting).rejects.toThrow()
  })
})
