import { describe, expect, it } from 'vitest'
import { readMachines } from '../../harness/store/read.ts'
import { temporaryFolder, until } from '../helpers.ts'
import { needs } from '../needs.ts'
import { redisServer } from './redis-server.ts'
import { coordinate, judgedBy, planned, startWorker, statusesIn, untilSays } from './workers.ts'
import { LASTING, untakenLines, untaken, SAYS_IN_ONE_LINE_THAT_CASES, saysInOneLineThat } from './labels-cases.ts'

describe('labels', await needs('redis'), () => {
  it('choose the workers, and a trial that none can take is named at once and judged later', LASTING, async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    const plan = await planned(folder, ['--agent', 'canonical', '--samples', '2'])
    await using gpu = startWorker(redis.url, ['--label', 'gpu'])
    await using large = startWorker(redis.url, ['--label', 'large'])
    for (const worker of [gpu, large]) await untilSays(worker, 'takes trials from')
    await using run = coordinate(plan, redis.url, ['--needs', 'gpu,sum:large'])

    const [line = '', ...more] = await untaken(run, redis)
    expect(more).toEqual([])
    expect(line).toMatch(/nobody can take sum\.\S+ and 1 more trials: a worker needs gpu, large, sandbox=\w+; the work/)
    const [one = '', other = '', ...others] = line.split('; the workers have ')[1]?.split('; or ') ?? []
    expect([one, other, others].map((labels) => /gpu|large/.exec(String(labels))?.[0])).toEqual([
      'gpu',
      'large',
      undefined,
    ])
    await until(async () => (await readMachines(plan)).length === 2, 'the trials of the other mission have ended')

    await using both = startWorker(redis.url, ['--label', 'large,gpu'])
    expect([await run.exit, run.stderr()]).toEqual([0, expect.any(String)])
    expect(await judgedBy(plan, { gpu, large, both })).toEqual({
      ...{ 'sort_lines 1': 'gpu', 'sort_lines 2': 'gpu', 'sum 1': 'both', 'sum 2': 'both' },
    })
    expect(new Set(await statusesIn(plan))).toEqual(new Set(['passed']))
    expect(untakenLines(run)).toEqual([line])
  })
})

describe('--needs', () => {
  saysInOneLineThat(SAYS_IN_ONE_LINE_THAT_CASES.slice(0, 1))
})
