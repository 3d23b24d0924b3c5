import pLimit from 'p-limit'
import { expect, it } from 'vitest'
import { reportProgress } from '../../../harness/quality/validate/progress.ts'
import { until } from '../../helpers.ts'

it('the remaining trials are reported regularly until the reporter is disposed', async () => {
  const limit = pLimit(2)
  const ends: (() => void)[] = []
  const tasks = Array.from({ length: 3 }, () => limit(() => new Promise<void>((resolve) => ends.push(resolve))))
  const [reports, later]: [string[], string[]] = [[], []]
  const progress = reportProgress(limit, (text) => void reports.push(text), 5)
  await until(() => reports.filter((text) => text === '3 trials to go').length > 1, 'all trials remain')
  ends.shift()?.()
  await until(() => reports.at(-1) === '2 trials to go', 'one is done')
  progress[Symbol.dispose]()
  const { length } = reports
  using _ = reportProgress(limit, (text) => void later.push(text), 5)
  await until(() => later.length > 3, 'another reporter has reported')
  expect(reports).toHaveLength(length)
  await until(() => ends.length === 2, 'the last trial has begun')
  for (const end of ends) end()
  await Promise.all(tasks)
})
