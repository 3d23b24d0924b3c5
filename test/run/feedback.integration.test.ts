/** Submissions in runs of the compiled program: killed, resumed, judged again, retried. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { exchangeSchema } from '../../harness/lib/models/schema.ts'
import { temporaryFolder } from '../helpers.ts'
import { entries, passed } from '../trial/feedback-trial.ts'
import { BENCHMARK, pe, trialFolder, recordIn, model, feedbackPrompts } from './feedback-cases.ts'

it('a model is shown its results until everything passes', { timeout: 180_000 }, async () => {
  await using folder = await temporaryFolder()
  await using server = await model(['a', 'ab', 'abcx', 'a'])
  const flags = ['--agent', 'openai:good', '--base-url', server.baseURL, '--feedback', '5']
  const { exitCode, stderr } = await pe(folder, 'run', ...BENCHMARK, ...flags)
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('submission 3 of 3 counts, 1 check') as string])
  const record = await recordIn(folder)
  // The third submission is the project that was returned; the model had checked it before.
  expect(entries(record).map(([, score]) => score)).toEqual([1 / 3, 2 / 3, 1])
  expect([passed(record), record.checks?.map(({ score }) => score)]).toEqual(['abc', [1]])
  const asked = feedbackPrompts(server.received)
  expect(asked).toHaveLength(2)
  expect(asked[0]).toContain('submission 1: judged, 2 left\npassed 0/0 runnable\npassed 2/2 a\nfailed 0/2 b')
  expect(asked[0]).toContain('asked for ')
  expect(asked.join('')).not.toContain('HIDDEN')
  // Every call has its costs, those of the rounds under their own names.
  const lines = (await readFile(path.join(await trialFolder(folder), 'exchanges.jsonl'), 'utf8')).trim().split('\n')
  const exchanges = lines.map((line) => exchangeSchema.parse(JSON.parse(line)))
  expect(exchanges.map(({ purpose }) => purpose)).toEqual([
    ...['code', 'launch', 'feedback', 'feedback: launch', 'feedback', 'feedback: launch'],
  ])
  expect(record.agent?.calls).toBe(exchanges.length)
  const tokens = exchanges.reduce((sum, { response }) => sum + (response.tokens?.output ?? Number.NaN), 0)
  expect(record.agent?.tokens?.output).toBe(tokens)
})
