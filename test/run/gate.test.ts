import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Interrupted } from '../../harness/errors.ts'
import { gatesFor, judgedAtOnce } from '../../harness/run/concurrency.ts'
import { MachineGate, type Gate, type Machine } from '../../harness/run/concurrency.ts'

const GiB = 1024 ** 3
const NEVER = new AbortController().signal

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

function machineOf(state: { pressure: number; free: number }, signal: Machine['signal'] = 'psi'): Machine {
  return { signal, pressure: () => state.pressure, freeMemory: () => state.free }
}

/** Lets trials ask for entry; `inside` has the number of each one that got it, in order. */
function visitors(gate: Gate, count: number) {
  const inside: number[] = []
  const leaves: (() => void)[] = []
  for (let number = 1; number <= count; number += 1)
    void gate.enter(NEVER).then((leave) => {
      inside.push(number)
      leaves.push(leave)
    })
  return { inside, leaves }
}

describe('the gate of a machine', () => {
  it('admits the least number at once, however busy the machine is, and further trials only while it has room', async () => {
    const state = { pressure: 0.9, free: 8 * GiB }
    const { inside } = visitors(new MachineGate({ least: 2, most: 5 }, machineOf(state)), 9)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(inside).toEqual([1, 2])
    state.pressure = 0.1
    await vi.advanceTimersByTimeAsync(1000)
    expect(inside).toEqual([1, 2, 3])
    state.free = GiB / 2
    await vi.advanceTimersByTimeAsync(60_000)
    expect(inside).toEqual([1, 2, 3])
    state.free = 8 * GiB
    await vi.advanceTimersByTimeAsync(60_000)
    expect(inside).toEqual([1, 2, 3, 4, 5])
  })

  it.each<[Machine['signal'], { free: number; busy: number }]>([
    ['psi', { free: 0.7, busy: 0.8 }],
    ['run-queue', { free: 0.2, busy: 0.5 }],
    ['load', { free: 0.2, busy: 0.5 }],
  ])('has a limit for each signal: %s', async (signal, { free, busy }) => {
    const state = { pressure: busy, free: 8 * GiB }
    const { inside } = visitors(new MachineGate({ least: 1, most: 2 }, machineOf(state, signal)), 2)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(inside).toEqual([1])
    state.pressure = free
    await vi.advanceTimersByTimeAsync(1000)
    expect(inside).toEqual([1, 2])
  })

  it('lets many trials wait for one signal without a warning of Node', async () => {
    const warnings: Error[] = []
    const listener = (warning: Error) => void warnings.push(warning)
    process.on('warning', listener)
    const stop = new AbortController()
    const gate = new MachineGate({ least: 1, most: 1 }, machineOf({ pressure: 0, free: 8 * GiB }))
    const ends = Array.from({ length: 30 }, () =>
      gate.enter(stop.signal).then(
        () => 'entered',
        () => 'stopped',
      ),
    )
    await new Promise((resolve) => setImmediate(resolve))
    stop.abort()
    expect((await Promise.all(ends)).filter((end) => end === 'stopped')).toHaveLength(29)
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', listener)
    expect(warnings).toEqual([])
  })

  it('keeps memory for trials that have no browser yet', async () => {
    const { inside } = visitors(new MachineGate({ least: 1, most: 9 }, machineOf({ pressure: 0, free: 3 * GiB })), 9)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(inside).toEqual([1, 2, 3])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(inside.length).toBeGreaterThan(3)
  })

  it('admits one trial at a time, so that the load of each is seen before the next', async () => {
    const { inside } = visitors(new MachineGate({ least: 1, most: 9 }, machineOf({ pressure: 0, free: 8 * GiB })), 9)
    await vi.advanceTimersByTimeAsync(1400)
    expect(inside).toEqual([1])
    await vi.advanceTimersByTimeAsync(400)
    expect(inside).toEqual([1, 2])
  })

  it('admits the next trial when one has left, and counts a trial that leaves twice once', async () => {
    const gate = new MachineGate({ least: 1, most: 1 }, machineOf({ pressure: 0, free: 8 * GiB }))
    const { inside, leaves } = visitors(gate, 3)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(inside).toEqual([1])
    leaves[0]?.()
    leaves[0]?.()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(inside).toEqual([1, 2])
    expect(gate.most).toBe(1)
  })

  it('lets go of trials that are stopped while they wait', async () => {
    const gate = new MachineGate({ least: 1, most: 1 }, machineOf({ pressure: 0, free: 8 * GiB }))
    const { leaves } = visitors(gate, 1)
    const stop = new AbortController()
    const stopped = gate.enter(stop.signal)
    const patient = visitors(gate, 1)
    stop.abort()
    await expect(stopped).rejects.toThrow(Interrupted)
    await expect(gate.enter(stop.signal)).rejects.toThrow(Interrupted)
    leaves[0]?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(patient.inside).toEqual([1])
  })

  it('never admits more than the most, and in the end everyone, whatever the machine does', async () => {
    const moods = fc.array(fc.record({ pressure: fc.double({ min: 0, max: 1, noNaN: true }), free: fc.nat(4 * GiB) }), {
      minLength: 1,
      maxLength: 30,
    })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.nat(6), moods, async (least, more, states) => {
        const state = { pressure: 0, free: 0 }
        const gate = new MachineGate({ least, most: least + more }, machineOf(state))
        const { inside, leaves } = visitors(gate, 15)
        let left = 0
        for (let turn = 0; inside.length < 15; turn += 1) {
          Object.assign(state, states[turn % states.length])
          await vi.advanceTimersByTimeAsync(1000)
          expect(inside.length - left).toBeLessThanOrEqual(least + more)
          expect(inside.length - left).toBeGreaterThanOrEqual(Math.min(least, 15 - left))
          leaves[left]?.()
          left += 1
          await vi.advanceTimersByTimeAsync(0)
        }
        expect(inside).toEqual(Array.from({ length: 15 }, (_, index) => index + 1))
      }),
      { numRuns: 30 },
    )
  })
})

describe('the gates of a run', () => {
  it('are one with a fixed number, if there is one', async () => {
    const { begin, judge, used } = gatesFor(3)
    const { inside } = visitors(begin, 5)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(inside).toEqual([1, 2, 3])
    expect(judge).toBeUndefined()
    expect(used()).toMatchObject({ asked: 3, most: 3 })
  })

  it.each([
    [2, 4, { least: 2, most: 4 }],
    [8, 4, { least: 4, most: 6 }],
    [4, 1, { least: 1, most: 1 }],
    [4, 0.5, { least: 1, most: 1 }],
  ])('let hostile pages fill no more than the heap: %i processors, %d GiB', (cores, heap, limits) => {
    expect(judgedAtOnce(cores, heap * GiB)).toEqual(limits)
  })

  it('say how the machine was measured', () => {
    const { judge, used } = gatesFor('auto')
    expect(judge).toBeDefined()
    expect(used()).toMatchObject({
      asked: 'auto',
      most: 0,
      judged: 0,
      signal: expect.stringMatching(/psi|run-queue|load/) as string,
    })
  })
})
