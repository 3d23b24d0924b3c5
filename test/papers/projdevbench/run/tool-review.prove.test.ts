/** A coding tool that reviews what workers judge, in a room of the real sandbox. */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readRun, readTrials } from '../../../../harness/store/read.ts'
import { modelServer } from '../../../model-server/server.ts'
import { needs } from '../../../needs.ts'
import { benchmark, inTurn, pe, reviewingTool, run, runFolder, summaryOf } from './review-cases.ts'
import { redisServer } from '../../../queue/redis-server.ts'
import { startWorker } from '../../../queue/workers.ts'

describe('a coding tool as the judge', await needs('redis', 'bubblewrap'), () => {
  it('reviews on a worker, and its answer is used again at the coordinator', { timeout: 240_000 }, async () => {
    await using folder = await benchmark()
    await using server = await modelServer(inTurn())
    await using redis = await redisServer()
    const { config } = await reviewingTool(folder)
    await using worker = startWorker(redis.url)
    const judge = ['--judge', 'command:reviewer', '--config', config, '--sandbox', 'bubblewrap']
    const queue = ['--executor', 'queue', '--redis', redis.url, '--no-score']
    const ran = await run(folder, server, ...judge, ...queue)
    expect([ran.exitCode, ran.stderr, worker.stderr()]).toEqual([0, expect.any(String), expect.any(String)])
    expect(summaryOf(ran).review).toMatchObject({ judged: 2, unjudged: 0, score: expect.closeTo(0.85) as number })
    const place = await runFolder(folder)
    expect(await readdir(path.join(place, 'review'))).toEqual([expect.stringMatching(/^[0-9a-f]{16}-1$/)])
    const [trial] = await readTrials(place, await readRun(place))
    expect(await readdir(path.join(place, 'trials', trial?.trial.id ?? ''))).not.toContain('review')
    const again = await pe(folder, server, 'grade', path.basename(place), '--json', '--config', config)
    expect(summaryOf(again).review).toMatchObject({ judged: 2, score: expect.closeTo(0.85) as number })
  })
})
