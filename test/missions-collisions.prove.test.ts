/**
 * Testcodes assume of their draws what no seed may break: that nobody else uses a day, that a number is in no other row, that no sum is
 * a tie. These assumptions hold under many seeds; drawing needs no browser.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { calendar } from '../harness/lib/exact/calendar.ts'
import { decimal } from '../harness/lib/exact/decimal.ts'
import { drawn, drawnBy, testcodesOf, type Drawn } from './drawing.ts'

const SEEDS = Array.from({ length: Number(process.env['PE_DRAW_SEEDS'] ?? 8) }, (_, at) => `collisions ${String(at)}`)

/** Enough for what one seed in a thousand would break. */
const MANY = 3000

type Runs = ReadonlyMap<string, Drawn>
/** A drawn value, with the testcode that draws it. */
interface Draw {
  readonly testcode: string
  readonly name: string
  readonly value: unknown
}

function drawsOf(runs: Runs, names: RegExp): Draw[] {
  return [...runs].flatMap(([testcode, { draws }]) =>
    [...draws].flatMap(([name, value]) => (names.test(name) ? [{ testcode, name, value }] : [])),
  )
}

/** The only value of a draw. */
function valueOf(runs: Runs, name: string): string {
  const values = new Set(drawsOf(runs, new RegExp(`^${name}$`)).map(({ value }) => String(value)))
  expect(values.size, name).toBe(1)
  return [...values].join()
}

const monthOf = (date: unknown): string => String(date).slice(0, 7)

/** Expects no two different draws of different testcodes to lie in the same period. */
function expectApart(uses: readonly (Draw & { readonly periods: readonly string[] })[]): void {
  const owners = new Map<string, Draw>()
  expect(uses.length).toBeGreaterThan(0)
  for (const use of uses)
    for (const period of use.periods) {
      const owner = owners.get(period) ?? use
      owners.set(period, owner)
      const isApart = owner.testcode === use.testcode || owner.name === use.name
      expect(isApart, `${period} belongs to "${owner.testcode}" and to "${use.testcode}"`).toBe(true)
    }
}

/** Describes laws about the draws of a mission under each seed. */
function laws(
  mission: string,
  state: (each: (law: (runs: Runs) => void) => void) => void,
  ids?: readonly string[],
): void {
  describe(`under many seeds, in ${mission}`, () => {
    const all: Runs[] = []
    beforeAll(async () => {
      for (const seed of SEEDS) all.push(await drawnBy(mission, seed, ids))
    }, 60_000)
    state((law) => {
      for (const runs of all) law(runs)
    })
  })
}

laws('calorie-tracker', (each) => {
  it('nothing is eaten on the days around the week of a new year, except by the testcodes about this week', () => {
    each((runs) => {
      const year = valueOf(runs, 'pick turn of the year')
      const [from, to] = [`${year}-12-24`, calendar.addDays(`${year}-12-31`, 7 * 7)]
      for (const { name, value } of drawsOf(runs, /^date /))
        // "choose-day" also uses a day 29 days later.
        for (const date of [String(value), calendar.addDays(String(value), 29)])
          expect(date < from || date > to, `${name}: ${date}`).toBe(true)
    })
  })

  it('each testcode has its own days', () => {
    each((runs) => {
      expectApart(
        drawsOf(runs, /^date /).map((draw) => {
          const last = draw.name.startsWith('date last day') ? calendar.addDays(String(draw.value), 29) : draw.value
          return { ...draw, periods: [...new Set([monthOf(draw.value), monthOf(last)])] }
        }),
      )
    })
  })

  it('until a food is refused, none has that many calories', () => {
    each((runs) => {
      const refused = Number(valueOf(runs, 'integer refused calories'))
      const listed = ['add-food', 'sort-foods', 'refuse-name'].flatMap((id) =>
        drawsOf(new Map([...runs].filter(([testcode]) => testcode === id)), /calories/),
      )
      expect(listed.length).toBeGreaterThan(6)
      // Other seeds draw other numbers, but the smallest that is refused is 601.
      expect(refused).toBeGreaterThan(600)
      for (const { name, value } of listed)
        if (name !== 'integer refused calories') expect(Number(value), name).toBeLessThan(601)
    })
  })
})

