import type { Argv } from 'yargs'
import type { ReportOptions } from '../report.ts'
import { serveFlags, serveOptions } from './serve.ts'
import type { Flags } from './values.ts'

export function reportFlags(flags: Argv) {
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

export function reportOptions(args: Flags<typeof reportFlags>): ReportOptions {
  const { runs, out, 'single-file': singleFile } = args
  return { runs, out, singleFile, serve: !args['no-serve'], ...serveOptions(args) }
}
