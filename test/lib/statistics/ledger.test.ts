import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LEDGER_ENTRIES, type LedgerEntry } from '../../../harness/contracts/vocabulary.ts'
import { coveredSeconds, medianLedger, runLedger } from '../../../harness/lib/statistics/ledger.ts'

const sum = (ledger: object): number => Object.values(ledger as Record<string, number>).reduce((a, b) => a + b, 0)
const at = (milliseconds: number) => new Date(Date.UTC(2026, 0, 1) + milliseconds).toISOString()

const trial = fc
  .record({
    begin: fc.nat(100_000),
    parts: fc.dictionary(
      fc.constantFrom(...LEDGER_ENTRIES.filter((entry) => entry !== 'idle')),
      fc.integer({ min: 1, max: 20_000 }),
      { minKeys: 1 },
    ),
  })
  .map(({ begin, parts }) => ({ begin, parts, seconds: sum(parts) / 1000 }))

describe('the time that trials cover', () => {
  it('counts moments with several trials once, and moments without a trial never', () => {
    const trials = [
      { startedAt: at(0), seconds: 10 },
      { startedAt: at(2000), seconds: 3 },
      { startedAt: at(9000), seconds: 4 },
      { startedAt: at(60_000), seconds: 1 },
    ]
    expect(coveredSeconds(trials)).toBeCloseTo(14)
    expect(coveredSeconds([])).toBe(0)
  })

  it('is enough for the ledger of the run to add up', () => {
    fc.assert(
      fc.property(fc.array(trial, { minLength: 1, maxLength: 12 }), (trials) => {
        const records = trials.map(({ begin, parts, seconds }) => ({ startedAt: at(begin), seconds, ledger: parts }))
        const wall = coveredSeconds(records)
        const busy = sum(runLedger(records, wall) ?? {})
        expect(Math.abs(busy - wall * 1000)).toBeLessThan(1 + wall)
      }),
    )
  })
})

describe('the ledger of a run', () => {
  it('adds up to its wall time, however its trials overlap', () => {
    fc.assert(
      fc.property(fc.array(trial, { minLength: 1, maxLength: 12 }), fc.nat(5000), (trials, before) => {
        const end = Math.max(...trials.map(({ begin, seconds }) => begin + seconds * 1000))
        const records = trials.map(({ begin, parts, seconds }) => ({
          startedAt: at(before + begin),
          seconds,
          ledger: parts,
        }))
        const ledger = runLedger(records, (before + end) / 1000) ?? {}
        expect(sum(ledger)).toBeCloseTo(before + end, 0)
        for (const time of Object.values(ledger)) expect(time).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('divides a moment among the trials that were running', () => {
    const one = { startedAt: at(1000), seconds: 4, ledger: { agent: 4000 } }
    const other = { startedAt: at(3000), seconds: 4, ledger: { actions: 2000, harness: 2000 } }
    expect(runLedger([one, other], 10)).toEqual({ agent: 3000, actions: 1500, harness: 1500, idle: 4000 })
  })

  it('gives the time of a trial that waited for a place to those that ran', () => {
    const runs = { startedAt: at(0), seconds: 4, ledger: { actions: 4000 } }
    const waits = { startedAt: at(0), seconds: 4, ledger: { queue: 4000 } }
    expect(runLedger([runs, waits], 4)).toEqual({ actions: 4000, queue: 0, idle: 0 })
    expect(runLedger([waits, waits], 4)).toEqual({ queue: 4000, idle: 0 })
    const waitsAtFirst = { startedAt: at(0), seconds: 4, ledger: { queue: 2000, program: 2000 } }
    expect(runLedger([runs, waitsAtFirst], 4)).toEqual({ actions: 2666.67, program: 1333.33, queue: 0, idle: 0 })
    expect(runLedger([waitsAtFirst, waitsAtFirst], 4)).toEqual({ program: 4000, queue: 0, idle: 0 })
  })

  it('counts the times that a project was judged again', () => {
    const again = { startedAt: at(1000), seconds: 2, ledger: { actions: 2000 } }
    const repeats = { times: 1, flaky: [], judgings: [again] }
    const one = { startedAt: at(0), seconds: 1, ledger: { agent: 1000 }, repeats }
    expect(runLedger([one], 4)).toEqual({ agent: 1000, actions: 2000, idle: 1000 })
    expect(coveredSeconds([one])).toBe(3)
  })

  it('is unknown if the time of one trial is', () => {
    const known = { startedAt: at(0), seconds: 1, ledger: { agent: 1000 } }
    expect(runLedger([known, { startedAt: at(0), seconds: 1 }], 2)).toBeUndefined()
    expect(runLedger([], 2)).toBeUndefined()
  })

  it('has a median for each entry; a trial without the entry counts as 0', () => {
    const ledgers: Partial<Record<LedgerEntry, number>>[] = [
      { harness: 100, agent: 5 },
      { harness: 300 },
      { harness: 200 },
    ]
    expect(medianLedger(ledgers.map((ledger) => ({ ledger })))).toEqual({ harness: 200, agent: 0 })
  })
})
