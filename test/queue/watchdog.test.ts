import { describe, expect, it } from 'vitest'
import { REQUEUE } from '../../harness/run/queue/keys.ts'
import type { WorkerState } from '../../harness/run/queue/shapes.ts'
import { Watchdog } from '../../harness/run/queue/watchdog.ts'
import { until } from '../helpers.ts'
import { hasRedis, redisServer } from './redis-server.ts'

/** Workers with one trial that has had no event for that many seconds. */
function seen(quiet: number): Pick<WorkerState, 'trials'>[] {
  return [{ trials: [{ run: 'run', trial: 'todo.x', stage: 'judging', seconds: 100, quiet }] }]
}

describe.runIf(hasRedis)('a trial without progress', () => {
  it('is given to another worker three times at most, and named each time', async () => {
    await using server = await redisServer()
    const listener = server.client.duplicate()
    const heard: string[] = []
    listener.on('message', (_, text: string) => heard.push(text))
    await listener.subscribe(REQUEUE)
    const said: string[] = []
    const watchdog = new Watchdog({
      ...{ redis: server.client, runId: 'run', watchdog: 10, requeue: true },
      say: (line) => said.push(line),
    })
    for (let stop = 0; stop < 5; stop += 1) {
      await watchdog.look(seen(11))
      // A second look at the same standstill is not another one.
      await watchdog.look(seen(12))
      await watchdog.look(seen(1))
    }
    await until(() => heard.length === 3, 'workers heard of it')
    expect(said).toHaveLength(5)
    expect(said[0]).toBe('todo.x has made no progress for 11 s (judging): it is given to another worker')
    expect(said[4]).toContain('was given to another worker 3 times before; pe requeue run todo.x')
    expect(heard).toHaveLength(3)
    listener.disconnect()
  })
})
