import { describe, expect, it } from 'vitest'
import { toolLimits } from '../../harness/agents/command/limits.ts'

describe('the limits of a tool', () => {
  it('are half an hour, and those of every room, by default', () => {
    expect(toolLimits({})).toEqual({ timeout: 1_800_000, limits: {} })
    expect(toolLimits({}, 60)).toEqual({ timeout: 60_000, limits: {} })
    expect(toolLimits({ timeout: '60' })).toEqual({ timeout: 60_000, limits: { seconds: 240 } })
  })

  it('are those of ProjDevBench if they are asked for', () => {
    const { timeout, limits } = toolLimits({ memory: '8192', processors: '4', timeout: 'none' })
    expect(limits).toMatchObject({ memoryMiB: 8192, processors: 4 })
    // No budget: longer than a day, and not longer than a timer can be.
    expect(timeout).toBeGreaterThan(24 * 3_600_000)
    expect(timeout).toBeLessThan(2 ** 31)
    expect(limits.seconds).toBeGreaterThanOrEqual((timeout / 1000) * 4)
  })

  it.each([
    [{ memory: '0' }, 'option memory takes a whole number of MiB from 1'],
    [{ memory: '8G' }, 'option memory takes'],
    [{ processors: '1.5' }, 'option processors takes a whole number'],
    [{ timeout: '-1' }, 'option timeout takes a number of seconds above 0 and up to 86400, or none'],
    [{ timeout: 'never' }, 'option timeout takes'],
  ])('are refused: %j', (options, message) => {
    expect(() => toolLimits(options)).toThrow(message)
  })
})
