import { describe, expect, it } from 'vitest'
import type { SeenWorker } from '../../harness/run/queue/census.ts'
import { IdleWorkers } from '../../harness/run/queue/idle.ts'

const ROUTE = { name: 'route-0', labels: ['browser'] }
const WORKER: SeenWorker = {
  ...{ id: 'w', host: 'h', pid: 1, pe: '1.2.3', labels: ['browser'], concurrency: 1, load: 0, draining: false },
  ...{ lease: 30, ended: 0, refuses: {}, trials: [], silent: 0, dead: false },
}
const BUSY = { ...WORKER, trials: [{ run: 'run', trial: 'one', stage: 'judge', seconds: 1, quiet: 1 }] }

describe('trials that wait beside free workers', () => {
  it('are reported after 30 s without a change', () => {
    const idle = new IdleWorkers('run')
    const look = (trials: readonly string[], worker: SeenWorker, now: number) =>
      idle.look([{ route: ROUTE, trials }], [worker], now)
    expect(look(['one', 'two'], WORKER, 0)).toEqual([])
    expect(look(['two'], WORKER, 29_000)).toEqual([])
    expect(look(['two'], WORKER, 58_000)).toEqual([])
    expect(look(['two'], WORKER, 60_000)).toEqual([expect.stringContaining('1 trial waits although 1 worker could')])
  })

  it('are not reported if the worker is busy, drains, or lacks a label', () => {
    for (const worker of [BUSY, { ...WORKER, draining: true }, { ...WORKER, labels: [] }]) {
      const idle = new IdleWorkers('run')
      const look = (now: number) => idle.look([{ route: ROUTE, trials: ['one', 'two'] }], [worker], now)
      expect([look(0), look(60_000)]).toEqual([[], []])
    }
  })
})
