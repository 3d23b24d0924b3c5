import { describe, expect, it } from 'vitest'
import { REQUEUE } from '../../harness/run/queue/keys.ts'
import { Watchdog } from '../../harness/run/queue/watchdog.ts'
import { until } from '../helpers.ts'
import { needs } from '../needs.ts'
import { redisServer } from './redis-server.ts'

/** A worker with one trial that has had no event for that many seconds, and another worker. */
function seen(quiet: number) {
  const trials = [{ run: 'run', trial: 'todo.x', stage: 'judging', seconds: 100, quiet }]
  return [
    { id: 'busy', dead: false, trials },
    { id: 'other', dead: false, trials: [] },
  ]
}

describe('a trial without progress', await needs('redis'), () => {
  it('is given to another worker that can take it, twice at most, and named each time', async () => {
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
    const nobody = () => false
    const anybody = () => true
    // Only the worker that has it could take it.
    await watchdog.look(seen(11), ({ id }) => id === 'busy')
    await watchdog.look(seen(12), nobody)
    expect(said).toEqual([
      'todo.x has made no progress for 11 s (judging): it stays where it is, because no other worker can take it',
    ])
    for (let stop = 0; stop < 4; stop += 1) {
      await watchdog.look(seen(13), anybody)
      // A second look at the same standstill is not another one.
      await watchdog.look(seen(14), anybody)
      await watchdog.look(seen(1), anybody)
    }
    await until(() => heard.length === 2, 'workers heard of it')
    expect(said).toHaveLength(5)
    expect(said[1]).toBe('todo.x has made no progress for 13 s (judging): it is given to another worker')
    expect(said[4]).toContain('was given to another worker 2 times before; pe requeue run todo.x')
    expect(heard.map((text) => JSON.parse(text) as unknown)).toEqual(
      [1, 2].map(() => ({ run: 'run', trial: 'todo.x', by: 'watchdog' })),
    )
    listener.disconnect()
  })
})
