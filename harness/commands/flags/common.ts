import type { SandboxName } from '../../contracts/schema.ts'
import { SANDBOXES } from '../../contracts/vocabulary.ts'
import { UsageError } from '../../errors.ts'
import { oneOf } from './values.ts'

/** Flags that several commands have. */
export const OUT = {
  type: 'string',
  describe: 'the folder for runs',
  default: 'reports',
  requiresArg: true,
} as const

export const JSON_OUTPUT = { type: 'boolean', describe: 'print it as JSON', default: false } as const

export const SEED = {
  type: 'string',
  describe: 'seed for the inputs of testcodes; default: random',
  requiresArg: true,
} as const

/** Short enough for a line of the terminal, and nothing that a shell or a terminal reads as its own. */
const SEED_FORM = /^[\w.-]{1,64}$/

export function seed(text: string): string {
  if (!SEED_FORM.test(text))
    throw new UsageError(`--seed takes up to 64 letters, digits, dots, hyphens and underscores, not "${text}"`)
  return text
}

export const SANDBOX = {
  type: 'string',
  describe: 'bubblewrap, or process (weak: for projects that you trust); default: the strongest that works',
  requiresArg: true,
} as const

export function sandboxName(text: string | undefined): SandboxName | undefined {
  return text === undefined ? undefined : oneOf('--sandbox', text, SANDBOXES)
}

/** `--concurrency` of commands that only judge, and so wait most of the time. */
export const JUDGING_CONCURRENCY = {
  type: 'number',
  describe: 'trials at a time; default: twice the cores, at most 8',
  requiresArg: true,
} as const

export const PATIENCE = {
  type: 'string',
  describe:
    'auto: an expectation fails one second after its page is at rest; full: it waits its whole time; default: auto',
  requiresArg: true,
} as const
