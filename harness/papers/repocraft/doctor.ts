import { categoriesSchema } from '../../contracts/schema.ts'
import type { Doctor, DoctorRequest, Finding } from '../../contracts/paper.ts'
import { selectIds } from '../../benchmarks/index.ts'
import { UsageError, messageOf } from '../../errors.ts'
import type { Benchmark } from '../../contracts/types.ts'

/** Of each library the number of categories and tasks, and whether it has a reference. */
export const doctor: Doctor = { selects: true, check }

async function check({ open, missions, tell }: DoctorRequest): Promise<void> {
  try {
    const benchmark = await open()
    for (const id of await selectIds(benchmark, missions)) tell(await libraryFinding(id, benchmark))
  } catch (error) {
    const remedy = 'name the folder of the libraries: --benchmark repocraft:DIR'
    tell({ what: 'Dataset', optional: false, ok: false, found: messageOf(error), remedy })
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
