import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { sha256 } from '../../lib/files/digest.ts'
import { readFolder } from '../../lib/files/read-folder.ts'
import { scratchFolder } from '../../lib/files/scratch.ts'
import type { Finding } from './results.ts'
import type { Subject } from './subject.ts'

const LIMITS = { files: 1000, bytes: 64 * 1024 * 1024, except: [] }
const TIMEOUT = 60_000

/** Runs the script that writes the materials of a mission: it must reproduce every file byte for byte. */
export async function materialFindings({ mission, proofs }: Subject, signal: AbortSignal): Promise<Finding[]> {
  const { materialsScript: script } = proofs
  if (script === undefined || !existsSync(mission.materialsFolder)) return []
  const finding = (text: string): Finding => ({ mission: mission.id, kind: 'materials', text })
  if (!existsSync(script)) return [finding(`the script ${script}, which writes its materials, does not exist`)]
  await using scratch = await scratchFolder()
  const folder = path.join(scratch.path, 'materials')
  await mkdir(folder)
  const argv = ['--import', import.meta.resolve('tsx'), script, folder]
  const ended = await execa(process.execPath, argv, {
    reject: false,
    stdin: 'ignore',
    timeout: TIMEOUT,
    cancelSignal: signal,
  })
  if (ended.failed)
    return [finding(`${script} failed: ${ended.stderr.trim().split('\n').at(-1) ?? ended.shortMessage}`)]
  const [kept, made] = [await digests(mission.materialsFolder), await digests(folder)]
  const names = [...new Set([...kept.keys(), ...made.keys()])].toSorted()
  return names.flatMap((name) => {
    if (kept.get(name) === made.get(name)) return []
    if (!made.has(name)) return [finding(`${name} is not written by ${script}`)]
    return [
      finding(
        kept.has(name)
          ? `${name} differs from what ${script} writes`
          : `${name} is missing, although ${script} writes it`,
      ),
    ]
  })
}

async function digests(folder: string): Promise<Map<string, string>> {
  const files = await readFolder(folder, LIMITS)
  return new Map(files.map((file) => [file.path, sha256(file.content)]))
}
