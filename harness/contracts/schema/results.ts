/** The records of a trial. */
import * as z from 'zod'
import {
  AGENT_FAULT_KINDS,
  LEDGER_ENTRIES,
  LIMIT_KINDS,
  OUTCOMES,
  SCORINGS,
  STAGES,
  STATUSES,
  SUBMISSION_STATUSES,
} from '../vocabulary.ts'
import { folderName, missionId, schemaVersion, share, variantId } from './base.ts'
import { answersSchema, briefFileSchema, launchPlanSchema } from './exchange.ts'
import { agentRoundSchema, architectureSchema } from './architecture.ts'
import { contractWorkSchema } from './contract.ts'
import { repositoryWorkSchema } from './repository-graph.ts'
import { checklistSchema } from './missions.ts'

export const statusSchema = z.enum(STATUSES)

export const evidenceSchema = z.strictObject({
  /** Paths relative to the folder of the trial. */
  screenshot: z.string().optional(),
  /** The window of a program before the last click, key press, typed text or restart. Missing if it looks like the end. */
  screenshotBefore: z.string().optional(),
  /** A picture with small frames of the window, in order. */
  film: z.string().optional(),
  trace: z.string().optional(),
  /** The beginning of the page's HTML when the testcode ended. It is only ever shown as text. */
  page: z.string().optional(),
  /** The same before the last action of the testcode, such as a click. */
  before: z.string().optional(),
  found: z
    .string()
    .optional()
    .describe('The elements of the same role that the page had instead of the one that the reason is about.'),
  console: z.array(z.string()).optional(),
  output: z.string().optional(),
  log: z.string().optional(),
  /** Blocked addresses that the page tried to open or load. */
  refused: z.array(z.string()).optional(),
  /** Inputs drawn from the seed: kind and key of the draw → value. */
  given: z.record(z.string(), z.string()).optional(),
})
export type Evidence = z.infer<typeof evidenceSchema>

/** Of sums of parts of a point. */
const ROUNDING = 1e-6

export const pointsSchema = z
  .strictObject({
    earned: z.number().nonnegative(),
    of: z.number().nonnegative().describe('The points that the testcode is worth.'),
  })
  .refine(({ earned, of }) => earned <= of + ROUNDING, 'earned is more than the testcode is worth')

/** Resource usage of one testcode, if its tester measures it. */
export const usageSchema = z.strictObject({
  seconds: z.number().nonnegative().optional(),
  wallSeconds: z.number().nonnegative().optional().describe('Elapsed time, if `seconds` is CPU time.'),
  memoryMiB: z.number().nonnegative().optional().describe('Peak memory.'),
})
export type Usage = z.infer<typeof usageSchema>

/** How often a model said yes. */
export const votesSchema = z.strictObject({
  yes: z.int().nonnegative(),
  of: z.int().positive(),
  answers: z
    .array(
      z.strictObject({
        seed: z.int().positive().describe('A part of the request: the same seed gets the same cached answer.'),
        yes: z.boolean(),
        reason: z.string(),
      }),
    )
    .optional(),
})

export const verdictSchema = z.strictObject({
  testcode: z.string(),
  suite: z.string().optional().describe('Present if the mission has several suites.'),
  status: statusSchema,
  points: pointsSchema,
  limit: z.enum(LIMIT_KINDS).optional().describe('The limit that was reached, if any.'),
  usage: usageSchema.optional(),
  votes: votesSchema.optional().describe('Votes of a model on whether the algorithm of a task is in the project.'),
  reason: z.string().optional(),
  milliseconds: z.number().nonnegative(),
  evidence: evidenceSchema.default({}),
  /** The result of each attempt, if the testcode was judged again because the browser was lost. */
  attempts: z.array(z.strictObject({ status: statusSchema, reason: z.string().optional() })).optional(),
})
export type Verdict = z.infer<typeof verdictSchema>

export const outcomeSchema = z.enum(OUTCOMES)

export const trialKeySchema = z.strictObject({
  id: folderName,
  mission: missionId,
  agent: z.string(),
  variant: variantId,
  sample: z.int().min(1),
  /** sha256 of the mission, the configuration of the agent, the variant and the sample. */
  identity: z.string().optional(),
})
export type TrialKey = z.infer<typeof trialKeySchema>

/** A testcode whose verdict changed when the same project was judged again. The first verdict counts. */
export const flakySchema = z.strictObject({
  testcode: z.string(),
  verdicts: z.array(z.strictObject({ status: statusSchema, reason: z.string().optional() })).min(2),
})
export type Flaky = z.infer<typeof flakySchema>

export const agentFaultKindSchema = z.enum(AGENT_FAULT_KINDS)

