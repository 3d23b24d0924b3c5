import { describe, expect, it } from 'vitest'
import { duration, frameOf } from '../../harness/reporters/live/frame.ts'
import { RunProgress } from '../../harness/reporters/live/progress.ts'
import { Screen } from '../../harness/reporters/live/screen.ts'
import type { TrialKey, TrialRecord } from '../../harness/contracts/schema.ts'
import { keyOf, recordOf, runOf, verdictOf } from '../helpers.ts'
import { Sink } from './events.ts'
import { VirtualScreen } from './virtual-screen.ts'

const ROOM = { columns: 80, rows: 24 }
const SECOND = 1000

function progressOf(keys: readonly TrialKey[], begun: readonly TrialKey[] = keys): RunProgress {
  const progress = new RunProgress()
  progress.on({ type: 'run-begin', run: runOf(keys), folder: '/r', pending: keys.length }, 0)
  for (const trial of begun) progress.on({ type: 'trial-begin', trial }, 2 * SECOND)
  return progress
}

const keys = (count: number, changes: Partial<TrialKey> = {}) =>
  Array.from({ length: count }, (_, index) => keyOf({ sample: index + 1, ...changes }))

describe('the display of a run', () => {
  it('shows trials in flight with their stage, verdicts by status, and the progress', () => {
    const [first = keyOf(), second = keyOf(), third = keyOf(), fourth = keyOf()] = keys(4)
    const progress = progressOf([first, second, third, fourth], [first, second])
    progress.on({ type: 'stage', trial: first, stage: 'judge' }, 3 * SECOND)
    progress.on({ type: 'stage', trial: second, stage: 'launch' }, 3 * SECOND)
    for (const verdict of [verdictOf('runnable', 'passed'), verdictOf('shows', 'timeout')])
      progress.on({ type: 'verdict', trial: first, verdict }, 4 * SECOND)
    expect(frameOf(progress, 14 * SECOND, ROOM)).toEqual([
      '░░░░░░░░░░░░░░░░░░░░ 0/4 trials  14 s',
      '1 passed  1 timeout',
      '  fixture  canonical L1 direct #1  judged 2 of 4  12 s',
      '  fixture  canonical L1 direct #2  launch         12 s',
    ])
    progress.on({ type: 'trial-end', trial: first, record: recordOf(first, ['passed', 'timeout']) }, 20 * SECOND)
    expect(frameOf(progress, 20 * SECOND, ROOM)).toEqual([
      '█████░░░░░░░░░░░░░░░ 1/4 trials  20 s  about 1 min 0 s left',
      '1 passed  1 timeout',
      '  fixture  canonical L1 direct #2  launch  18 s',
    ])
  })

  it('shows how many tests of a suite have ended, until there are verdicts', () => {
    const [first = keyOf()] = keys(1)
    const progress = progressOf([first])
    progress.on({ type: 'stage', trial: first, stage: 'judge', detail: '120 of 354 tests' }, SECOND)
    expect(frameOf(progress, SECOND, ROOM).at(-1)).toMatch(/ judge 120 of 354 tests /)
    progress.on({ type: 'verdict', trial: first, verdict: verdictOf('runnable', 'passed') }, 2 * SECOND)
    expect(frameOf(progress, SECOND, ROOM).at(-1)).toMatch(/ judged 1 of 4 /)
  })

  it('counts the verdicts of a project that never ran, which only its record contains', () => {
    const [first = keyOf()] = keys(1)
    const progress = progressOf([first])
    progress.on({ type: 'trial-end', trial: first, record: recordOf(first, ['not-run', 'not-run', 'not-run']) }, SECOND)
    expect(frameOf(progress, SECOND, ROOM)).toEqual(['████████████████████ 1/1 trials  1 s', '3 not-run'])
  })

  it('adds up the costs of agents, and says how many are unknown', () => {
    const all = keys(3)
    const progress = progressOf(all)
    for (const [index, trial] of all.entries()) {
      const use = { agent: { paid: [0.25, null, 1.5][index] } } as unknown as Partial<TrialRecord>
      progress.on({ type: 'trial-end', trial, record: recordOf(trial, ['passed'], use) }, SECOND)
      const shown = ['$0.2500', '$0.2500 + 1 unknown', '$1.75 + 1 unknown'][index] ?? ''
      expect(frameOf(progress, SECOND, ROOM)[0]?.endsWith(shown)).toBe(true)
    }
    const free = progressOf(all)
    free.on({ type: 'trial-end', trial: all[0] ?? keyOf(), record: recordOf(all[0] ?? keyOf(), ['passed']) }, SECOND)
    expect(frameOf(free, SECOND, ROOM)[0]).not.toContain('$')
  })

  it('never has more lines or columns than the terminal', () => {
    const many = keys(40, { agent: `\u{1f600}\u001b[2J${'x'.repeat(300)}` })
    for (const room of [ROOM, { columns: 20, rows: 6 }, { columns: 5, rows: 1 }]) {
      const frame = frameOf(progressOf(many), SECOND, room)
      expect(frame.length).toBeLessThanOrEqual(Math.max(room.rows - 1, 2))
      for (const line of frame) expect(line.length).toBeLessThan(room.columns)
      expect(frame.join('')).not.toContain('\u001b')
    }
    expect(frameOf(progressOf(many), SECOND, ROOM).at(-1)).toBe('  … and 25 more')
  })

  it('shortens long names in their middle, so that the sample, the stage and the seconds stay', () => {
    const [key = keyOf()] = keys(1, {
      mission: 'plane-battle-with-a-long-name',
      agent: `${'a'.repeat(30)}/${'b'.repeat(30)}`,
    })
    const progress = progressOf([key])
    progress.on({ type: 'stage', trial: key, stage: 'judge', detail: '120 of 354 tests' }, 3 * SECOND)
    const line = frameOf(progress, 14 * SECOND, ROOM).at(-1) ?? ''
    expect(line).toMatch(/^ {2}plane-\S*…\S*name {2}a+…\S* direct #1 {2}judge 120 of 354 tests {2}12 s$/)
    expect(line.length).toBeLessThan(ROOM.columns)
    const other = frameOf(progressOf(keys(1, { agent: 'x'.repeat(90) })), 14 * SECOND, ROOM).at(-1)
    expect(other).toMatch(/^ {2}fixture {2}x+…x* L1 direct #1 {2}begin {2}12 s$/)
  })

  it('formats durations for people', () => {
    expect([0, 999, 59_400, 60_000, 3_599_000, 7_500_000].map(duration)).toEqual([
      '0 s',
      '1 s',
      '59 s',
      '1 min 0 s',
      '59 min 59 s',
      '2 h 5 min',
    ])
  })
})

describe('the screen', () => {
  const seen = (stream: Sink, columns = 80) => {
    const screen = new VirtualScreen(columns)
    screen.write(stream.text())
    return screen.lines
  }

  it('replaces its previous drawing, and prints above it', () => {
    const stream = new Sink(true)
    const screen = new Screen(stream)
    screen.draw(['a', 'b', 'c'])
    screen.draw(['d', 'e'])
    expect(seen(stream)).toEqual(['d', 'e'])
    screen.print('first')
    screen.print('second')
    expect(seen(stream)).toEqual(['first', 'second', 'd', 'e'])
    screen.draw(['f'])
    screen.draw([])
    screen.draw([])
    screen.print('last')
    expect(seen(stream)).toEqual(['first', 'second', 'last'])
  })

  it('leaves room below for other output', () => {
    const stream = new Sink(true)
    const screen = new Screen(stream)
    screen.draw(['a'])
    stream.write('pe: a fault\n')
    expect(seen(stream)).toEqual(['a', 'pe: a fault'])
  })

  it('does not wrap lines with wide characters', () => {
    const stream = new Sink(true)
    const screen = new Screen(stream)
    screen.draw(['x'.repeat(30), 'y'])
    screen.draw(['x'.repeat(30), 'z'])
    expect(seen(stream, 10)).toEqual(['xxxxxxxxxx', 'z'])
  })

  it('writes only the permanent lines if there is no terminal', () => {
    const stream = new Sink(false)
    const screen = new Screen(stream)
    screen.draw(['a'])
    screen.print('first')
    screen.draw([])
    expect(stream.text()).toBe('first\n')
  })
})
