import { mkdir, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { readRun, readTrials } from '../../harness/store/read.ts'
import { complaints, temporaryFolder } from '../helpers.ts'
import { needs } from '../needs.ts'
import { redisServer } from './redis-server.ts'
import { coordinate, judgedBy, planned, startWorker, untilSays } from './workers.ts'

const LASTING = { timeout: 240_000 }

/** An agent whose projects have one file with a text. */
const agentWith = (content: string) => `export default {
  name: 'own',
  generate: () => Promise.resolve({ files: [{ path: 'note.txt', content: '${content}' }] }),
  answer: () => Promise.resolve({}),
}
`

describe('an agent from a file', await needs('redis'), () => {
  it('is that of the coordinator on every worker, which refuses the run if the file differs', LASTING, async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer()
    for (const name of ['here', 'there']) {
      await mkdir(folder.file(name))
      await writeFile(folder.file(name, 'agent.mjs'), agentWith(name))
    }
    const [here, there] = [folder.file('here'), folder.file('there')]
    const plan = await planned(folder, ['--agent', './agent.mjs', '--missions', 'sum'], here)
    const { runId } = await readRun(plan)
    await using run = coordinate(plan, redis.url, [], { cwd: here })
    await untilSays(run, 'nobody can take')

    await writeFile(folder.file('here', 'agent.mjs'), agentWith('changed'))
    const refusal = `agent "./agent.mjs" is not what it was when run ${runId} began (file), loaded from ${here}/agent.mjs`
    await using other = startWorker(redis.url, [], { cwd: there })
    await untilSays(other, refusal)
    await untilSays(run, refusal)
    expect(complaints(other.stderr()).filter((line) => line.includes('is not what it was'))).toHaveLength(1)

    await writeFile(folder.file('here', 'agent.mjs'), agentWith('here'))
    await using same = startWorker(redis.url, [], { cwd: there })
    expect([await run.exit, await judgedBy(plan, { other, same })]).toEqual([0, { 'sum 1': 'same' }])
    expect((await readTrials(plan, await readRun(plan))).map(({ trial }) => trial.agent)).toEqual(['./agent.mjs'])
  })
})
