import * as z from 'zod'
import {
  installNetworkSchema,
  missionKindSchema,
  outcomeSchema,
  parameterSchema,
  statusSchema,
} from '../../contracts/schema.ts'
import { GENERATOR_NAMES } from './generators.ts'

/** Groups of attacks, in the order in which they run. After each group, innocent projects must still pass. */
export const GROUPS = [
  'forgery',
  'answers',
  'project',
  'report',
  'page',
  'program',
  'reading',
  'kernel',
  'network',
  'resources',
  'native',
  'window',
] as const

const sentence = z.string().trim().min(1)
const pattern = z
  .string()
  .min(1)
  .refine(isPattern, 'a regular expression')
  .describe('A regular expression, case-insensitive.')
const statuses = z.union([statusSchema.transform((status) => [status]), z.array(statusSchema).min(1)])

/** One allowed status or several, optionally with a pattern for the reason. */
const expectedSchema = z.union([
  statuses.transform((status) => ({ status, reason: undefined })),
  z.strictObject({ status: statuses, reason: pattern.optional() }),
])
export type Expected = z.infer<typeof expectedSchema>

const limit = z.number().positive().optional()

/** `test/hostile/<name>/attack.yaml`. */
export const attackSchema = z.strictObject({
  schemaVersion: z.literal(1),
  title: sentence,
  tries: sentence.describe('What the project does, and what it would gain by it.'),
  group: z.enum(GROUPS),
  kind: missionKindSchema,
  tester: z.enum(['python-selenium']).optional().describe('The tester in place of the usual one of the kind.'),
  sandbox: z.enum(['any', 'bubblewrap']).default('any').describe('The weakest sandbox that must contain it.'),
  needs: z
    .array(z.enum(['root', 'python', 'pytest', 'filter', 'key', 'compilers', 'desktop', 'chromedriver']))
    .default([])
    .describe(
      'Requirements: `filter` is a system call filter, `key` a key in the keyring of the user who runs pe, `compilers` g++, make and valgrind, `desktop` what missions with windows need.',
    ),
  cost: z.number().positive().describe('Seconds that it takes; --quick runs the cheapest attacks.'),
  neighbour: z.boolean().default(false).describe('Runs beside innocent projects, which must pass.'),
  generator: z.enum(GENERATOR_NAMES).optional().describe('Makes a project that cannot be stored as files.'),
  parameters: z
    .record(z.string(), parameterSchema)
    .default({})
    .describe('In addition to those of the shared testcodes.'),
  dependencies: z
    .record(z.string(), z.array(z.string()))
    .default({})
    .describe('Testcode → the testcodes that it needs.'),
  installNetwork: installNetworkSchema.default('none'),
  limits: z
    .strictObject({
      testcode: limit.describe('Seconds.'),
      start: limit.describe('Seconds.'),
      trial: limit.describe('Seconds.'),
      memory: limit.describe('MiB.'),
      processes: limit,
      disk: limit.describe('MiB.'),
    })
    .default({}),
  expect: z.strictObject({
    outcome: z
      .union([outcomeSchema.transform((outcome) => [outcome]), z.array(outcomeSchema).min(1)])
      .default(['judged']),
    reason: pattern.optional().describe('The reason of the outcome, if the project was not judged.'),
    runnable: expectedSchema.optional(),
    testcodes: z
      .record(z.string(), expectedSchema)
      .describe('Testcode → expected status; `*` stands for all that are not named.'),
    says: pattern.optional().describe('A pattern that the record of the trial must match.'),
  }),
})
export type AttackDefinition = z.infer<typeof attackSchema>

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'is') instanceof RegExp
  } catch {
    return false
  }
}