/** Counted by the server of the model; `cached` is part of `input`, and `reasoning` is part of `output`. */
export const tokensSchema = z.strictObject({
  input: z.int().nonnegative(),
  output: z.int().nonnegative(),
  cached: z.int().nonnegative().optional(),
  reasoning: z.int().nonnegative().optional(),
  cacheWritten: z.int().nonnegative().optional().describe('Part of the input that was written to a cache.'),
})
export type Tokens = z.infer<typeof tokensSchema>

/** US dollars per million tokens. */
export const priceSchema = z.strictObject({
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  cached: z.number().nonnegative().optional().describe('Price of cached input; the price of other input by default.'),
  cacheWritten: z.number().nonnegative().optional().describe('Price of input that is written to a cache.'),
  long: z
    .strictObject({
      above: z.int().positive().describe('Input tokens of one call.'),
      input: z.number().nonnegative(),
      output: z.number().nonnegative(),
      cached: z.number().nonnegative().optional(),
      cacheWritten: z.number().nonnegative().optional(),
    })
    .optional()
    .describe('Prices of a call with more input.'),
  asOf: z.string().optional().describe('The date of the price.'),
})
export type Price = z.infer<typeof priceSchema>

/** Calls, tokens and cost of the agent of a trial. Unknown is null, never 0. */
export const agentUseSchema = z.strictObject({
  calls: z.int().nonnegative().describe('Number of answers of models.'),
  reused: z.int().nonnegative().describe('Number of answers that had been paid for before.'),
  turns: z
    .int()
    .nonnegative()
    .optional()
    .describe(
      'Answers of models in the work of a coding tool, which counts as one call; missing if it does not report them.',
    ),
  tokens: tokensSchema.nullable(),
  cost: z.number().nonnegative().nullable().describe('US dollars, including reused answers.'),
  paid: z.number().nonnegative().nullable().describe('US dollars, without reused answers.'),
  toolCalls: z.int().nonnegative().optional().describe('Calls of tools in all answers, if they were observed.'),
  models: z.array(
    z.strictObject({
      asked: z.string(),
      answered: z.string().nullable().describe('The model that the server reports.'),
      price: priceSchema.nullable(),
    }),
  ),
  notes: z.array(z.string()).describe('Repairs, guesses and omissions in its answers.'),
})
export type AgentUse = z.infer<typeof agentUseSchema>

/** In seconds. Thirty years, so that every end is a date. */
const elapsed = z.number().nonnegative().max(1e9)

const stagesSchema = z.partialRecord(z.enum(STAGES), z.number()).describe('Stage → milliseconds.')

export const ledgerSchema = z
  .partialRecord(z.enum(LEDGER_ENTRIES), z.number().nonnegative())
  .describe('Where the time went: entry → milliseconds. They add up to the wall time.')
export type LedgerRecord = z.infer<typeof ledgerSchema>

/** One of at most two attempts at judging a trial. Each has its own sandbox, copy of the frozen project and browser. */
export const attemptSchema = z.strictObject({
  outcome: outcomeSchema,
  reason: z.string().optional(),
  /** Why another attempt was made. */
  doubt: z.string().optional(),
  /** Verdicts that this attempt reached, the runnable point first. */
  points: z.array(verdictSchema),
  stages: stagesSchema,
  seconds: elapsed,
  startedAt: z.iso.datetime(),
  log: z.string().optional().describe('The last lines of what the project printed.'),
})
export type AttemptRecord = z.infer<typeof attemptSchema>

/** A control: a tiny project of ours, judged in the same way, that shows whether the machine works. */
export const controlSchema = z.strictObject({
  healthy: z.boolean(),
  reason: z.string().describe('The result of the control.'),
})
export type Control = z.infer<typeof controlSchema>

/** The result of judging a project. */
const judged = {
  outcome: outcomeSchema,
  reason: z.string().optional(),
  suites: z
    .array(z.strictObject({ id: z.string(), tester: z.string(), weight: z.number().positive() }))
    .optional()
    .describe('The suites that count, if the mission has several.'),
  scoring: z.enum(SCORINGS).optional().describe('How the run combines the scores of missions; `pooled` if missing.'),
  failedAt: z
    .enum(['files', 'install', 'launch'])
    .optional()
    .describe(
      'The step that failed, if the project was not launched; `files`: nothing says how it starts, or its start file is missing.',
    ),
  runnable: verdictSchema,
  verdicts: z.array(verdictSchema),
  stages: stagesSchema,
  seconds: elapsed,
  log: z.string().optional().describe('The last lines of what the project printed.'),
  attempts: z.array(attemptSchema).optional().describe('Both attempts, if the project was judged a second time.'),
  controls: z.array(controlSchema).optional().describe('Controls of the machine, in order.'),
}

