import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { cacheFolder } from '../../lib/files/caches.ts'
import type { Environment } from '../../lib/processes/environment.ts'
import { UsageError } from '../../errors.ts'
import type { Agent, Canonical, Mission } from '../../contracts/types.ts'
import { PORT } from '../baselines/plausible.ts'
import { solutionAgent } from '../stand-ins.ts'
import { readProgramFile } from './program.ts'

const entrySchema = z.object({
  method: z.string(),
  url: z.string(),
  type: z.string(),
  body: z.string(),
  status: z.number(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  /** Base64. */
  content: z.string(),
})
type Entry = z.infer<typeof entrySchema>

/** Bytes of the entries that are used; with more, the project would exceed its size limit. */
const MOST_BYTES = 12_000_000

/** The file with the recorded responses of a mission's solution, for this version of the mission. */
export function recordingFile(mission: Mission, env: Environment): string {
  return path.join(
    cacheFolder('redteam', env),
    `${mission.id}-${mission.digest.replace(/^\w+:/, '').slice(0, 16)}.jsonl`,
  )
}

/** The canonical solution behind a recorder. Needs the `process` sandbox, because it writes to a file outside its project. */
export function recorderAgent({ project, answers }: Canonical, file: string): Agent {
  const { launch } = project
  const start = launch && 'start' in launch ? launch.start : ['node', 'server.js']
  const settings = { recording: file, start, port: launch && 'port' in launch ? launch.port : PORT }
  const files = [
    ...project.files,
    { path: '~recorder.cjs', content: readProgramFile('recorder.js') },
    { path: '~recorder.json', content: JSON.stringify(settings) },
  ]
  const plan = launch && 'start' in launch ? { ...launch, start: ['node', '~recorder.cjs'] } : undefined
  return solutionAgent('recorder', { project: { files, ...(plan === undefined ? {} : { launch: plan }) }, answers })
}

/** Records the responses of a mission's solution during a run. If the run fails, the old recording stays. */
export async function learn(file: string, run: (unfinished: string) => Promise<void>): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}.part`
  try {
    await run(unfinished)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  if (!existsSync(unfinished))
    throw new UsageError(`nothing was recorded for ${file}: the solution received no requests`)
  await rename(unfinished, file)
}

/** @throws UsageError if there is no recording yet */
export async function readRecording(file: string, mission: string): Promise<readonly Entry[]> {
  if (!existsSync(file))
    throw new UsageError(`the replayer has no recording of "${mission}" yet; make one: pe redteam --learn ${mission}`)
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  let bytes = 0
  return lines
    .filter((line) => (bytes += Buffer.byteLength(line)) <= MOST_BYTES)
    .map((line) => entrySchema.parse(JSON.parse(line)))
}
