/** A program: runs one trial that its parent sends, and ends. */
import { once } from 'node:events'
import { messageOf } from './errors.ts'
import { Redactor } from './lib/models/redact.ts'
import type { TrialSpec } from './contracts/schema.ts'
import { onStopSignals } from './lib/processes/stop-signals.ts'
import { openRedis } from './lib/redis/connect.ts'
import { calibrateLibrary } from './trial/calibration/calibrate.ts'
import { stopActionsWith } from './trial/calibration/until-stopped.ts'
import { allPapers } from './papers/index.ts'
import { Workshop } from './run/workshop.ts'
import type { AloneMessage } from './run/queue/alone-messages.ts'
import { namesOf } from './run/queue/served-run.ts'
import type { QueueRun } from './run/queue/shapes.ts'
import { sharedClient } from './run/queue/shared-client.ts'

const stop = new AbortController()
onStopSignals(() => {
  stop.abort()
})
// Nobody waits for the trial any more.
process.on('disconnect', () => {
  stop.abort()
})
stopActionsWith(stop.signal)

const [{ spec, run, folder }] = (await once(process, 'message')) as [
  { readonly spec: TrialSpec; readonly run: QueueRun; readonly folder: string },
]
await tell(await resultOf())
if (process.connected) process.disconnect()

async function resultOf(): Promise<AloneMessage> {
  const redactor = Redactor.ofEnvironment(process.env)
  const redis = await openRedis(process.env['PE_REDIS'] ?? '')
  // Agents run in this process, and their children have its environment.
  delete process.env['PE_REDIS']
  try {
    await using workshop = await Workshop.open(spec, {
      papers: allPapers({ calibrate: calibrateLibrary }),
      missions: [spec.key.mission],
      ...namesOf(run.agents, [spec.agent.name]),
      hides: [folder],
      client: (keys) => sharedClient(redis, run, keys, (line) => process.stderr.write(`pe: ${line}\n`)),
      redactor,
    })
    const record = await workshop.run(spec, folder, (event) => process.send?.({ type: 'event', event }), stop.signal)
    return stop.signal.aborted ? { type: 'stopped' } : { type: 'end', record }
  } catch (error) {
    if (stop.signal.aborted) return { type: 'stopped' }
    return { type: 'failed', message: messageOf(error) }
  } finally {
    redis.disconnect()
  }
}

function tell(message: AloneMessage): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, () => {
      resolve()
    })
  })
}