/** A project that was judged for the agent while it worked, in numbers. */
const feedbackEntry = {
  number: z.int().min(1).describe('Also the name of its folder, in `submissions` or `checks` of the trial.'),
  digest: z.string().describe('Of the project.'),
  outcome: outcomeSchema,
  points: z
    .strictObject({
      total: z.number().nonnegative(),
      passed: z.number().nonnegative(),
      unjudged: z.number().nonnegative().describe('Part of `total`, and not of `passed`.'),
    })
    .describe('Points of all its suites together.'),
  score: share.describe('Lower bound: unjudged points count as not passed.'),
  seconds: elapsed,
  at: z.iso.datetime().describe('When judging began.'),
  status: z
    .enum(SUBMISSION_STATUSES)
    .optional()
    .describe(
      'Accepted, or the reason of the first point that was not. Missing if nothing was judged, and in older runs.',
    ),
}
export const checkEntrySchema = z.strictObject(feedbackEntry)
export type CheckEntry = z.infer<typeof checkEntrySchema>
export const submissionEntrySchema = z.strictObject({
  ...feedbackEntry,
  counts: z.literal(true).optional().describe('Present if this submission counts: its result is that of the trial.'),
  suite: z
    .string()
    .optional()
    .describe('The suite that judged it, if submissions name one: the best of each suite counts.'),
  reviewed: z
    .literal(true)
    .optional()
    .describe('Present if the suites that wait for the end of the work judged this project, and their verdicts count.'),
})
export type SubmissionEntry = z.infer<typeof submissionEntrySchema>

/** The result of judging one submission, or of checking one project. The project and the answers are beside this record. */
export const judgedCallSchema = z.strictObject({
  schemaVersion,
  at: z.iso.datetime(),
  launched: z.boolean().describe('Whether the project was launched, even if it failed later.'),
  ...judged,
})
export type JudgedCall = z.infer<typeof judgedCallSchema>

export const trialRecordSchema = z.strictObject({
  schemaVersion,
  trial: trialKeySchema,
  ...judged,
  fault: agentFaultKindSchema
    .optional()
    .describe('Present if the outcome is `no-project`, or if the agent failed after it had submitted a project.'),
  agent: agentUseSchema.optional(),
  ledger: ledgerSchema.optional().describe('Where the time of `seconds` went. Missing in older runs.'),
  startedAt: z.iso.datetime(),
  submissions: z
    .array(submissionEntrySchema)
    .optional()
    .describe('Every project that was judged, in order, if the mission allows several submissions.'),
  checks: z.array(checkEntrySchema).optional().describe('The projects on which the agent ran the visible suites.'),
  repeats: z
    .strictObject({
      times: z.int().min(1),
      flaky: z.array(flakySchema),
      judgings: z
        .array(z.strictObject({ startedAt: z.iso.datetime(), seconds: elapsed, ledger: ledgerSchema.optional() }))
        .optional()
        .describe('The time of each, which is not part of `seconds` of the trial. Missing in older runs.'),
    })
    .optional()
    .describe('How often the project was judged again, and which verdicts changed.'),
})
export type TrialRecord = z.infer<typeof trialRecordSchema>

/** Notes and usage that an agent reported besides its answer. */
const told = {
  notes: z.array(z.string()).optional(),
  used: z.array(agentUseSchema.omit({ notes: true })).optional(),
}
/** Milliseconds of the agent until it was there; missing in older records. */
const took = z.int().nonnegative().optional()

/** Commits of a coding tool in the repository of its task, without the one that the harness made. */
export const commitsSchema = z.strictObject({
  count: z.int().nonnegative(),
  /** The newest first. */
  newest: z.array(z.strictObject({ at: z.iso.datetime(), message: z.string().max(1000) })).max(200),
})
export type Commits = z.infer<typeof commitsSchema>

/** Intermediate results of a cascade, or of an agent that works in stages. */
export const artefactsSchema = z.strictObject({
  checklist: checklistSchema.optional(),
  skeleton: z.array(briefFileSchema).optional(),
  architecture: architectureSchema.optional(),
  contract: contractWorkSchema.optional(),
  repository: repositoryWorkSchema.optional(),
  rounds: z.array(agentRoundSchema).max(100).optional(),
  commits: commitsSchema.optional(),
})

/** The frozen project of a trial. Its files are beside this record. */
export const projectRecordSchema = z.strictObject({
  schemaVersion,
  digest: z.string(),
  files: z.array(z.strictObject({ path: z.string(), bytes: z.int().nonnegative(), sha256: z.string() })),
  launch: launchPlanSchema.optional(),
  artefacts: artefactsSchema.optional(),
  took,
  ...told,
})
export type ProjectRecord = z.infer<typeof projectRecordSchema>

export const answersRecordSchema = z.strictObject({
  schemaVersion,
  answers: answersSchema,
  /** sha256 of the questions. */
  questions: z.string().optional(),
  /** The suite that a submission names. */
  suite: z.string().optional(),
  took,
  ...told,
})

/** The failure of an agent that had already submitted a project. The agent is not asked again. */
export const faultRecordSchema = z.strictObject({
  schemaVersion,
  kind: agentFaultKindSchema,
  reason: z.string(),
  ...told,
})
