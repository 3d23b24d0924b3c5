/** The other cases of feedback.integration.test.ts. */
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder, until, type TemporaryFolder } from '../helpers.ts'
import { entries, passed } from '../trial/feedback-trial.ts'
import { FIXTURES, BENCHMARK, pe, trialFolder, recordIn, model, feedbackPrompts } from './feedback-cases.ts'
import { exchangeSchema } from '../../harness/lib/models/schema.ts'
const AGENT = ['--agent', path.join(FIXTURES, 'agent.ts'), '--agent-option', 'submits=a-abc-b']

async function eventsIn(folder: TemporaryFolder, type: string): Promise<number> {
  const [run = ''] = await readdir(folder.file('reports'))
  const text = await readFile(folder.file('reports', run, 'events.jsonl'), 'utf8')
  return text.split('\n').filter((line) => line.includes(`"type":"${type}"`)).length
}

it(
  'a run that is killed between a project and its result goes on as if nothing had been',
  { timeout: 180_000 },
  async () => {
    await using folder = await temporaryFolder()
    const killed = pe(folder, 'run', ...BENCHMARK, ...AGENT)
    const second = async (name: string) => {
      const trial = await trialFolder(folder).catch(() => undefined)
      return trial !== undefined && existsSync(path.join(trial, 'submissions', '2', name))
    }
    await until(() => second('project.json'), 'the second submission is stored', 60_000)
    expect(await second('judged.json')).toBe(false)
    killed.kill('SIGKILL')
    await killed
    const [run = ''] = await readdir(folder.file('reports'))
    const resumed = await pe(folder, 'run', '--resume', run)
    expect(resumed.exitCode).toBe(0)
    const record = await recordIn(folder)
    expect(entries(record)).toEqual([
      [1, 1 / 3, undefined],
      [2, 1, true],
      [3, 1 / 3, undefined],
    ])
    expect(record.agent?.notes).toEqual(['submission 1: 2 left', 'submission 2: 1 left', 'submission 3: 0 left'])
    expect(await eventsIn(folder, 'submission')).toBe(3)
    expect(resumed.stderr).toContain('submission 2 of 3 counts')

    const graded = await pe(folder, 'grade', run)
    expect(graded.exitCode).toBe(0)
    expect(entries(await recordIn(folder))).toEqual(entries(record))
    expect(await eventsIn(folder, 'submission')).toBe(6)
    expect(existsSync(path.join(await trialFolder(folder), 'earlier', '1', 'submissions', '2', 'judged.json'))).toBe(
      true,
    )
  },
)

it('a model that sends nothing readable keeps its last project', async () => {
  await using folder = await temporaryFolder()
  await using server = await model(['ab', '?'])
  const flags = ['--agent', 'openai:good', '--base-url', server.baseURL, '--feedback', '2']
  await pe(folder, 'run', ...BENCHMARK, ...flags)
  const record = await recordIn(folder)
  expect([passed(record), entries(record).length]).toEqual(['ab', 1])
  expect(record.agent?.notes.join('\n')).toContain('feedback: the project before is kept')
  expect(feedbackPrompts(server.received)).toHaveLength(1)
})

it('a model is shown its results until everything passes', async () => {
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
