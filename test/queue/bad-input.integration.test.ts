import { afterEach, describe, expect, it, vi } from 'vitest'
import { temporaryFolder } from '../helpers.ts'
import { needs } from '../needs.ts'
import { redisServer } from './redis-server.ts'
import { LASTING, commandsOf, ran, expectOneLine, runIn } from './bad-input-cases.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

describe('commands of a queue', await needs('redis'), () => {
  it('say in one line that a run is not there, or not in the queue', LASTING, async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    const { runId, plan, trial } = await runIn(folder)
    const nowhere = [
      ['run', '--resume', 'nothing', '--executor', 'queue', '--redis', redis.url],
      ...commandsOf(redis.url, 'nothing', trial).slice(1),
    ]
    for (const args of nowhere) await expectOneLine([...args, '--out', folder.path], 'there is no run "nothing"')
    await expectOneLine(['requeue', plan, 'nothing', '--redis', redis.url], `run ${runId} has no trial "nothing"`)
    const place = `redis://127.0.0.1:${String(redis.port)}`
    await expectOneLine(['requeue', plan, trial, '--redis', redis.url], `run ${runId} is not in the queue of ${place}`)
    expect(await ran(['status', plan, '--redis', redis.url])).toEqual({
      exitCode: 0,
      stdout: `${runId}: 0 of 1 trial has ended\nnot begun: pe run --resume run --out ${folder.path} runs it\nthe run is not in the queue of this Redis: it has ended there, was stopped, or uses another one\n`,
      stderr: '',
    })
  })
})
