/** Runs testcodes of the built-in missions with real draws, and with pages and programs that answer nothing. */
import path from 'node:path'
import { builtInBenchmark } from '../harness/benchmarks/index.ts'
import type { Inputs } from '../harness/contracts/types.ts'
import { inputFixtures } from '../harness/testers/given/given.ts'
import { root } from './helpers.ts'
import { missionOf } from './testers/website.ts'

/** Questions to the page after which a testcode that waits for an answer is given up. */
const MOST_QUESTIONS = 300

class GivenUp extends Error {}

/** Members of pages and programs that take an input. */
const TAKING = ['fill', 'send', 'put', 'run', 'start']

/**
 * Can be called, read and iterated, and holds nothing.
 * @param taken Receives the inputs
 */
function nobody(taken: string[]): Record<string | symbol, unknown> {
  let asked = 0
  const self: unknown = new Proxy(() => undefined, {
    get: (_, key) => {
      if ((asked += 1) > MOST_QUESTIONS) throw new GivenUp()
      if (key === 'then') return undefined
      if (key === Symbol.toPrimitive) return () => '1'
      if (key === Symbol.iterator) return () => [][Symbol.iterator]()
      if (TAKING.includes(String(key)))
        return (...args: readonly unknown[]) => {
          taken.push(JSON.stringify([key, ...args]))
          return self
        }
      return self
    },
    apply: () => self,
    construct: () => self as object,
  })
  return self as Record<string | symbol, unknown>
}

export type Testcode = (fixtures: unknown) => unknown

/** Testcodes by their ids, in the order in which they are judged. */
export async function testcodesOf(mission: string): Promise<Readonly<Record<string, Testcode>>> {
  const file = path.join(root, 'missions', mission, 'testcodes.ts')
  const loaded = (await import(file)) as { default: Readonly<Record<string, Testcode>> }
  return loaded.default
}

/** Those that a run has if it names none. */
export function missions(): Promise<readonly string[]> {
  return builtInBenchmark().ids()
}

/** One run of a testcode. */
export interface Drawn {
  /** Name of a draw → drawn value. Without draws that were rejected. */
  readonly draws: ReadonlyMap<string, unknown>
  /** Name of a drawn word → its number, which does not depend on the seed. */
  readonly words: ReadonlyMap<string, number>
  /** The inputs that it typed into pages and gave to programs, in order. */
  readonly taken: readonly string[]
  /** Whether it ran to its end. */
  readonly ended: boolean
  /** The reason why a draw failed. */
  readonly failed?: string
}

/** Records all draws but those that are rejected, and never complains. */
export class Recorded implements Inputs {
  readonly words = new Map<string, number>()
  readonly draws = new Map<string, unknown>()
  #silent = 0

  claim(number: number, name: string): string {
    if (this.#silent === 0) this.words.set(name, number)
    return name
  }

  drew(name: string, value: unknown): void {
    if (this.#silent === 0) this.draws.set(name, value)
  }

  silently<T>(draw: () => T): T {
    this.#silent += 1
    try {
      return draw()
    } finally {
      this.#silent -= 1
    }
  }
}

export async function drawn(testcode: Testcode, mission: string, seed: string): Promise<Drawn> {
  const inputs = new Recorded()
  const taken: string[] = []
  const page = nobody(taken)
  const real = inputFixtures({ seed, mission: { ...missionOf({}, {}), id: mission }, inputs })
  const fixtures = new Proxy(real as unknown as Record<string | symbol, unknown>, {
    get: (known, key) => (key in known ? known[key] : page[key]),
  })
  const found = { draws: inputs.draws, words: inputs.words, taken }
  try {
    await testcode(fixtures)
    return { ...found, ended: true }
  } catch (error) {
    const text = String(error)
    return {
      ...found,
      ended: false,
      ...(text.includes('given.') ? { failed: `${mission}, seed ${seed}: ${text}` } : {}),
    }
  }
}

/** One run of each testcode of a mission, or of these testcodes. */
export async function drawnBy(
  mission: string,
  seed: string,
  ids?: readonly string[],
): Promise<ReadonlyMap<string, Drawn>> {
  const testcodes = Object.entries(await testcodesOf(mission)).filter(([id]) => ids?.includes(id) ?? true)
  const found = new Map<string, Drawn>()
  for (const [id, testcode] of testcodes) found.set(id, await drawn(testcode, mission, seed))
  return found
}