it('in calorie-tracker, no sum of a meal is a tie', async () => {
  // Without a condition, one in 1400 would be.
  for (let seed = 0; seed < MANY; seed += 1) {
    const runs = await drawnBy('calorie-tracker', `ties ${String(seed)}`, ['sum-meals'])
    const [, first, , second] = drawsOf(runs, /^integer meals \d+ of \d$/).map(({ value }) => String(value))
    const [bread, cheese] = [
      valueOf(runs, 'pick round calories'),
      valueOf(runs, String.raw`decimal exact calories \d+`),
    ]
    const hundredfold = decimal.sum([decimal.product([bread, first ?? '']), decimal.product([cheese, second ?? ''])])
    expect(Number(hundredfold) % 100, hundredfold).not.toBe(50)
  }
})

laws('budget-tracker', (each) => {
  it('each testcode has its own months', () => {
    each((runs) => {
      expectApart(
        drawsOf(runs, /^(?:date|month) /).map((draw) => {
          const day = draw.name.startsWith('month') ? `${String(draw.value)}-01` : String(draw.value)
          // The day before and the day after a chosen month are used too, and the month after a leap day must be empty.
          const near = draw.name === 'month chosen month' || draw.name === 'date leap day' ? [-1, 31] : []
          return { ...draw, periods: [0, ...near].map((days) => monthOf(calendar.addDays(day, days))) }
        }),
      )
    })
  })
})

laws(
  'calendar',
  (each) => {
    it('each testcode that adds appointments has its own years', () => {
      each((runs) => {
        expectApart(
          drawsOf(runs, /^(?:integer year after|date leap day)/)
            .map((draw) => {
              const year = Number(String(draw.value).slice(0, 4))
              return { ...draw, periods: draw.name.startsWith('date') ? [year] : [year, year + 1] }
            })
            .map((use) => ({ ...use, periods: use.periods.map(String) })),
        )
      })
    })
  },
  [
    ...['add-appointment', 'only-on-its-day', 'by-time', 'title-like-html', 'refuse-title', 'refuse-date-and-time'],
    ...['count-month', 'delete-one', 'count-after-delete', 'keep-appointments'],
  ],
)

laws('customer-relations', (each) => {
  it('the activity of a testcode that looks for its date has a date of its own', () => {
    each((runs) => {
      const date = valueOf(runs, 'date good activity')
      for (const { name, value } of drawsOf(runs, /^date /))
        if (name !== 'date good activity') expect(value, name).not.toBe(date)
    })
  })

  it('no deal and no sum of deals has the value of the deal that is refused', () => {
    each((runs) => {
      const untitled = valueOf(runs, 'amount untitled')
      const others = drawsOf(runs, /^(?:amount|decimal|integer) /).filter(({ name }) => name !== 'amount untitled')
      const sum = others.reduce((total, { value }) => total + Math.abs(Number(value)), 0)
      expect(Number(untitled)).toBeGreaterThan(sum)
    })
  })
})

laws(
  'todo',
  (each) => {
    it('the refused task is due after all others', () => {
      each((runs) => {
        const refused = valueOf(runs, 'date blank')
        for (const { name, value } of drawsOf(runs, /^date /))
          // "keep-tasks" also uses the day after a leap day.
          if (name !== 'date blank') expect(calendar.addDays(String(value), 1) < refused, name).toBe(true)
      })
    })
  },
  ['add-task', 'sort-by-date', 'delete-task', 'refuse-task', 'keep-tasks'],
)

it('in text-adventure, different draws give different commands', async () => {
  const testcodes = Object.entries(await testcodesOf('text-adventure'))
  for (const [id, testcode] of testcodes) {
    const draws = new Map<string, string>()
    for (let seed = 0; seed < 40; seed += 1) {
      const run = await drawn(testcode, 'text-adventure', `commands ${String(seed)}`)
      expect(run.ended, id).toBe(true)
      const commands = JSON.stringify(run.taken)
      const known = JSON.stringify([...run.draws])
      expect(known, id).toBe(draws.get(commands) ?? known)
      draws.set(commands, known)
    }
  }
})
