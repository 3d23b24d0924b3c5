import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder, until } from '../helpers.ts'
import { needs } from '../needs.ts'
import { redisServer } from './redis-server.ts'
import { coordinate, judgedBy, planned, startWorker, statusesIn, untilSays } from './workers.ts'
import { LASTING, untaken, SAYS_IN_ONE_LINE_THAT_CASES, saysInOneLineThat, untakenLines } from './labels-cases.ts'
import { readMachines } from '../../harness/store/read.ts'

const BUBBLEWRAP = await needs('bubblewrap')

describe('labels', await needs('redis'), () => {
  it('name the sandboxes that work on a machine', { ...LASTING, ...BUBBLEWRAP }, async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    // A machine on which bubblewrap does not work, as in many containers.
    await writeFile(folder.file('bwrap'), '#!/bin/sh\nexit 1\n')
    await chmod(folder.file('bwrap'), 0o755)
    const env = { PATH: `${folder.path}${path.delimiter}${process.env['PATH'] ?? ''}` }
    await using plain = startWorker(redis.url, [], { env })
    await untilSays(plain, 'takes trials from')
    expect(plain.stderr()).not.toContain('sandbox=bubblewrap')

    const isolated = await planned(folder, ['--agent', 'canonical', '--missions', 'sum', '--sandbox', 'bubblewrap'])
    await using run = coordinate(isolated, redis.url)
    expect(await untaken(run, redis)).toEqual([
      expect.stringMatching(/: a worker needs sandbox=bubblewrap; the workers have .*sandbox=process$/),
    ])
    const open = await planned(folder, ['--agent', 'canonical', '--missions', 'sum', '--sandbox', 'process'])
    await using quick = coordinate(open, redis.url)
    expect([await quick.exit, await judgedBy(open, { plain })]).toEqual([0, { 'sum 1': 'plain' }])
    expect(new Set(await statusesIn(open))).toEqual(new Set(['passed']))

    await using able = startWorker(redis.url)
    expect([await run.exit, await judgedBy(isolated, { plain, able })]).toEqual([0, { 'sum 1': 'able' }])
    expect(new Set(await statusesIn(isolated))).toEqual(new Set(['passed']))
  })

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
  saysInOneLineThat(SAYS_IN_ONE_LINE_THAT_CASES)
})
