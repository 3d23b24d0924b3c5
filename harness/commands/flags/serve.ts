import type { Argv } from 'yargs'
import type { ServeOptions } from '../serve.ts'
import { OUT } from './common.ts'
import { whole } from './values.ts'

/** Flags of the commands that show something in a browser. */
export function serveFlags<T>(flags: Argv<T>) {
  return flags
    .option('out', OUT)
    .option('port', { type: 'number', default: 0, describe: 'port to serve on; 0 takes a free one', requiresArg: true })
    .option('no-open', NO_OPEN)
}

export const NO_OPEN = { type: 'boolean', default: false, describe: 'do not open it in your browser' } as const

export function serveOptions(args: { readonly port: number; readonly 'no-open': boolean }): ServeOptions {
  return { port: whole('--port', args.port, 0, 65_535), open: !args['no-open'] }
}
