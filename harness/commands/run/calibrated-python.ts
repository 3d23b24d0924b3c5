import { UsageError } from '../../errors.ts'
import { findPython } from '../../lib/python/find.ts'

/** Benchmarks whose tests are calibrated on a reference before they judge. */
const CALIBRATED = new Set(['codeprojecteval', 'devbench', 'repocraft'])

/**
 * Called before anything is calibrated, which takes minutes.
 * @param benchmark `name` or `name:argument`
 * @param program The value of --python
 * @throws UsageError if it is not the interpreter that calibrates: no test could be judged
 */
export async function checkCalibratedPython(benchmark: string, program: string | undefined): Promise<void> {
  const name = benchmark.split(':')[0] ?? ''
  if (program === undefined || !CALIBRATED.has(name)) return
  const [asked, calibrating] = await Promise.all([findPython({ program }), findPython()])
  if (asked.program === calibrating.program) return
  throw new UsageError(
    `the tests of ${name} are calibrated with ${calibrating.program}, and --python names ${asked.program}: set PE_PYTHON, not --python`,
  )
}
