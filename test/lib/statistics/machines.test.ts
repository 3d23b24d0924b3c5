import { describe, expect, it } from 'vitest'
import type { MachineLine } from '../../../harness/contracts/schema.ts'
import { MachineRows } from '../../../harness/lib/statistics/machines.ts'
import { keyOf, recordOf } from '../../helpers.ts'

const line = (sample: number, changes: Partial<MachineLine>): MachineLine => ({
  ...{ trial: keyOf({ sample }).id, worker: 'b', host: 'one', waited: 2, seconds: 5, at: 100 },
  ...changes,
})

describe('the workers of a run', () => {
  it('have the time of their trials: in the queue, for the model, and everything else', () => {
    const rows = new MachineRows([
      line(1, {}),
      line(2, { at: 130, waited: 20, seconds: 10, control: 'workers had died with it', lost: 3 }),
      line(3, { worker: 'a', seconds: 1 }),
      line(4, { worker: 'c' }),
    ])
    const stages = [{ generate: 3000, answer: 1000, judge: 500 }, { generate: 500 }, { generate: 1500 }, {}]
    for (const [index, each] of stages.entries()) {
      // The fourth one has a line, but no record; the fifth one was run by another process.
      const sample = index === 3 ? 5 : index + 1
      rows.add(recordOf(keyOf({ sample }), ['passed'], { stages: each }))
    }
    expect(rows.rows()).toEqual([
      // Its clock says that the model took longer than the whole trial.
      {
        ...{ host: 'one', worker: 'a', trials: 1, waited: 2, model: 1.5, judging: 0, from: 99, to: 100 },
        ...{ apart: [], lost: [] },
      },
      {
        ...{ host: 'one', worker: 'b', trials: 2, waited: 22, model: 4.5, judging: 10.5, from: 95, to: 130 },
        apart: [{ trial: keyOf({ sample: 2 }).id, reason: 'workers had died with it' }],
        lost: [{ trial: keyOf({ sample: 2 }).id, attempts: 3 }],
      },
    ])
  })
})

it('a worker that judges what another one was given has no time for the model', () => {
  const rows = new MachineRows([line(1, {})])
  rows.add(
    recordOf(keyOf({ sample: 1 }), ['passed'], { stages: { generate: 9000 }, ledger: { agent: 20, harness: 4980 } }),
  )
  expect(rows.rows()).toMatchObject([{ model: 0.02, judging: 4.98 }])
})
