import { readFile, readdir } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { SCHEMA_VERSION, type TrialSpec } from '../../harness/contracts/schema.ts'
import { QUEUE_VERSION, type QueueRun } from '../../harness/run/queue/shapes.ts'
import { runSuspect } from '../../harness/run/queue/suspect.ts'
import { keyOf, temporaryFolder, until } from '../helpers.ts'

const RUN: QueueRun = {
  queueVersion: QUEUE_VERSION,
  schemaVersion: SCHEMA_VERSION,
  runId: 'run',
  pe: '1.2.3',
  suite: 'digest',
  missions: ['fixture'],
  agents: [{ name: 'null', spec: 'null' }],
  routes: [],
  transport: { kind: 'http', url: 'http://127.0.0.1:1' },
  limits: {},
  cache: 'none',
  lease: 30,
  deaths: 3,
}

/** Process group of the child that runs a trial alone; undefined before it has started. */
async function groupOfChild(): Promise<{ readonly pid: number; readonly group: number } | undefined> {
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const [, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (Number(parent) !== process.pid) continue
    const line = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    if (line.includes('isolated-trial')) return { pid: Number(name), group: Number(group) }
  }
  return undefined
}

/** Runs a trial that does not begin, and sends its process a signal. */
export async function signalled(signal: NodeJS.Signals, drain: AbortSignal): Promise<unknown> {
  await using folder = await temporaryFolder()
  // Accepts connections and never answers, so that the trial does not begin.
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  try {
    const { port } = silent.address() as AddressInfo
    const ended = runSuspect(
      {
        ...{ spec: { key: keyOf() } as TrialSpec, run: RUN, folder: folder.path, deaths: 3, drain },
        redisUrl: `redis://127.0.0.1:${String(port)}`,
        emit: () => undefined,
        signal: new AbortController().signal,
      },
      () => Promise.reject(new Error('it is a death')),
    ).catch((error: unknown) => error)
    await until(async () => (await groupOfChild()) !== undefined, 'the process has started')
    const child = await groupOfChild()
    expect(child?.group).toBe(child?.pid)
    process.kill(child?.pid ?? 0, signal)
    return await ended
  } finally {
    silent.close()
  }
}
