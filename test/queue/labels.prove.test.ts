/** The other cases of labels.integration.test.ts. */
import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../helpers.ts'
import { needs } from '../needs.ts'
import { redisServer } from './redis-server.ts'
import { coordinate, judgedBy, planned, startWorker, statusesIn, untilSays } from './workers.ts'
import { LASTING, untaken, SAYS_IN_ONE_LINE_THAT_CASES, saysInOneLineThat } from './labels-cases.ts'

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
})

describe('--needs', () => {
  saysInOneLineThat(SAYS_IN_ONE_LINE_THAT_CASES)
})
