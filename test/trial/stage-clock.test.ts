import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { StageClock } from '../../harness/trial/stage-clock.ts'
import { keyOf } from '../helpers.ts'

it('the time of an open stage leaves out the stages inside it', async () => {
  const clock = new StageClock({ key: keyOf(), emit: () => undefined })
  const began = performance.now()
  const taken = await clock.stage('generate', async () => {
    await clock.stage('feedback', () => setTimeout(100))
    return clock.taken
  })
  const { generate = 0, feedback = 0 } = clock.stages
  expect(taken).toBeLessThanOrEqual(generate)
  expect(feedback).toBeGreaterThanOrEqual(99)
  expect(generate + feedback).toBeLessThanOrEqual(performance.now() - began + 1)
  expect(clock.taken).toBe(0)
})
