import type { Argv } from 'yargs'
import type { ViewOptions } from '../view.ts'
import { serveFlags, serveOptions } from './serve.ts'
import type { Flags } from './values.ts'

export function viewFlags(flags: Argv) {
  return serveFlags(flags).option('no-serve', { type: 'boolean', default: false, describe: 'only list them' })
}

export function viewOptions(args: Flags<typeof viewFlags>): ViewOptions {
  return { out: args.out, serve: !args['no-serve'], ...serveOptions(args) }
}
