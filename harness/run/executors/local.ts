import pLimit from 'p-limit'
import { Interrupted } from '../../errors.ts'
import type { TrialSpec } from '../../contracts/schema.ts'
import type { Executor, TrialEvent } from '../../contracts/types.ts'
import { Channel } from '../../lib/async/channel.ts'
import { longestFirst, quickFirst } from '../order.ts'
import { runOne, type TrialTools } from '../one-trial.ts'

/** Runs trials in this process, several at a time. An unexpected error in one of them ends the others, too. */
export function localExecutor(tools: TrialTools, concurrency: number, quick = false): Executor {
  return {
    name: 'local',
    async *run(specs, signal) {
      const channel = new Channel<TrialEvent>()
      const all = runAll(specs, tools, { concurrency, quick, signal, emit: (event) => channel.put(event) })
      void all.then(
        (failure) => channel.end(failure),
        (error: unknown) => channel.end(error),
      )
      try {
        yield* channel
      } finally {
        // Also if the consumer has stopped: waits for the running trials, so that nothing is left behind.
        await all
      }
    },
  }
}

interface Running {
  readonly concurrency: number
  /** Begin with small missions. */
  readonly quick: boolean
  readonly signal: AbortSignal
  readonly emit: (event: TrialEvent) => void
}

/** @returns The error that ended them early, if there was one */
async function runAll(specs: readonly TrialSpec[], tools: TrialTools, running: Running): Promise<unknown> {
  const { concurrency, quick, emit } = running
  const stop = new AbortController()
  const signal = AbortSignal.any([running.signal, stop.signal])
  const limit = pLimit(concurrency)
  const failures: unknown[] = []
  const runUnlessStopped = async (spec: TrialSpec): Promise<void> => {
    if (signal.aborted) return
    try {
      await runOne(spec, tools, emit, signal)
    } catch (error) {
      failures.push(error)
      stop.abort(new Interrupted('another trial failed'))
    }
  }
  const first = quick ? quickFirst : concurrency > 1 ? longestFirst : undefined
  const inOrder = first?.(specs, sizeIn(tools)) ?? specs
  await Promise.all(inOrder.map((spec) => limit(() => runUnlessStopped(spec))))
  return failures[0]
}

/** The number of testcodes stands for the time. */
function sizeIn({ missions }: TrialTools): (spec: TrialSpec) => number {
  return ({ key }) => missions.get(key.mission)?.suites.reduce((sum, { suite }) => sum + suite.testcodes.length, 0) ?? 0
}
