/** The decisions of `steadily` on a scripted page, look by look. */
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ExpectationNotMet } from '../../../harness/errors.ts'
import type { EarlyWatch } from '../../../harness/testers/playwright/expectations/early-watch.ts'
import { waitUntilStill } from '../../../harness/testers/playwright/expectations/reading.ts'
import { steadily, type Glance } from '../../../harness/testers/playwright/expectations/steady.ts'
import type { PageState } from '../../../harness/testers/playwright/stillness/page-state.ts'
import { Habits } from '../../../harness/testers/playwright/stillness/stillness.ts'

const REST: PageState = {
  version: 'a',
  live: [],
  next: -1,
  last: -1,
  idle: false,
  quiet: 60_000,
  calms: [],
  resting: 60_000,
  background: [],
  moves: 0,
  untouched: 60_000,
}

/** A page whose text and state are a function of the milliseconds since its start. */
function scripted(at: (elapsed: number) => { text?: string; state?: Partial<PageState> }) {
  const began = performance.now()
  const looks: number[] = []
  const now = () => at(performance.now() - began)
  const state = () => {
    const { text = '', state: other = {} } = now()
    return { ...REST, version: text, resting: other.quiet ?? REST.resting, ...other }
  }
  return {
    looks,
    watched: {
      last: undefined,
      habits: new Habits(),
      inputs: () => 0,
      state: () => Promise.resolve(state()),
      noteOtherLook: () => false,
      revised: (given: PageState) => given,
    },
    showing: (wanted: string) => ({
      glance(): Promise<Glance> {
        looks.push(performance.now() - began)
        const { text = '' } = now()
        const problem = text === wanted ? undefined : new ExpectationNotMet(`it shows "${text}"`)
        return Promise.resolve({ problem, text })
      },
    }),
  }
}
async function tried(page: ReturnType<typeof scripted>, wanted: string, patience = 2500, full?: EarlyWatch) {
  const began = performance.now()
  const problem = await steadily(page.showing(wanted), page.watched, { patience, full }).then(
    () => '',
    (error: unknown) => String(error),
  )
  return { problem, took: performance.now() - began }
}
const LIVE = { live: ['a repeating timer'], quiet: 0 }

/** A page that is asked for its state after its text, as if the two were one question, and counts up in between. */
function countingUp(last: number) {
  let shown = 0
  let changedAt = performance.now()
  const causes: (readonly string[])[] = []
  const state = (): PageState => {
    const quiet = performance.now() - changedAt
    const live = shown >= last ? [] : ['a repeating timer']
    return { ...REST, version: String(shown), live, quiet, resting: quiet }
  }
  const watched = {
    last: undefined as PageState | undefined,
    habits: new Habits(),
    inputs: () => 0,
    state: () => {
      if (shown < last) {
        shown += 1
        changedAt = performance.now()
      }
      watched.last = state()
      return Promise.resolve(watched.last)
    },
    noteOtherLook: (since: { readonly state: PageState }) => {
      causes.push(since.state.live)
      return false
    },
    revised: (given: PageState) => given,
  }
  const glance = (): Promise<Glance> => {
    const text = String(shown)
    return Promise.resolve({ problem: shown === last ? undefined : new ExpectationNotMet(text), text })
  }
  return { watched, glance, causes }
}

describe.concurrent('a text and the state that was read after it', () => {
  it('are not mixed, so the last change of a page that comes to rest has its cause', async () => {
    const page = countingUp(4)
    await steadily(page, page.watched, { patience: 2500 })
    expect(page.causes).toHaveLength(4)
    for (const live of page.causes) expect(live).not.toEqual([])
  })
})

