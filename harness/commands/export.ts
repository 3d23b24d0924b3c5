import type { Paper } from '../contracts/paper.ts'
import { defineCommand } from './flags/command.ts'
import path from 'node:path'
import type { Argv } from 'yargs'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import { UsageError } from '../errors.ts'
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
import { exportPublished } from './export-published.ts'
import { say } from './print.ts'

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
