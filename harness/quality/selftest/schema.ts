import { z } from 'zod'
import {
  installNetworkSchema,
  missionKindSchema,
  outcomeSchema,
  parameterSchema,
  statusSchema,
} from '../../contracts/schema.ts'
import { GENERATOR_NAMES } from './generators.ts'

/** What attacks have in common; after each group, innocent projects must still pass. In the order in which they run. */
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
] as const

const sentence = z.string().trim().min(1)
const pattern = z
  .string()
  .min(1)
  .refine(isPattern, 'a regular expression')
  .describe('A regular expression, whatever the case.')
const statuses = z.union([statusSchema.transform((status) => [status]), z.array(statusSchema).min(1)])

/** A status, several that are allowed, or either with what the reason must say. */
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
  tries: sentence.describe('What the project does, and what it would gain.'),
  group: z.enum(GROUPS),
  kind: missionKindSchema,
  sandbox: z.enum(['any', 'bubblewrap']).default('any').describe('The weakest sandbox that must hold it.'),
  needs: z
    .array(z.enum(['root', 'python', 'filter', 'key']))
    .default([])
    .describe('What the machine must have; `filter` of system calls, and `key` in the keyring of who runs pe.'),
  cost: z.number().positive().describe('Seconds that it takes; what is cheapest runs with --quick.'),
  neighbour: z.boolean().default(false).describe('Runs beside innocent projects, which must pass meanwhile.'),
  generator: z.enum(GENERATOR_NAMES).optional().describe('Makes a project that cannot be stored as files.'),
  parameters: z.record(z.string(), parameterSchema).default({}).describe('Beside those of the shared testcodes.'),
  dependencies: z.record(z.string(), z.array(z.string())).default({}).describe('Testcode → those that it needs.'),
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
    reason: pattern.optional().describe('Of the outcome, where the project was not judged.'),
    runnable: expectedSchema.optional(),
    testcodes: z.record(z.string(), expectedSchema).describe('Testcode → what must come out.'),
    says: pattern.optional().describe('What the record of the trial must hold somewhere.'),
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