describe.concurrent('steadily', () => {
  it('believes the first look at a page at rest', async () => {
    const page = scripted(() => ({ text: 'right' }))
    expect((await tried(page, 'right')).problem).toBe('')
    expect(page.looks).toHaveLength(1)
  })

  it('does not give up at a look that waited for a long task of the page: a timer may have waited, too', async () => {
    // The first look after 0.2 s waits for the task. The timer that it delayed changes the page right after that look.
    let hasWaited = false
    const began = performance.now()
    const state = async () => {
      const version = hasWaited ? 'after' : 'before'
      if (!hasWaited && performance.now() - began > 200) {
        await delay(1200)
        hasWaited = true
      }
      return { ...REST, version, resting: performance.now() - began }
    }
    const watched = {
      last: undefined,
      habits: new Habits(),
      inputs: () => 0,
      state,
      noteOtherLook: () => false,
      revised: (given: PageState) => given,
    }
    const glance = (): Promise<Glance> =>
      Promise.resolve({
        problem: hasWaited ? undefined : new ExpectationNotMet('too early'),
        text: String(hasWaited),
      })
    await steadily({ glance }, watched, { patience: 5000 })
    expect(hasWaited).toBe(true)
  })

  it('gives up early on a page at rest, unless it has to use its full patience', async () => {
    const heard: string[] = []
    const early = await tried(
      scripted(() => ({ text: 'wrong' })),
      'right',
      120_000,
    )
    expect(early.problem).toContain('it shows "wrong"')
    expect(early.took).toBeLessThan(60_000)
    const late = await tried(
      scripted(() => ({ text: 'wrong' })),
      'right',
      1400,
      {
        waits: ({ message }) => heard.push(`waits: ${message}`),
        holds: () => heard.push('holds'),
        fails: (error) => heard.push(`fails: ${String(error)}`),
      },
    )
    expect(late.took).toBeGreaterThanOrEqual(1400)
    expect(heard).toEqual(['waits: it shows "wrong"', `fails: ${late.problem}`])
  })

  it('reports with full patience that failing early would have been wrong', async () => {
    const heard: string[] = []
    const { problem } = await tried(
      scripted((elapsed) => ({ text: elapsed < 1500 ? 'wrong' : 'right' })),
      'right',
      4000,
      {
        waits: ({ message }) => heard.push(`waits: ${message}`),
        holds: ({ message }, after) => heard.push(`${message} until ${String(Math.floor(after / 1000))} s`),
        fails: () => heard.push('fails'),
      },
    )
    expect({ problem, heard }).toEqual({
      problem: '',
      heard: ['waits: it shows "wrong"', 'it shows "wrong" until 1 s'],
    })
  })

  it('waits for a second after the last input or answer, however long ago the last change is', async () => {
    const { problem, took } = await tried(
      scripted((elapsed) => ({ text: elapsed < 700 ? 'wrong' : 'right', state: { resting: elapsed } })),
      'right',
    )
    expect(problem).toBe('')
    expect(took).toBeGreaterThanOrEqual(700)
  })

  it('waits for a late change that is due', async () => {
    const page = scripted((elapsed) =>
      elapsed < 1800
        ? { text: 'Loading…', state: { live: ['an open request'] } }
        : { text: 'right', state: { quiet: elapsed - 1800 } },
    )
    expect((await tried(page, 'right')).problem).toBe('')
  })

  it('looks for a second at a page that never rests', async () => {
    const { problem, took } = await tried(
      scripted(() => ({ text: 'right', state: LIVE })),
      'right',
    )
    expect(problem).toBe('')
    expect(took).toBeGreaterThanOrEqual(1000)
  })

  it('reports a page that goes through several texts', async () => {
    const page = scripted((elapsed) => ({
      text: ['a', 'b', 'c', 'right'][Math.min(3, Math.floor(elapsed / 600))] ?? '',
      state: elapsed < 1800 ? LIVE : { quiet: elapsed - 1800 },
    }))
    expect((await tried(page, 'right', 5000)).problem).toMatch(
      /different texts in one place within \d\.\d s without any input/,
    )
  })

  it('reports a text that comes and goes', async () => {
    const page = scripted((elapsed) => ({ text: Math.floor(elapsed / 330) % 2 ? 'right' : '', state: LIVE }))
    expect((await tried(page, 'right')).problem).toContain('held only for moments')
  })

  it('counts a growing text as one text', async () => {
    const page = scripted((elapsed) => ({
      text: 'right'.slice(0, 1 + elapsed / 150),
      state: elapsed < 700 ? LIVE : { quiet: elapsed - 600 },
    }))
    expect((await tried(page, 'right')).problem).toBe('')
  })

  it('does not accept a text that stays for less time than the texts before it', async () => {
    const page = scripted((elapsed) => ({
      text: elapsed < 1200 ? 'wrong' : elapsed < 2600 ? 'right' : 'wrong again',
      state: LIVE,
    }))
    expect((await tried(page, 'right')).problem).not.toBe('')
  })
})

describe('settled', () => {
  const PULSE = { background: ['an animation of a text'] }
  /** How often the state of a page is asked for until it is settled. */
  const asksUntil = async (states: readonly Partial<PageState>[]) => {
    let asks = 0
    const state = () => Promise.resolve({ ...REST, ...states[Math.min((asks += 1), states.length) - 1] })
    await waitUntilStill({ state }, 60_000)
    return asks
  }

  it('ends beside something that never ends, a second after the last change and input', async () => {
    const changed = { ...PULSE, quiet: 300 }
    const clicked = { ...PULSE, untouched: 300 }
    expect(await asksUntil([changed, clicked, PULSE, {}])).toBe(3)
  })

  it('waits for what is due and for what may change the page at any time', async () => {
    expect(await asksUntil([{ ...PULSE, next: 100 }, { live: ['a navigation'] }, {}])).toBe(3)
  })
})
