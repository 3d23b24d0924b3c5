import { shortVariant } from '../contracts/variants.ts'
import { defineCommand } from './flags/command.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Argv } from 'yargs'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import { runsPage, type RunRow } from '../reporters/html/runs-page.ts'
import { inShell } from '../lib/processes/shell.ts'
import { printable } from '../reporters/printable.ts'
import { outFlag } from '../reporters/reports-folder.ts'
import { formatTable } from '../reporters/table.ts'
import { listRuns, reportFile } from '../store/read.ts'
import { serveFlags, serveOptions } from './flags/serve.ts'
import type { Flags } from './flags/values.ts'
import { listedRun } from './runs.ts'
import { reportFiles, serveUntilInterrupted, type Files, type ServeOptions, type Served } from './serve.ts'
import { print } from './print.ts'

function viewFlags(flags: Argv) {
  return serveFlags(flags).option('no-serve', { type: 'boolean', default: false, describe: 'only list them' })
}

function viewOptions(args: Flags<typeof viewFlags>): ViewOptions {
  return { out: args.out, serve: !args['no-serve'], ...serveOptions(args) }
}

export interface ViewOptions extends ServeOptions {
  readonly out: string
  readonly serve: boolean
}

export const command = defineCommand({ flags: viewFlags, options: viewOptions, handler: viewCommand })

/** `pe view`: lists the runs, and serves the list with the report of each until Ctrl-C. */
export async function viewCommand(options: ViewOptions): Promise<ExitCode> {
  const root = path.resolve(options.out)
  print(asTable(await runRows(root)))
  if (options.serve) await serveUntilInterrupted(viewFiles(root), options)
  return EXIT.done
}

/** Newest first. */
async function runRows(root: string): Promise<RunRow[]> {
  return Promise.all((await listRuns(root)).map(runRow))
}

async function runRow(folder: string): Promise<RunRow> {
  const { run, shown, state } = await listedRun(folder)
  return {
    folder: path.basename(folder),
    startedAt: run?.startedAt ?? '',
    agents: run?.settings.agents ?? [],
    variants: run?.settings.variants.map(shortVariant) ?? [],
    missions: run?.settings.missions.length ?? 0,
    trials: run?.trials.length ?? 0,
    shown,
    state,
    ...(run === undefined || existsSync(reportFile(folder)) ? {} : { make: commandFor(folder) }),
  }
}

function asTable(rows: readonly RunRow[]): string {
  if (rows.length === 0) return 'There are no runs.'
  const head = ['run', 'agents', 'variants', 'trials', 'score', 'state']
  const cells = rows.map(({ folder, agents, variants, trials, shown, state }) => [
    printable(folder),
    printable(agents.join(', ')),
    printable(variants.join(', ')),
    String(trials),
    shown,
    state,
  ])
  return formatTable([head, ...cells], [3, 4])
}

/** The command that writes the report of a run. */
function commandFor(folder: string): string {
  return inShell(['pe', 'report', path.basename(folder), ...outFlag(folder)])
}

/** Serves the list of runs at `/`, and each report below the name of its run. Reads both again for every request. */
export function viewFiles(root: string): Files {
  return async (pathname) => {
    if (pathname === '/') return { type: 'text/html; charset=utf-8', content: runsPage(await runRows(root)) }
    const [, name = '', ...rest] = pathname.split('/')
    const folder = (await listRuns(root)).find((each) => path.basename(each) === name)
    if (folder === undefined) return undefined
    // Without the trailing slash, the browser would resolve the page's relative links one folder too high.
    if (rest.length === 0) return { location: `/${encodeURIComponent(name)}/` }
    return rest.join() === '' && !existsSync(reportFile(folder))
      ? absent(folder)
      : reportFiles(folder)(`/${rest.join('/')}`)
  }
}

function absent(folder: string): Served {
  return {
    type: 'text/plain; charset=utf-8',
    content: `This run has no report yet: make it with ${printable(commandFor(folder))}\n`,
  }
}
