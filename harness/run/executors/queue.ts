import { Channel } from '../../lib/async/channel.ts'
import type { Executor, TrialEvent } from '../../contracts/types.ts'
import { Coordinator, type CoordinatedRun, type QueueOptions } from '../queue/coordinator.ts'

/** Runs trials on the workers of a queue. All events of a trial are emitted when it is committed. */
export function queueExecutor(run: CoordinatedRun, options: QueueOptions): Executor {
  return {
    name: 'queue',
    async *run(specs, signal) {
      const channel = new Channel<TrialEvent>()
      const follow = async (): Promise<unknown> => {
        await using coordinator = new Coordinator(run, options, specs, (event) => channel.put(event), signal)
        return await coordinator.follow()
      }
      const all = follow()
      void all.then(
        (failure) => channel.end(failure),
        (error: unknown) => channel.end(signal.aborted ? undefined : error),
      )
      try {
        yield* channel
      } finally {
        await all.catch(() => undefined)
      }
    },
  }
}
