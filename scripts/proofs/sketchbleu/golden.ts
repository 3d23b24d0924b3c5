/**
 * Computes the golden values of SketchBLEU with `golden.py`, for references of CodeProjectEval against variants of them:
 * `npx tsx scripts/proofs/sketchbleu/golden.ts CODEPROJECTEVAL_DIR > test/fixtures/sketchbleu/golden.json`
 */
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { repositoryIds } from '../../../harness/benchmarks/libraries/dataset.ts'
import { digestOfFiles } from '../../../harness/lib/files/digest.ts'
import type { WorkFile } from '../../../harness/contracts/types.ts'
import { workOf } from './repositories.ts'
import { variantOf } from './variant.ts'

const PYTHON = '/usr/bin/python3'
const [source = '', ...chosen] = process.argv.slice(2)
const folder = await mkdtemp(path.join(tmpdir(), 'sketchbleu-'))
const golden: Record<string, unknown> = {}
try {
  for (const id of chosen.length > 0 ? chosen : repositoryIds(source)) {
    const { code, tests, others } = await workOf(source, id)
    const [reference, candidate] = [
      [...code, ...others, ...tests],
      [...variantOf(id, code), ...tests],
    ]
    const places = [path.join(folder, id, 'reference'), path.join(folder, id, 'candidate')] as const
    await write(places[0], reference)
    await write(places[1], candidate)
    const program = path.join(import.meta.dirname, 'golden.py')
    const printed = execFileSync(PYTHON, [program, ...places], { env: { ...process.env, PYTHONHASHSEED: '0' } })
    golden[id] = { ...(JSON.parse(printed.toString()) as object), variant: digestOf(candidate) }
    process.stderr.write(`${id} ${printed.toString()}`)
  }
} finally {
  await rm(folder, { recursive: true })
}
process.stdout.write(`${JSON.stringify(golden, null, 2)}\n`)

async function write(place: string, files: readonly WorkFile[]): Promise<void> {
  for (const { path: file, content } of files) {
    await mkdir(path.dirname(path.join(place, file)), { recursive: true })
    await writeFile(path.join(place, file), content ?? '')
  }
}

function digestOf(files: readonly WorkFile[]): string {
  return digestOfFiles(files.map(({ path: file, content }) => ({ path: file, content: content ?? '' })))
}
