/** The files that the author of a mission writes. */
import * as z from 'zod'
import { LEVELS, MISSION_KINDS, MODES } from '../vocabulary.ts'
import { identifier, parameterName, relativePath, missionVersion, sentence } from './base.ts'

export const levelSchema = z.literal(LEVELS)
export const modeSchema = z.enum(MODES)
export const missionKindSchema = z.enum(MISSION_KINDS)
/** The kinds that a folder of missions can have; other benchmarks have all. */
export const nativeKindSchema = missionKindSchema.exclude(['source', 'library'])

/** The kind of an element, as a user sees it. `any` accepts every element. */
export const elementKindSchema = z.enum([
  'any',
  'button',
  'link',
  'field',
  'checkbox',
  'select',
  'form',
  'list',
  'table',
  'graphic',
  'text',
])
export type ElementKind = z.infer<typeof elementKindSchema>

const apart = z
  .array(parameterName)
  .default([])
  .describe('Parameters of the same kind whose values must differ from this one: rectangles must not overlap.')

export const parameterSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('url'),
      description: sentence.describe('Which page; the answer is an absolute URL with the declared port.'),
    }),
    z.strictObject({
      kind: z.literal('element'),
      element: elementKindSchema.describe('What the element has to be.'),
      description: sentence.describe('Which element; the answer is its id, a CSS selector or an XPath.'),
    }),
    z.strictObject({
      kind: z.literal('file'),
      description: sentence.describe('Which file; the answer is a path relative to the folder of the project.'),
    }),
    z.strictObject({ kind: z.literal('text'), description: sentence.describe('Which text.') }),
    z.strictObject({
      kind: z.literal('point'),
      apart,
      description: sentence.describe(
        'Which point of the window; the answer is "x,y" in pixels from its top left corner.',
      ),
    }),
    z.strictObject({
      kind: z.literal('rectangle'),
      apart,
      description: sentence.describe('Which part of the window; the answer is "x,y,width,height" in pixels.'),
    }),
    z.strictObject({
      kind: z.literal('key'),
      apart,
      description: sentence.describe('Which key; the answer is its name, such as "Left", "Space" or "a".'),
    }),
    z.strictObject({
      kind: z.literal('colour'),
      apart,
      description: sentence.describe('Which colour; the answer is like "#1e90ff".'),
    }),
  ])
  .describe('A value that only the producer can know.')
export type Parameter = z.infer<typeof parameterSchema>

export const checklistSchema = z.array(
  z.strictObject({
    page: sentence,
    required: z.boolean().optional(),
    functions: z
      .array(z.strictObject({ function: sentence, description: sentence, required: z.boolean().optional() }))
      .min(1),
  }),
)
export type Checklist = z.infer<typeof checklistSchema>

export const testcodeSchema = z.strictObject({
  id: identifier.refine((id) => id !== 'runnable', '"runnable" is the point for a project that runs; take another id'),
  page: sentence.describe('A page of the checklist.'),
  function: sentence.describe('The function of that page which this testcode checks.'),
  expects: sentence.describe('What a user would see when the function works, in one sentence.'),
  suite: identifier.optional().describe('Of a desktop mission: which of its suites the testcode belongs to.'),
  seconds: z.int().min(1).max(600).optional().describe('The time limit of the testcode, if it needs a longer one.'),
  needs: z.array(identifier).default([]).describe('Testcodes that must have passed for this one to make sense.'),
  parameters: z.array(parameterName).default([]).describe('Names from the parameters of the mission.'),
  excluded: sentence
    .optional()
    .describe('Why it is not judged, such as being flaky on the canonical solution: in no denominator, and said so.'),
})
export type Testcode = z.infer<typeof testcodeSchema>

export const difficultySchema = z.enum(['easy', 'medium', 'hard'])
export type Difficulty = z.infer<typeof difficultySchema>

/** Limits of a mission's projects that differ from the default ones. */
export const missionLimitsSchema = z.strictObject({
  seconds: z
    .int()
    .min(1)
    .max(3600)
    .optional()
    .describe('For all testcodes together; a shorter --timeout holds, but not for desktop missions.'),
  memoryMiB: z.int().min(64).max(16384).optional().describe('For all processes of a project together.'),
})
export type MissionLimits = z.infer<typeof missionLimitsSchema>

