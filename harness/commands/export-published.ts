/** Writes the results of a run in the form in which the authors of its benchmark published theirs. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { benchmarkEntry, benchmarksWith } from '../benchmarks/index.ts'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import type { Paper } from '../contracts/paper.ts'
import type { ExportPart, ExportedTrial } from '../contracts/published.ts'
import type { Commits, RunRecord, TrialKey } from '../contracts/schema.ts'
import type { ProjectFile } from '../contracts/types.ts'
import { HarnessFault, UsageError, messageOf } from '../errors.ts'
import { pluralise } from '../lib/wording/count.ts'
import { readRun, readTrials, trialFolder } from '../store/read.ts'
import { runFiles } from '../store/report-files.ts'
import { TrialStore } from '../store/store.ts'
import { materialise } from '../trial/workspace.ts'
import { say } from './print.ts'

/** @throws UsageError if the benchmark has no such form, or if the folder is missing or is not empty */
export async function exportPublished(
  run: string,
  to: string | undefined,
  papers: readonly Paper[],
): Promise<ExitCode> {
  const record = await readRun(run)
  const { name } = record.benchmark
  const make = await benchmarkEntry(name, papers)?.export?.()
  if (!make)
    throw new UsageError(
      `there is no published form of results of "${name}"; there are some of ${benchmarksWith('export', papers).join(', ')}`,
    )
  if (to === undefined) throw new UsageError('--to names the folder for the published form')
  const folder = path.resolve(to)
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0) throw new UsageError(`${folder} is not empty: name a new folder with --to`)
  const trials = await exportedTrials(run, record)
  for (const part of make(trials)) await writePart(folder, part)
  say(`wrote ${pluralise(trials.length, 'trial')} to ${folder}, as ${name} published its results`)
  return EXIT.done
}

async function exportedTrials(run: string, record: RunRecord): Promise<ExportedTrial[]> {
  const exported: ExportedTrial[] = []
  for (const trial of await readTrials(run, record)) {
    const key: TrialKey = trial.trial
    const [project, answers] = [await runFiles.readProject(run, key), await runFiles.readAnswers(run, key)]
    const kept = await new TrialStore(trialFolder(run, key)).readProjectRecord()
    exported.push({ run: record, record: trial, project, answers, commits: kept?.artefacts?.commits })
  }
  return exported
}

async function writePart(folder: string, part: ExportPart): Promise<void> {
  if ('repository' in part) return writeRepository(path.join(folder, part.repository), part.files, part.commits)
  const file = path.join(folder, part.path)
  await mkdir(path.dirname(file), { recursive: true })
  const { content } = part
  await writeFile(file, typeof content === 'string' ? content : content(folder), { flag: 'wx' })
}

/** No settings of this machine, and no programs that they name. */
const GIT_ENVIRONMENT = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
const GIT_SETTINGS = ['-c', 'user.name=agent', '-c', 'user.email=agent@localhost', '-c', 'core.hooksPath=/dev/null']

/** Commits that are made without their message: a tool can make millions, and each takes a process here. The review has the number. */
const MOST_UNKNOWN = 1000

/** In seconds: in words git takes no year after 2099. */
function gitDate(at: string): string {
  return `@${String(Math.floor(Date.parse(at) / 1000))} +0000`
}

/** A repository with the recorded commits, of which the newest has all files: what the others had was not kept. */
async function writeRepository(
  folder: string,
  files: readonly ProjectFile[],
  commits: Commits = { count: 1, newest: [] },
): Promise<void> {
  await mkdir(folder, { recursive: true })
  // Git would take a folder of this name for its own, with programs that it names.
  await materialise({ files: files.filter(({ path: place }) => !/(^|\/)\.git(\/|$)/i.test(place)) }, folder)
  const git = async (date: string | undefined, ...args: readonly string[]) => {
    const dates = date === undefined ? {} : { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
    await execa('git', [...GIT_SETTINGS, ...args], { cwd: folder, env: { ...GIT_ENVIRONMENT, ...dates } })
  }
  try {
    await git(undefined, 'init', '--quiet', '--template=')
    const unknown = Math.min(MOST_UNKNOWN, Math.max(0, commits.count - commits.newest.length))
    const all = [...Array.from({ length: unknown }, () => undefined), ...commits.newest.toReversed()]
    for (const [index, commit] of all.entries()) {
      if (index === all.length - 1) await git(undefined, 'add', '--all', '--force')
      const message = commit?.message.trim() ?? ''
      await git(
        commit && gitDate(commit.at),
        'commit',
        '--quiet',
        '--allow-empty',
        '-m',
        message === '' ? '(not recorded)' : message,
      )
    }
  } catch (error) {
    throw new HarnessFault(`git cannot make the repository ${folder}: ${messageOf(error)}`, { cause: error })
  }
}
