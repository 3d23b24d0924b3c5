/** Submissions in runs of the compiled program: killed, resumed, judged again, retried. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { exchangeSchema } from '../../harness/lib/models/schema.ts'
import { purposeOf } from '../model-server/replies.ts'
import { modelServer, type ModelServer, type Received, type Reply } from '../model-server/server.ts'
import { temporaryFolder } from '../helpers.ts'
import { entries, passed } from '../trial/feedback-trial.ts'
import { projectFor } from '../fixtures/feedback/projects.ts'
import { BENCHMARK, pe, trialFolder, recordIn } from './feedback-cases.ts'

/** A model that writes the project of these letters when it is asked for the code for the n-th time. */
async function model(all: readonly string[]): Promise<ModelServer> {
  let codes = 0
  return modelServer((request): Reply => {
    if (purposeOf(request) === 'launch') return { kind: 'answer', text: '{"run": ["node", "main.js"]}' }
    if (purposeOf(request) !== 'code') return { kind: 'answer', text: '{}' }
    const letters = all[Math.min(codes, all.length - 1)] ?? ''
    codes += 1
    if (letters === '?') return { kind: 'answer', text: 'I do not know.' }
    const files = projectFor(letters).files.map(({ path: name, content }) => ({
      file: name,
      path: name,
      code: content,
    }))
    return { kind: 'answer', text: JSON.stringify(files) }
  })
}

function feedbackPrompts(received: readonly Received[]): string[] {
  const texts = received.map(({ messages }) => messages.at(-1)?.content ?? '')
  return texts.filter((text) => text.includes('You were asked to write this software'))
}

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
