import type { Argv } from 'yargs'
import { OUT } from './common.ts'

export function leaderboardFlags(flags: Argv) {
  return flags
    .positional('runs', {
      type: 'string',
      array: true,
      default: [] as string[],
      describe: 'ids or folders; all runs by default',
    })
    .option('out', OUT)
    .option('format', {
      choices: ['html', 'csv', 'markdown', 'json'] as const,
      default: 'markdown' as const,
      requiresArg: true,
    })
    .option('to', { type: 'string', describe: 'the file to write; standard output by default', requiresArg: true })
    .option('force', {
      type: 'boolean',
      default: false,
      describe: 'rank what differs in more than its agents, and say so',
    })
    .example('$0 leaderboard --format html --to board.html', 'all runs in one table')
}
