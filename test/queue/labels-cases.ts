/** Shared by the tests of labels. */
import { expect, it } from 'vitest'
import { RUNS } from '../../harness/run/queue/keys.ts'
import { complaints, temporaryFolder, until } from '../helpers.ts'
import { OWN_FLAGS, pe } from '../own.ts'
import { type RedisServer } from './redis-server.ts'
import { untilSays, type Started } from './workers.ts'

export const LASTING = { timeout: 240_000 }
/** Milliseconds: the coordinator looks every two seconds, and other programs use the machine. */
const AT_ONCE = 20_000

export function untakenLines(run: Started): string[] {
  return complaints(run.stderr()).filter((line) => line.includes('nobody can take'))
}

/** Waits until a run says that nobody can take some of its trials. @returns The lines */
export async function untaken(run: Started, redis: RedisServer): Promise<string[]> {
  await until(async () => (await redis.client.smembers(RUNS)).length > 0, 'the run is in the queue')
  await untilSays(run, 'nobody can take', AT_ONCE)
  return untakenLines(run)
}

export const SAYS_IN_ONE_LINE_THAT_CASES = [
  [['--needs', 'som:large'], '--needs som:large: the run has no mission "som"'],
  [['--needs', 'sum:very large'], 'a label has letters, digits, and . = - _, not "very large"'],
] as const

export function saysInOneLineThat(cases: readonly (typeof SAYS_IN_ONE_LINE_THAT_CASES)[number][]): void {
  it.each(cases)('says in one line that it cannot hold: %s', LASTING, async (needs, text) => {
    await using folder = await temporaryFolder()
    const queue = ['--executor', 'queue', '--redis', 'redis://127.0.0.1:1', '--out', folder.file('runs')]
    const ran = await pe(['run', ...OWN_FLAGS, '--agent', 'null', ...queue, ...needs])
    expect([ran.exitCode, complaints(ran.stderr)]).toEqual([2, [expect.stringContaining(text)]])
  })
}
