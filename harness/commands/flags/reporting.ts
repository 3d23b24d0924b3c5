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
