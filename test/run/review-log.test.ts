import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { Redactor } from '../../harness/lib/models/redact.ts'
import type { Exchange } from '../../harness/lib/models/schema.ts'
import { joinReviewLog, reviewLog, reviewUse, withoutEarlier } from '../../harness/run/reviewer.ts'
import { temporaryFolder, writeTree } from '../helpers.ts'

const LOG = 'review-exchanges.jsonl'

const exchange = (digest: string): Exchange => ({
  ...{ schemaVersion: 1, digest, purpose: 'review', at: '2025-01-01T00:00:01.000Z', milliseconds: 1 },
  request: { server: 'a', model: 'b', parameters: {}, messages: [], sample: 1, attempt: 1 },
  response: { text: 'x', finish: 'stop', model: null, tokens: null },
  ...{ failures: [], reused: false, price: null, cost: null },
})

const lines = (...digests: readonly string[]) =>
  digests.map((digest) => `${JSON.stringify(exchange(digest))}\n`).join('')

it('the exchanges of a reviewer about each trial are joined into the log of the run, once', async () => {
  await using folder = await temporaryFolder()
  const [run, first, second, damaged, none] = ['run', 'first', 'second', 'damaged', 'none'].map((name) =>
    folder.file(name),
  ) as [string, string, string, string, string]
  await writeTree(run, { [LOG]: lines('a') })
  await writeTree(first, { [LOG]: lines('a', 'b') })
  await writeTree(second, { [LOG]: lines('c', 'b') })
  await writeTree(damaged, { [LOG]: `${lines('d')}[]\n` })
  const log = reviewLog(run, new Redactor())
  for (const trial of [first, second, damaged, none]) await joinReviewLog(trial, log)
  expect(await readFile(folder.file('run', LOG), 'utf8')).toBe(lines('a', 'b', 'c', 'd'))
  expect([first, second, damaged].map((trial) => existsSync(`${trial}/${LOG}`))).toEqual([false, false, true])
})

it('a reviewer that is asked again knows none of its earlier exchanges, and the last one of a question counts afterwards', async () => {
  await using folder = await temporaryFolder()
  await writeTree(folder.path, { [LOG]: lines('a') })
  const log = reviewLog(folder.path, new Redactor())
  const again = withoutEarlier(log)
  expect([...(await again.read()).keys()]).toEqual([])
  const { response, ...rest } = exchange('a')
  await again.append({ ...rest, response: { ...response, text: 'usable' } })
  for (const each of [again, log]) expect((await each.read()).get('a')?.response.text).toBe('usable')
})

it('the use of reviews is that of all recorded answers, and unknown as far as one is', async () => {
  await using folder = await temporaryFolder()
  expect(await reviewUse(folder.path)).toBeUndefined()
  const counted = {
    ...exchange('a'),
    response: { ...exchange('a').response, tokens: { input: 5, output: 2 } },
    cost: 0.5,
  }
  await writeTree(folder.path, {
    [LOG]: `${JSON.stringify(counted)}\n${JSON.stringify({ ...counted, digest: 'b' })}\n`,
  })
  expect(await reviewUse(folder.path)).toMatchObject({ calls: 2, tokens: { input: 10, output: 4 }, cost: 1 })
  await writeTree(folder.path, { [LOG]: `${JSON.stringify(counted)}\n${lines('b')}` })
  expect(await reviewUse(folder.path)).toMatchObject({ calls: 2, tokens: null, cost: null })
})
