import { Interrupted } from '../../errors.ts'
import type { TrialSpec } from '../../contracts/schema.ts'
import type { Executor, TrialEvent } from '../../contracts/types.ts'
import { Channel } from '../../lib/async/channel.ts'
import { givesFeedback } from '../../contracts/suites.ts'
import type { Gates } from '../concurrency.ts'
import { inTurns, longestFirst, quickFirst, sizeOf } from '../order.ts'
import { runOne, type TrialTools } from '../one-trial.ts'

/** Runs trials in this process, several at a time. An unexpected error in one of them ends the others, too. */
export function localExecutor(tools: TrialTools, gates: Gates, quick = false): Executor {
  return {
    name: 'local',
    async *run(specs, signal) {
      const channel = new Channel<TrialEvent>()
      const all = runAll(specs, tools, { gates, quick, signal, emit: (event) => channel.put(event) })
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
  readonly gates: Gates
  /** Begin with small missions. */
  readonly quick: boolean
  readonly signal: AbortSignal
  readonly emit: (event: TrialEvent) => void
}

/** @returns The error that ended them early, if there was one */
async function runAll(specs: readonly TrialSpec[], tools: TrialTools, running: Running): Promise<unknown> {
  const { gates, quick, emit } = running
  const stop = new AbortController()
  const signal = AbortSignal.any([running.signal, stop.signal])
  const failures: unknown[] = []
  const runUnlessStopped = async (spec: TrialSpec): Promise<void> => {
    const leave = await entered(spec, tools, gates, signal)
    if (!leave) return
    try {
      await runOne(spec, { ...tools, places: gates.judge }, emit, signal)
    } catch (error) {
      failures.push(error)
      stop.abort(new Interrupted('another trial failed'))
    } finally {
      leave()
    }
  }
  const first = quick ? quickFirst : gates.several ? longestFirst : undefined
  const turns = inTurns(specs, ({ key }) => key.mission)
  const inOrder = first?.(turns, sizeIn(tools)) ?? turns
  await Promise.all(inOrder.map(runUnlessStopped))
  return failures[0]
}

/**
 * Waits until a trial may begin. A trial that judges projects while its agent works takes a place for judging, too.
 * @returns Gives the places back; undefined if the run was stopped before
 */
async function entered(
  { key }: TrialSpec,
  { missions }: TrialTools,
  { begin, judge }: Gates,
  signal: AbortSignal,
): Promise<(() => void) | undefined> {
  const mission = missions.get(key.mission)?.mission
  const places = judge && mission && givesFeedback(mission) ? [begin, judge] : [begin]
  const leaves: (() => void)[] = []
  const leave = () => {
    for (const each of leaves) each()
  }
  try {
    for (const place of places) leaves.push(await place.enter(signal))
    return leave
  } catch (error) {
    leave()
    if (error instanceof Interrupted) return undefined
    throw error
  }
}

function sizeIn({ missions }: TrialTools): (spec: TrialSpec) => number {
  return ({ key }) => {
    const loaded = missions.get(key.mission)
    return loaded ? sizeOf(loaded.mission) : 0
  }
}
