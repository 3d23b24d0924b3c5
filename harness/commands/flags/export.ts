import type { Argv } from 'yargs'
import { OUT } from './common.ts'

export function exportFlags(flags: Argv) {
  return flags
    .positional('run', { type: 'string', describe: 'a run id or folder; the newest by default' })
    .option('out', OUT)
    .option('format', {
      choices: ['json', 'jsonl', 'csv', 'xlsx', 'junit', 'markdown', 'html'] as const,
      demandOption: true,
      describe: 'what to make of it',
      requiresArg: true,
    })
    .option('to', { type: 'string', describe: 'the file to write; standard output by default', requiresArg: true })
    .example('$0 export --format junit --to junit.xml', 'the newest run, for a build server')
    .example('$0 export RUN --format markdown', 'a comment for a pull request')
}
