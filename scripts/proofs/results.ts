/** Results of the parts of `npm run prove`, as files. */
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import * as z from 'zod'
import { writeAtomically } from '../../harness/lib/files/write.ts'
import { processors } from '../../harness/lib/processes/machine.ts'

export const SCHEMA_VERSION = 1

const resultSchema = z.strictObject({
  schemaVersion: z.literal(SCHEMA_VERSION),
  part: z.string(),
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  began: z.iso.datetime(),
  seconds: z.number().nonnegative(),
  machine: z.string(),
  /** Sentences with what was measured; the first one sums up the part. */
  figures: z.array(z.string()).readonly(),
  /** Findings; empty if everything held. */
  problems: z.array(z.string()).readonly(),
})
export type Result = z.infer<typeof resultSchema>

/** @returns the path of the file */
export async function writeResult(folder: string, result: Result): Promise<string> {
  const file = path.join(folder, result.commit, `${result.part}.json`)
  await writeAtomically(file, `${JSON.stringify(resultSchema.parse(result), null, 2)}\n`)
  return file
}

/** The results of a commit, by the names of their parts. */
export async function readResults(folder: string, commit: string): Promise<Map<string, Result>> {
  const place = path.join(folder, commit)
  const names = existsSync(place) ? await readdir(place) : []
  const results = new Map<string, Result>()
  for (const name of names.filter((each) => each.endsWith('.json') && !each.startsWith('.'))) {
    const result = resultSchema.parse(JSON.parse(await readFile(path.join(place, name), 'utf8')))
    if (result.commit !== commit || `${result.part}.json` !== name)
      throw new Error(`${path.join(place, name)} is the result of ${result.part} at ${result.commit}`)
    results.set(result.part, result)
  }
  return results
}

/**
 * The whole name of a commit, of which `revision` may be a part, a tag or a branch.
 * @throws Error for a name that git does not know
 */
export async function commitOf(root: string, revision = 'HEAD'): Promise<string> {
  const argv = ['rev-parse', '--quiet', '--verify', `${revision}^{commit}`]
  const { stdout, exitCode } = await execa('git', argv, { cwd: root, reject: false })
  if (exitCode !== 0) throw new Error(`git knows no commit "${revision}"`)
  return stdout.trim()
}

/** Files that differ from the commit, and those that git neither knows nor ignores. */
export async function changedFiles(root: string): Promise<string[]> {
  const { stdout } = await execa('git', ['status', '--porcelain'], { cwd: root })
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.slice(3)]))
}

export function machine(): string {
  const model = os.cpus()[0]?.model.trim() ?? os.arch()
  const memory = `${(os.totalmem() / 2 ** 30).toFixed(0)} GiB`
  return `${String(processors())} processors (${model}), ${memory}, ${os.type()} ${os.release()}, Node ${process.versions.node}`
}
