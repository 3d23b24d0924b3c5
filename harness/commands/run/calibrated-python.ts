import { benchmarkEntry } from '../../benchmarks/index.ts'
import type { Paper } from '../../contracts/paper.ts'
import { UsageError } from '../../errors.ts'
import { findPython } from '../../lib/python/find.ts'

/**
 * Called before anything is calibrated, which takes minutes.
 * @param benchmark `name` or `name:argument`
 * @param program The value of --python
 * @throws UsageError if it is not the interpreter that calibrates: no test could be judged
 */
export async function checkCalibratedPython(
  benchmark: string,
  program: string | undefined,
  papers: readonly Paper[],
): Promise<void> {
  if (program === undefined || benchmarkEntry(benchmark, papers)?.calibrated !== true) return
  const [asked, calibrating] = await Promise.all([findPython({ program }), findPython()])
  if (asked.program === calibrating.program) return
  const name = benchmark.split(':')[0] ?? ''
  throw new UsageError(
    `the tests of ${name} are calibrated with ${calibrating.program}, and --python names ${asked.program}: set PE_PYTHON, not --python`,
  )
}
