/**
 * Makes a virtual environment for each repository of CodeProjectEval or DevBench, from its requirements. `pe` finds them in the
 * cache. Says what each of them lacks; tests that need it are excluded.
 */
import { readRepository, repositoryIds } from '../harness/benchmarks/libraries/dataset.ts'
import { HarnessFault, messageOf } from '../harness/errors.ts'
import { findPython } from '../harness/lib/python/find.ts'
import { buildEnvironment } from '../harness/trial/environments/build.ts'

/**
 * Stops at the first fault of the machine, which all others would have, too.
 * @returns Whether all environments were made
 */
export async function makeEnvironments(folder: string, say: (line: string) => void): Promise<boolean> {
  const python = await findPython()
  for (const id of repositoryIds(folder)) {
    try {
      const { record } = await buildEnvironment(readRepository(folder, id).needs, python)
      say(`${id}: ${String(record.installed.length)} packages (${record.tool})`)
      for (const { requirement, reason } of record.missing) say(`  it lacks ${requirement}: ${reason}`)
    } catch (error) {
      if (!(error instanceof HarnessFault)) throw error
      say(`${id}: ${messageOf(error)}`)
      return false
    }
  }
  return true
}

if (process.argv[1] === import.meta.filename) {
  const made = await makeEnvironments(process.argv[2] ?? '', (line) => process.stderr.write(`${line}\n`))
  if (!made) process.exitCode = 1
}
