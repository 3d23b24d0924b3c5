import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { cacheFolder, type Environment } from '../../lib/browser/places.ts'
import { UsageError } from '../../errors.ts'
import type { Agent, Canonical, Mission } from '../../contracts/types.ts'
import { PORT } from '../baselines/plausible.ts'
import { shipped } from './program.ts'

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

/** More of a recording makes a project that is too large to be written. */
const MOST_BYTES = 12_000_000

/** Where what a solution answered is kept, for this version of the mission. */
export function recordingFile(mission: Mission, env: Environment): string {
  return path.join(
    cacheFolder(env),
    'redteam',
    `${mission.id}-${mission.digest.replace(/^\w+:/, '').slice(0, 16)}.jsonl`,
  )
}

/** The canonical solution behind a recorder, which writes to a file of this machine: for the `process` sandbox. */
export function recorderAgent({ project, answers }: Canonical, file: string): Agent {
  const { launch } = project
  const start = launch && 'start' in launch ? launch.start : ['node', 'server.js']
  const settings = { recording: file, start, port: launch && 'port' in launch ? launch.port : PORT }
  const files = [
    ...project.files,
    { path: '~recorder.cjs', content: shipped('recorder.js') },
    { path: '~recorder.json', content: JSON.stringify(settings) },
  ]
  const plan = launch && 'start' in launch ? { ...launch, start: ['node', '~recorder.cjs'] } : undefined
  return {
    name: 'recorder',
    generate: () => Promise.resolve({ files, ...(plan === undefined ? {} : { launch: plan }) }),
    answer: () => Promise.resolve(answers),
  }
}

/** Learns what a mission's solution answers, by a run with it. The old recording stays if the run fails. */
export async function learn(file: string, run: (unfinished: string) => Promise<void>): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}.part`
  try {
    await run(unfinished)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  if (!existsSync(unfinished)) throw new UsageError(`nothing was recorded for ${file}: the solution was never asked`)
  await rename(unfinished, file)
}

/** @throws UsageError if nothing was learnt yet */
export async function readRecording(file: string, mission: string): Promise<readonly Entry[]> {
  if (!existsSync(file))
    throw new UsageError(`the replayer has learnt nothing of "${mission}" yet: pe redteam --learn ${mission}`)
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  let bytes = 0
  return lines
    .map((line) => entrySchema.parse(JSON.parse(line)))
    .filter(({ content, body }) => (bytes += content.length + body.length) <= MOST_BYTES)
}
