import type { Paper } from '../contracts/paper.ts'
import { defineCommand } from './flags/command.ts'
import path from 'node:path'
import type { Argv } from 'yargs'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import { sha256 } from '../lib/files/digest.ts'
import { readAssets } from '../reporters/html/assets.ts'
import { buildReport } from '../reporters/html/build.ts'
import { folderForm, singleFileForm } from '../reporters/html/forms.ts'
import type { ReportedRun } from '../reporters/html/groups.ts'
import { reportFile } from '../store/read.ts'
import { openSingleFile, runFiles } from '../store/report-files.ts'
import { serveFlags, serveOptions } from './flags/serve.ts'
import type { Flags } from './flags/values.ts'
import { missionViews } from './mission-view.ts'
import { reportTables } from './paper-tables.ts'
import { readResult } from './runs.ts'
import { resolveRun } from '../store/resolve.ts'
import { reportFiles, serveUntilInterrupted, type ServeOptions } from './serve.ts'

function reportFlags(flags: Argv) {
  return serveFlags(flags)
    .positional('runs', {
      type: 'string',
      array: true,
      default: [] as string[],
      describe: 'ids or folders; the newest run by default',
    })
    .option('no-serve', { type: 'boolean', default: false, describe: 'only rebuild it' })
    .option('single-file', { type: 'boolean', default: false, describe: 'one page that holds everything, for sharing' })
    .example('$0 report RUN RUN', 'two runs in one report, side by side')
}

function reportOptions(args: Flags<typeof reportFlags>): ReportOptions {
  const { runs, out, 'single-file': singleFile } = args
  return { runs, out, singleFile, serve: !args['no-serve'], ...serveOptions(args) }
}

export interface ReportOptions extends ServeOptions {
  /** The newest one, if none was named. */
  readonly runs: readonly string[]
  readonly out: string
  readonly singleFile: boolean
  readonly serve: boolean
}

export const command = defineCommand({ flags: reportFlags, options: reportOptions, handler: reportCommand })

/** `pe report`: builds the page from the files of the runs, then serves it until Ctrl-C. */
export async function reportCommand(options: ReportOptions, papers: readonly Paper[]): Promise<ExitCode> {
  const reported = await readReported(options)
  const folder = folderOf(reported, path.resolve(options.out))
  const page = options.singleFile
    ? await writeSingleFile(reported, folder, papers)
    : await writeFolder(reported, folder, papers)
  process.stdout.write(`${page}\n`)
  if (options.serve && !options.singleFile) await serveUntilInterrupted(reportFiles(folder), options)
  return EXIT.done
}

async function readReported({ runs, out }: ReportOptions): Promise<ReportedRun[]> {
  const folders =
    runs.length === 0 ? [await resolveRun(undefined, out)] : await Promise.all(runs.map((run) => resolveRun(run, out)))
  return Promise.all([...new Set(folders)].map(readOne))
}

/** Without its trials, which are read again one by one. */
async function readOne(folder: string): Promise<ReportedRun> {
  const { run, summary } = await readResult(folder)
  return { folder, run, summary }
}

/** The folder of the run. A report of several runs has its own folder, which is always the same for the same runs. */
function folderOf(reported: readonly ReportedRun[], out: string): string {
  const [only] = reported
  if (reported.length === 1 && only) return only.folder
  const ids = reported.map(({ run }) => run.runId).toSorted()
  return path.join(out, `report-of-${String(ids.length)}-${sha256(ids.join('\n')).slice(0, 8)}`)
}

async function writeFolder(
  reported: readonly ReportedRun[],
  folder: string,
  papers: readonly Paper[],
): Promise<string> {
  const assets = await readAssets()
  await using writer = await runFiles.openReport(folder)
  await buildReport(reported, sources(papers), folderForm(writer, assets))
  return reportFile(folder)
}

async function writeSingleFile(
  reported: readonly ReportedRun[],
  folder: string,
  papers: readonly Paper[],
): Promise<string> {
  const assets = await readAssets()
  const file = path.join(folder, `${path.basename(folder)}.html`)
  await using writer = await openSingleFile(file)
  await buildReport(reported, sources(papers), singleFileForm(writer, assets))
  return file
}

function sources(papers: readonly Paper[]) {
  return { runs: runFiles, mission: missionViews(papers), tables: reportTables(papers) }
}
