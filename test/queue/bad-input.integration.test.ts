import { afterEach, describe, expect, it, vi } from 'vitest'
import { temporaryFolder } from '../helpers.ts'
import { needs } from '../needs.ts'
import { redisServer } from './redis-server.ts'
import { LASTING, ran, expectOneLine, runIn } from './bad-input-cases.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

/** Every command that takes the URL of a Redis, for a run. */
function commandsOf(url: string, plan: string, trial: string): readonly (readonly string[])[] {
  return [
    ['worker', '--redis', url],
    ['status', plan, '--redis', url],
    ['requeue', plan, trial, '--redis', url],
  ]
}

describe('commands of a queue', await needs('redis'), () => {
  it('say in one line that the URL or the password is wrong, or that the server has no TLS', LASTING, async () => {
    await using folder = await temporaryFolder()
    const { plan, trial } = await runIn(folder)
    await using redis = await redisServer(['--requirepass', 'secret-word'])
    const place = `127.0.0.1:${String(redis.port)}`
    for (const [url, text] of [
      ['http://127.0.0.1:1', '--redis takes a URL such as redis://127.0.0.1:6379'],
      [`redis://:wrong-word@${place}`, `Redis at redis://${place} refuses the password`],
      [`rediss://:secret-word@${place}`, `Redis at rediss://${place} cannot be reached by TLS`],
    ] as const)
      for (const args of commandsOf(url, plan, trial)) await expectOneLine(args, text)
  })

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
