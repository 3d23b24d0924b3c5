import { categoriesSchema } from '../../contracts/schema.ts'
import { openBenchmark, selectIds } from '../../benchmarks/index.ts'
import { UsageError, messageOf } from '../../errors.ts'
import type { Benchmark } from '../../contracts/types.ts'
import type { Finding } from './finding.ts'

/** Of each library the number of categories and tasks, and whether it has a reference. */
export async function repoCraftFindings(spec: string, missions: readonly string[]): Promise<Finding[]> {
  try {
    const benchmark = await openBenchmark(spec)
    const findings: Finding[] = []
    for (const id of await selectIds(benchmark, missions)) findings.push(await libraryFinding(id, benchmark))
    return findings
  } catch (error) {
    const remedy = 'name the folder of the libraries: --benchmark repocraft:DIR'
    return [{ what: 'Dataset', optional: false, ok: false, found: messageOf(error), remedy }]
  }
}

async function libraryFinding(id: string, benchmark: Benchmark): Promise<Finding> {
  try {
    const mission = await benchmark.mission(id)
    const { categories } = categoriesSchema.parse(await benchmark.scorerData?.(mission))
    const tasks = mission.suites.reduce((sum, { testcodes }) => sum + testcodes.length, 0)
    const counts = `${String(categories.length)} categories, ${String(tasks)} tasks`
    const reference = (await hasReference(benchmark, id)) ? 'a reference' : 'no reference'
    return { what: id, optional: true, ok: true, found: `${counts}, ${reference}` }
  } catch (error) {
    return { what: id, optional: false, ok: false, found: messageOf(error), remedy: 'correct the file' }
  }
}

async function hasReference(benchmark: Benchmark, id: string): Promise<boolean> {
  try {
    await benchmark.canonical(await benchmark.mission(id))
    return true
  } catch (error) {
    if (error instanceof UsageError) return false
    throw error
  }
}