/** `missions/<id>/mission.yaml`. */
export const missionFileSchema = z.strictObject({
  schemaVersion: missionVersion,
  id: identifier.describe('The name of the folder.'),
  title: sentence,
  kind: nativeKindSchema.describe(
    'website: served over HTTP; console: a dialogue; batch: runs to its end; desktop: has a window.',
  ),
  difficulty: difficultySchema.optional(),
  tags: z.array(identifier).default([]).describe('What the mission is about, such as "chart" or "upload".'),
  canary: z
    .string()
    .regex(/^pe-canary [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, '"pe-canary" and a UUID')
    .optional()
    .describe('The same in all missions of a suite: a model that can say it has been trained on them.'),
  limits: missionLimitsSchema.default({}),
  stack: sentence.default('Node').describe('The technology that the brief suggests, or "free".'),
  prompt: sentence.describe('Level 1: the wish of a user, in short paragraphs and sentences of at most 40 words.'),
  checklist: checklistSchema.min(1).describe('Level 2: page, function, description.'),
  dialogue: z
    .strictObject({ prompt: z.string().min(1).describe('What the program prints when it awaits a line.') })
    .optional()
    .describe('For console missions.'),
  parameters: z.record(parameterName, parameterSchema).default({}),
  testcodes: z.array(testcodeSchema).min(1),
  materials: z
    .array(relativePath)
    .default([])
    .describe('Files in the materials folder of the mission which the producer is told about.'),
})
export type MissionFile = z.infer<typeof missionFileSchema>

/** `missions/suite.yaml`. */
export const suiteFileSchema = z.strictObject({
  schemaVersion: missionVersion,
  version: z.string().regex(/^\d+\.\d+\.\d+$/, 'three numbers, such as "1.0.0"'),
})

/** A small change of a canonical solution that breaks one function. */
export const faultSchema = z.strictObject({
  id: identifier,
  item: z.strictObject({ page: sentence, function: sentence }).describe('The item of the checklist that it breaks.'),
  suite: identifier
    .optional()
    .describe('Of a desktop mission: the suite with the testcodes of the item that must catch it.'),
  file: relativePath.describe('Relative to the folder of the canonical solution.'),
  find: z.string().min(1).describe('Text that occurs once in the file.'),
  replace: z.string(),
  why: sentence.describe('What a user would notice, in one sentence.'),
})
export type Fault = z.infer<typeof faultSchema>

/** `canonical/<mission>/faults.yaml` */
export const faultsFileSchema = z.strictObject({ schemaVersion: missionVersion, faults: z.array(faultSchema).min(1) })
export type FaultsFile = z.infer<typeof faultsFileSchema>

/** Means every cheat in `exceptions.yaml`. */
export const ALL_CHEATS = 'all'

/** `exceptions.yaml`, beside `faults.yaml`: findings that validation accepts, each with its reason. */
export const exceptionsFileSchema = z.strictObject({
  schemaVersion: missionVersion,
  equivalent: z
    .array(
      z.strictObject({
        file: relativePath.describe('Relative to the folder of the canonical solution.'),
        line: sentence.describe('The line as it stands in the file, without the blanks around it.'),
        becomes: z.string().trim().describe('The line with the change in it.'),
        why: sentence.describe('Why no user could ever notice.'),
      }),
    )
    .default([])
    .describe('Generated faults that change nothing.'),
  baselines: z
    .array(
      z.strictObject({
        agent: identifier,
        testcode: identifier,
        why: sentence.describe('Why nothing better can be asked for.'),
      }),
    )
    .default([])
    .describe('Testcodes that a baseline passes.'),
  fixedInputs: z
    .array(
      z.strictObject({
        testcode: identifier,
        why: sentence.describe('Why nothing that it types can be drawn.'),
      }),
    )
    .default([])
    .describe('Testcodes that type the same under every seed.'),
  redteam: z
    .array(
      z.strictObject({
        agent: identifier.describe('A cheat, or "all" for what every page without any logic passes.'),
        testcode: identifier,
        why: sentence.describe('Why a page without any logic passes it honestly.'),
      }),
    )
    .default([])
    .describe('Testcodes that a cheat of `pe redteam` may pass.'),
})
export type Exceptions = Omit<z.infer<typeof exceptionsFileSchema>, 'schemaVersion'>
