import { readFolder } from '../../../harness/lib/files/read-folder.ts'
import { MiB } from '../../../harness/lib/wording/bytes.ts'
import { readRepository } from '../../../harness/benchmarks/libraries/dataset.ts'
import type { Work, WorkFile } from '../../../harness/contracts/types.ts'

const BOUNDS = { files: 5000, bytes: 64 * MiB, except: ['__pycache__', '.pytest_cache'] }

/** A published repository as it is compared: its code, its tests, and the rest. */
export async function workOf(source: string, id: string): Promise<Required<Pick<Work, 'code' | 'tests' | 'others'>>> {
  const { folder, sources, unit, check } = readRepository(source, id)
  const under = (file: WorkFile, places: readonly (string | undefined)[]) =>
    places.some((place) => place !== undefined && (file.path === place || file.path.startsWith(`${place}/`)))
  const files: readonly WorkFile[] = await readFolder(folder, BOUNDS)
  const code = files.filter((file) => under(file, sources))
  const tests = files.filter((file) => !under(file, sources) && under(file, [unit, check]))
  return { code, tests, others: files.filter((file) => !code.includes(file) && !tests.includes(file)) }
}
