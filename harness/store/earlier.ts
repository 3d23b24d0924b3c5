import { existsSync } from 'node:fs'
import { lstat, mkdir, readdir, rename } from 'node:fs/promises'
import path from 'node:path'

const VERDICTS = ['trial.json', 'measures.json', 'evidence']
const FROM_AGENT = [
  ...['brief.json', 'exchanges.jsonl', 'steps.jsonl', 'project.json', 'project', 'answers.json', 'fault.json'],
  ...['submissions', 'checks', 'model-calls.jsonl', 'trajectory.json', 'agent'],
]

/** The part of a trial that a retry replaces: only the verdicts, or also everything from the agent. */
export type Aside = 'verdicts' | 'everything'

/** Moves the results of a trial to `earlier/<n>/`, where they stay. */
export async function setAside(trial: string, what: Aside): Promise<void> {
  const names = what === 'verdicts' ? [...VERDICTS, ...(await judgedSubmissions(trial))] : [...VERDICTS, ...FROM_AGENT]
  const place = path.join(trial, 'earlier', String((await earlierOf(trial)).length + 1))
  await mkdir(place, { recursive: true })
  for (const name of names) {
    const file = path.join(trial, name)
    if (!existsSync(file)) continue
    await mkdir(path.dirname(path.join(place, name)), { recursive: true })
    await rename(file, path.join(place, name))
  }
}

/** The results of submissions. Their projects stay, and so do checks, because the agent has seen their results. */
async function judgedSubmissions(trial: string): Promise<string[]> {
  return (await namesIn(path.join(trial, 'submissions'))).map((number) => `submissions/${number}/judged.json`)
}

/** 1, plus the number of times that the agent was asked again on purpose. */
export async function attemptOf(trial: string): Promise<number> {
  const anew = (await earlierOf(trial)).filter((name) => existsSync(path.join(trial, 'earlier', name, 'brief.json')))
  return anew.length + 1
}

/** The number of results that retries and new grades have replaced. */
export async function earlierCount(trial: string): Promise<number> {
  return (await earlierOf(trial)).length
}

/** The numbered folders. A run may come from somebody else: a link is no result. */
async function earlierOf(trial: string): Promise<string[]> {
  const place = path.join(trial, 'earlier')
  const found = await lstat(place).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  })
  if (found?.isDirectory() !== true) return []
  const entries = await readdir(place, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory() && /^[1-9]\d*$/.test(entry.name)).map(({ name }) => name)
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  })
}
