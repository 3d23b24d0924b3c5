import type { Argv } from 'yargs'
import { FAIL_ON } from '../../contracts/vocabulary.ts'

export const REPORTER = {
  type: 'string',
  describe: 'html, jsonl, csv, xlsx, junit, markdown, terminal, json or a file of your own; default: html,terminal',
  requiresArg: true,
} as const

export const FAIL_ON_FLAG = {
  type: 'string',
  describe: `exit with 3 if one of these occurs: ${FAIL_ON.join(', ')}`,
  requiresArg: true,
} as const

/** Flags of `run` for reporters and gates. */
export function reportingFlags<Before>(flags: Argv<Before>) {
  return flags
    .option('reporter', REPORTER)
    .option('verbose', { type: 'boolean', default: false, describe: 'a line for each stage and each verdict' })
    .option('fail-on', FAIL_ON_FLAG)
    .option('repeat-judging', {
      type: 'number',
      default: 0,
      describe: 'judge each project so many more times; testcodes whose verdict changes are flaky',
      requiresArg: true,
    })
}
