/** The other cases of review.integration.test.ts. */
import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { trialRecordSchema } from '../../../../harness/contracts/schema.ts'
import { modelServer } from '../../../model-server/server.ts'
import type { TemporaryFolder } from '../../../helpers.ts'
import { benchmark, pe, reviewingTool, run, runFolder, inTurn, summaryOf } from './review-cases.ts'

async function questionIn(folder: TemporaryFolder) {
  const trials = path.join(await runFolder(folder), 'trials')
  const [trial = ''] = await readdir(trials)
  const record = trialRecordSchema.parse(JSON.parse(await readFile(path.join(trials, trial, 'trial.json'), 'utf8')))
  return record.verdicts.find(({ testcode }) => testcode === 'review-2')
}

it('pe grade asks the model that it is given, and none leaves the question open', async () => {
  await using folder = await benchmark()
  await using server = await modelServer(inTurn(8, 6))
  const open = summaryOf(await run(folder, server))
  expect(open.review).toMatchObject({ judged: 1, unjudged: 1 })
  expect(open.bounds).toEqual([expect.closeTo(0.9), expect.closeTo(1)])
  expect((await questionIn(folder))?.status).toBe('unjudged')

  const id = path.basename(await runFolder(folder))
  const graded = await pe(folder, server, 'grade', id, '--json', '--judge', 'openai:small', '--judge-votes', '2')
  expect(summaryOf(graded).score).toBeCloseTo(0.8 + 0.2 * 0.85)
  expect(await questionIn(folder)).toMatchObject({
    status: 'partial',
    reason: expect.stringContaining('7.00 of 10') as string,
  })

  const none = await pe(folder, server, 'grade', id, '--json', '--judge', 'none')
  expect(summaryOf(none).review).toMatchObject({ judged: 1, unjudged: 1 })
  expect(server.received).toHaveLength(2)
})

it(
  'a spent budget stops the run, and a model that answers nonsense leaves the question open',
  { timeout: 120_000 },
  async () => {
    await using folder = await benchmark()
    await using server = await modelServer(() => ({ kind: 'answer', text: 'I give it 10 points.' }))
    const stopped = await run(folder, server, '--judge', 'openai:small', '--max-tokens', '10')
    expect([stopped.exitCode, stopped.stderr]).toEqual([1, expect.stringContaining('--max-tokens 10')])
    expect(server.received).toHaveLength(0)
    const resumed = await pe(folder, server, 'run', '--resume', path.basename(await runFolder(folder)), '--json')
    expect(summaryOf(resumed).review).toMatchObject({ judged: 1, unjudged: 1 })
    expect(await questionIn(folder)).toMatchObject({
      status: 'unjudged',
      reason: expect.stringContaining('no usable answer') as string,
    })
  },
)

it('a model that cannot be asked is refused before anything is written', async () => {
  await using folder = await benchmark()
  await using server = await modelServer(inTurn(10))
  for (const [name, why] of [
    ['nonsense', '--judge nonsense: there is no model "nonsense"'],
    ['gemini:small', 'GEMINI_API_KEY'],
  ] as const) {
    const { exitCode, stderr } = await run(folder, server, '--judge', name)
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(why)])
    expect(stderr).toContain('SERVER:NAME')
  }
  const priceless = await run(folder, server, '--judge', 'openai:small', '--max-cost', '1')
  expect([priceless.exitCode, priceless.stderr]).toEqual([2, expect.stringContaining('no price')])
  expect(await readdir(folder.file('reports')).catch(() => [])).toEqual([])
})

it('a coding tool in a room may review, once for each repository', async () => {
  await using folder = await benchmark()
  await using server = await modelServer(inTurn())
  const { tool, config } = await reviewingTool(folder)
  const first = await run(folder, server, '--judge', 'command:reviewer', '--config', config)
  expect([first.exitCode, first.stderr]).toEqual([0, expect.any(String)])
  // The rule is approved; 7 of 10.
  expect(summaryOf(first).review).toMatchObject({ judged: 2, unjudged: 0, score: expect.closeTo(0.85) as number })
  expect(server.received).toHaveLength(0)
  const reviews = path.join(await runFolder(folder), 'review')
  const outputs = (await readdir(reviews, { recursive: true })).filter((name) => name.endsWith('answer.stdout.txt'))
  expect(outputs).toEqual([expect.stringMatching(/^[0-9a-f]{16}-1\/agent\//)])
  // The recorded answer is used again: the tool is gone.
  await writeFile(tool, '#!/bin/sh\nexit 1\n')
  const again = await pe(folder, server, 'grade', path.basename(await runFolder(folder)), '--json', '--config', config)
  expect(summaryOf(again).review).toMatchObject({ score: expect.closeTo(0.85) as number })
  const anew = await pe(
    folder,
    server,
    'grade',
    path.basename(reviews.replace(/\/review$/, '')),
    '--json',
    '--no-cache',
    '--config',
    config,
  )
  expect(summaryOf(anew).review).toMatchObject({ judged: 1, unjudged: 1 })
})
