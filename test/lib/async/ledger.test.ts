import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LEDGER_ENTRIES } from '../../../harness/contracts/vocabulary.ts'
import { Ledger, currentLedger, spend, withLedger } from '../../../harness/lib/async/ledger.ts'

const sum = (spent: object): number => Object.values(spent as Record<string, number>).reduce((a, b) => a + b, 0)

const step = fc.oneof(
  fc.record({ wait: fc.integer({ min: 0, max: 1000 }) }),
  fc.record({ open: fc.constantFrom(...LEDGER_ENTRIES) }),
  fc.record({ close: fc.nat(20) }),
)

describe('Ledger', () => {
  it('adds up to the time since it was opened, in whatever order entries are opened and closed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let now = 0
        const ledger = new Ledger(() => now)
        const closers: (() => void)[] = []
        for (const each of steps) {
          if ('wait' in each) now += each.wait
          else if ('open' in each) closers.push(ledger.open(each.open))
          else closers[each.close]?.()
        }
        expect(sum(ledger.spent())).toBeCloseTo(now, 5)
      }),
    )
  })

  it('enters a moment under the entry that was opened last and is still open', () => {
    let now = 0
    const ledger = new Ledger(() => now)
    now = 1
    const agent = ledger.open('agent')
    now = 3
    const boot = ledger.open('boot')
    now = 7
    agent()
    now = 15
    boot()
    boot()
    now = 31
    expect(ledger.spent()).toEqual({ harness: 1 + 16, agent: 2, boot: 4 + 8 })
  })

  it('is found by everything that a trial calls, and closes entries of what throws', async () => {
    let now = 0
    const ledger = new Ledger(() => now)
    const failing = withLedger(ledger, () =>
      spend('install', async () => {
        await Promise.resolve()
        expect(currentLedger()).toBe(ledger)
        now = 5
        throw new Error('broken')
      }),
    )
    await expect(failing).rejects.toThrow('broken')
    now = 8
    expect(ledger.spent()).toEqual({ harness: 3, install: 5 })
    expect(currentLedger()).toBeUndefined()
  })
})
