import path from 'node:path'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import type { Paper } from '../contracts/paper.ts'
import { defineCommand } from './flags/command.ts'
import type { Argv } from 'yargs'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import { UsageError, HarnessFault, messageOf } from '../errors.ts'
import type { Parts } from '../lib/files/write-stream.ts'
import { formats, type FormatName } from '../reporters/formats/index.ts'
import { readAssets } from '../reporters/html/assets.ts'
import { buildReport } from '../reporters/html/build.ts'
import { singleFileForm } from '../reporters/html/forms.ts'
import { runFiles } from '../store/report-files.ts'
import { deliver } from './deliver.ts'
import { OUT } from './flags/common.ts'
import { missionViews } from './mission-view.ts'
import { readResult } from './runs.ts'
import { resolveRun } from '../store/resolve.ts'
import { say } from './print.ts'
import { execa } from 'execa'
import { benchmarkEntry, benchmarksWith } from '../benchmarks/index.ts'
import type { ExportPart, ExportedTrial } from '../contracts/published.ts'
import type { Commits, RunRecord, TrialKey } from '../contracts/schema.ts'
import type { ProjectFile } from '../contracts/types.ts'
import { pluralise } from '../lib/wording/count.ts'
import { readRun, readTrials, trialFolder } from '../store/read.ts'
import { TrialStore } from '../store/store.ts'
import { materialise } from '../trial/workspace.ts'

function exportFlags(flags: Argv) {
  return flags
    .positional('run', { type: 'string', describe: 'a run id or folder; the newest by default' })
    .option('out', OUT)
    .option('format', {
      choices: ['json', 'jsonl', 'csv', 'xlsx', 'junit', 'markdown', 'html', 'published'] as const,
      demandOption: true,
      describe: 'what to make of it; published: the form in which the benchmark published its results, in a folder',
      requiresArg: true,
    })
    .option('to', { type: 'string', describe: 'the file to write; standard output by default', requiresArg: true })
    .example('$0 export --format junit --to junit.xml', 'the newest run, for a build server')
    .example('$0 export RUN --format markdown', 'a comment for a pull request')
    .example('$0 export RUN --format published --to FOLDER', "for the scripts of a benchmark's authors")
}

/** A page needs the pictures of the run too, so that it is no format like the others. */
export const EXPORT_FORMATS = [...(Object.keys(formats) as FormatName[]), 'html', 'published'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export interface ExportOptions {
  /** The newest, if none was named. */
  readonly run: string | undefined
  readonly out: string
  readonly format: ExportFormat
  /** Standard output, if no file was named. */
  readonly to: string | undefined
}

export const command = defineCommand({
  flags: exportFlags,
  options: ({ run, out, format, to }) => ({ run, out, format, to }),
  handler: exportCommand,
})

/** `pe export RUN --format F`: writes the results of a run in a format for other programs. */
export async function exportCommand(
  { run, out, format, to }: ExportOptions,
  papers: readonly Paper[],
): Promise<ExitCode> {
  const folder = await resolveRun(run, out)
  if (format === 'published') return exportPublished(folder, to, papers)
  if (to === undefined && format === 'xlsx' && process.stdout.isTTY) {
    throw new UsageError('a workbook is nothing for a terminal; name a file with --to')
  }
  const parts = format === 'html' ? await page(folder, papers) : formats[format].write(await readResult(folder))
  await deliver(parts, to)
  if (to !== undefined) say(`wrote ${path.resolve(to)} (${format}), from run ${path.basename(folder)}`)
  return EXIT.done
}

async function page(folder: string, papers: readonly Paper[]): Promise<Parts> {
  const { run, summary } = await readResult(folder)
  const page: string[] = []
  const writer = {
    append: (text: string) => Promise.resolve(void page.push(text)),
    end: () => Promise.resolve(),
  }
  const form = singleFileForm(writer, await readAssets())
  await buildReport([{ folder, run, summary }], { runs: runFiles, mission: missionViews(papers) }, form)
  return page
}

// ---- export published ----------------------------------------------------------------------------------------------

// Writes the results of a run in the form in which the authors of its benchmark published theirs.

/** @throws UsageError if the benchmark has no such form, or if the folder is missing or is not empty */
async function exportPublished(run: string, to: string | undefined, papers: readonly Paper[]): Promise<ExitCode> {
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
