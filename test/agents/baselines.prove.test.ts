import { it } from 'vitest'
import { expectNextToNothing } from './baselines-score.ts'

it('baselines run and score next to nothing in a larger mission, too', { timeout: 280_000 }, () =>
  expectNextToNothing(['hello', 'timetable']),
)

it('baselines run and score next to nothing', { timeout: 280_000 }, () => expectNextToNothing(['hello']))
