import pLimit from 'p-limit'
import { expect, it } from 'vitest'
import { sayProgress } from '../../../harness/quality/validate/progress.ts'
import { until } from '../../helpers.ts'

it('what is still to be done is said again and again, and no longer when that is over', async () => {
  const limit = pLimit(2)
  const ends: (() => void)[] = []
  const tasks = Array.from({ length: 3 }, () => limit(() => new Promise<void>((resolve) => ends.push(resolve))))
  const [said, others]: [string[], string[]] = [[], []]
  const progress = sayProgress(limit, (text) => void said.push(text), 5)
  await until(() => said.filter((text) => text === '3 trials to go').length > 1, 'all is to be done')
  ends.shift()?.()
  await until(() => said.at(-1) === '2 trials to go', 'one is done')
  progress[Symbol.dispose]()
  const { length } = said
  using _ = sayProgress(limit, (text) => void others.push(text), 5)
  await until(() => others.length > 3, 'another one has said it')
  expect(said).toHaveLength(length)
  await until(() => ends.length === 2, 'the last one has begun')
  for (const end of ends) end()
  await Promise.all(tasks)
})
