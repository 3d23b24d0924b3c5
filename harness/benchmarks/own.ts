import path from 'node:path'
import { UsageError } from '../errors.ts'
import { sha256 } from '../lib/files/digest.ts'
import { loadOwn } from '../lib/files/own-file.ts'
import type { Benchmark, Mission, OwnBenchmark } from '../contracts/types.ts'
import { checkMission } from './check-mission.ts'

/**
 * Loads a benchmark from a user's file.
 * @throws UsageError naming the file and its missing part
 */
export async function ownBenchmark(spec: string): Promise<Benchmark> {
  const own = await loadOwn(spec, {
    what: 'a benchmark',
    functions: ['ids', 'mission', 'input', 'testcodes'],
    problemOf: ({ variants }) => (isVariants(variants) ? undefined : '"variants" lists { id, title }, at least one'),
  })
  const benchmark = own.value as unknown as OwnBenchmark
  const source = own.file
  return {
    skeleton: () => Promise.resolve([]),
    canonical: ({ id }) => Promise.reject(new UsageError(`${source} has no canonical solution for mission "${id}"`)),
    ...bound(benchmark),
    source,
    async mission(id) {
      const mission = { materials: [], materialsFolder: path.dirname(source), ...(await benchmark.mission(id)) }
      return checkMission({ ...mission, digest: mission.digest ?? digestOf(own.sha256, mission) }, source)
    },
  }
}

/** A class of the user's own keeps its `this`. */
function bound(benchmark: OwnBenchmark): OwnBenchmark {
  const entries = Object.entries(benchmark as unknown as Record<string, unknown>)
  const methods = [
    'ids',
    'mission',
    'input',
    'testcodes',
    'skeleton',
    'canonical',
    'version',
    'warnings',
    'proofs',
    'scorerData',
  ]
  const all = benchmark as unknown as Record<string, unknown>
  const functions = methods.flatMap((name) => {
    const found = all[name]
    return typeof found === 'function' ? [[name, (found as (...given: unknown[]) => unknown).bind(benchmark)]] : []
  })
  return Object.fromEntries([...entries, ...functions]) as OwnBenchmark
}

function isVariants(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each: unknown) => {
      if (typeof each !== 'object' || each === null) return false
      const { id, title } = each as Readonly<Record<string, unknown>>
      return typeof id === 'string' && /^[A-Za-z0-9]+([._-][A-Za-z0-9]+)*$/.test(id) && typeof title === 'string'
    })
  )
}

/** Another file, or another mission from the same file, is another mission. */
function digestOf(file: string, mission: Omit<Mission, 'digest'>): string {
  return sha256(JSON.stringify([file, mission]))
}
