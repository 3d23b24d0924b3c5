/**
 * Every shape that crosses an edge of the program (a file that people write, a file that a run leaves behind) as one
 * zod schema. Types are inferred from here, never written twice.
 */
import { z } from 'zod'
import { AGENT_FAULT_KINDS } from './errors.ts'

/** Version of every shape in this file; written into each file so that an older reader can say so. */
export const SCHEMA_VERSION = 1
const schemaVersion = z.literal(SCHEMA_VERSION)

const identifier = z
  .string()
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'lower-case words joined by hyphens, such as "add-task"')
const parameterName = z
  .string()
  .regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, 'lower-case words joined by underscores, such as "home_url"')
const sentence = z.string().trim().min(1)
/** A relative path with forward slashes and no way out of its folder. Without flags, which a JSON schema does not have. */
const relativePath = z.string().regex(
  // eslint-disable-next-line no-control-regex -- control characters are what is refused
  /^(?!\/)(?!([\s\S]*\/)?\.\.(\/|$))[^\u0000-\u001f\u007f\\]+$/,
  'a relative path with forward slashes, without ".."',
)

// ---- missions --------------------------------------------------------------------------------------------------

export const levelSchema = z.union([z.literal(1), z.literal(2), z.literal(3)])
export type Level = z.infer<typeof levelSchema>

export const modeSchema = z.enum(['direct', 'cascade'])
export type Mode = z.infer<typeof modeSchema>

export const missionKindSchema = z.enum(['website', 'console', 'batch'])
export type MissionKind = z.infer<typeof missionKindSchema>

/** What a page's element has to be, from a user's side. `any` accepts whatever is there. */
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
  ])
  .describe('A value that only the producer can know.')
export type Parameter = z.infer<typeof parameterSchema>

export const checklistSchema = z.array(
  z.strictObject({
    page: sentence,
    functions: z.array(z.strictObject({ function: sentence, description: sentence })).min(1),
  }),
)
export type Checklist = z.infer<typeof checklistSchema>

export const testcodeSchema = z.strictObject({
  id: identifier,
  page: sentence.describe('A page of the checklist.'),
  function: sentence.describe('The function of that page which this testcode checks.'),
  expects: sentence.describe('What a user would see when the function works, in one sentence.'),
  needs: z.array(identifier).default([]).describe('Testcodes that must have passed for this one to make sense.'),
  parameters: z.array(parameterName).default([]).describe('Names from the parameters of the mission.'),
  excluded: sentence
    .optional()
    .describe('Why it is not judged, such as being flaky on the canonical solution: in no denominator, and said so.'),
})
export type Testcode = z.infer<typeof testcodeSchema>

export const difficultySchema = z.enum(['easy', 'medium', 'hard'])
export type Difficulty = z.infer<typeof difficultySchema>

/** What a mission's projects may use, where that differs from the usual. */
export const missionLimitsSchema = z.strictObject({
  seconds: z.int().min(1).max(3600).optional().describe('For all testcodes together; a shorter --timeout holds.'),
  memoryMiB: z.int().min(64).max(16384).optional().describe('For all processes of a project together.'),
})
export type MissionLimits = z.infer<typeof missionLimitsSchema>

/** `missions/<id>/mission.yaml`. */
export const missionFileSchema = z.strictObject({
  schemaVersion,
  id: identifier.describe('The name of the folder.'),
  title: sentence,
  kind: missionKindSchema.describe('website: served over HTTP; console: a dialogue; batch: runs to its end.'),
  difficulty: difficultySchema.optional(),
  tags: z.array(identifier).default([]).describe('What the mission is about, such as "chart" or "upload".'),
  canary: z
    .string()
    .regex(/^pe-canary [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, '"pe-canary" and a UUID')
    .optional()
    .describe('The same in all missions of a suite: a model that can say it has been trained on them.'),
  limits: missionLimitsSchema.default({}),
  stack: sentence.default('Node').describe('The technology that the brief asks for, or "free".'),
  prompt: sentence.describe('Level 1: the wish of a user, in one to three sentences.'),
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
  schemaVersion,
  version: z.string().regex(/^\d+\.\d+\.\d+$/, 'three numbers, such as "1.0.0"'),
})

/** A small change of a canonical solution that breaks one function. */
export const faultSchema = z.strictObject({
  id: identifier,
  item: z.strictObject({ page: sentence, function: sentence }).describe('The item of the checklist that it breaks.'),
  file: relativePath.describe('Relative to canonical/<mission>/node.'),
  find: z.string().min(1).describe('Text that occurs once in the file.'),
  replace: z.string(),
  why: sentence.describe('What a user would notice, in one sentence.'),
})
export type Fault = z.infer<typeof faultSchema>

/** `canonical/<mission>/faults.yaml`. */
export const faultsFileSchema = z.strictObject({ schemaVersion, faults: z.array(faultSchema).min(1) })
export type FaultsFile = z.infer<typeof faultsFileSchema>

/** `canonical/<mission>/exceptions.yaml`: what validation finds and lets pass, each with its reason. */
export const exceptionsFileSchema = z.strictObject({
  schemaVersion,
  equivalent: z
    .array(
      z.strictObject({
        file: relativePath.describe('Relative to canonical/<mission>/node.'),
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
})
export type Exceptions = Omit<z.infer<typeof exceptionsFileSchema>, 'schemaVersion'>

// ---- what an agent is given and gives back ----------------------------------------------------------------------

const argument = z
  .string()
  .min(1)
  .max(4096)
  .refine((text) => !text.includes('\0'), 'no NUL characters')
const command = z.array(argument).min(1).max(64).describe('A program and its arguments.')

/** How to start a website: a server that listens. */
export const websitePlanSchema = z.strictObject({
  install: command.optional(),
  prepare: z
    .union([command, z.array(command).min(1).max(16)])
    .optional()
    .describe('One command, or several in order: each runs to its end before every start, such as migrations.'),
  start: command,
  port: z.int().min(1).max(65535).default(8000).describe('The port it listens on unless PORT says another.'),
  homepage: z.string().startsWith('/').max(2048).default('/'),
})
/** The file that starts the project, as whoever wrote it named it; how it is started, the launcher knows. */
export const startFilePlanSchema = z.strictObject({ startFile: argument })
/** How to run a program. */
export const programPlanSchema = z.strictObject({ install: command.optional(), run: command })
export const launchPlanSchema = z.union([websitePlanSchema, programPlanSchema, startFilePlanSchema])
export type WebsitePlan = z.infer<typeof websitePlanSchema>
export type ProgramPlan = z.infer<typeof programPlanSchema>
export type StartFilePlan = z.infer<typeof startFilePlanSchema>
export type LaunchPlan = z.infer<typeof launchPlanSchema>

/** Testcode id → parameter name → value. Values come from an agent: each is checked when it is used, one by one. */
export const answersSchema = z.record(z.string(), z.record(z.string(), z.unknown()))
export type Answers = z.infer<typeof answersSchema>

/** Names are free text here: not every benchmark has those of `mission.yaml`. */
export const questionSchema = z.strictObject({
  testcode: identifier,
  page: z.string(),
  function: z.string(),
  parameters: z.array(z.strictObject({ name: z.string().min(1).max(200), kind: z.string(), description: z.string() })),
})
export type Question = z.infer<typeof questionSchema>

const briefFile = z.strictObject({ path: z.string(), content: z.string() })
/**
 * All that an agent is told before it writes its project. Strict: a testcode, a canonical file or an answer that
 * strays into it is refused here, and `never` makes it a type error before that.
 */
export const briefSchema = z.strictObject({
  schemaVersion,
  mission: identifier,
  title: z.string(),
  kind: missionKindSchema,
  level: levelSchema,
  mode: modeSchema,
  stack: z.string(),
  advice: z.string(),
  prompt: z.string().optional(),
  checklist: checklistSchema.optional(),
  skeleton: z.array(briefFile).optional(),
  materials: z.array(z.string()),
})
export type Brief = Readonly<z.infer<typeof briefSchema>> & {
  readonly testcodes?: never
  readonly canonical?: never
  readonly answers?: never
  readonly parameters?: never
}

/** Where a published benchmark and this harness would judge differently: as is right, or as it was published. */
export const protocolSchema = z.enum(['default', 'paper'])
export type Protocol = z.infer<typeof protocolSchema>

// ---- what a run leaves behind -----------------------------------------------------------------------------------

export const STATUSES = [
  'passed',
  'failed',
  'timeout',
  'error',
  'blocked',
  'bad-parameter',
  'not-run',
  'unjudged',
  'excluded',
] as const
export const statusSchema = z.enum(STATUSES)
export type Status = z.infer<typeof statusSchema>

export const evidenceSchema = z.strictObject({
  /** Paths relative to the folder of the trial. */
  screenshot: z.string().optional(),
  trace: z.string().optional(),
  console: z.array(z.string()).optional(),
  output: z.string().optional(),
  log: z.string().optional(),
  /** Where the page wanted to go or load from, and was not let. */
  refused: z.array(z.string()).optional(),
})
export type Evidence = z.infer<typeof evidenceSchema>

export const verdictSchema = z.strictObject({
  testcode: z.string(),
  status: statusSchema,
  reason: z.string().optional(),
  milliseconds: z.number().nonnegative(),
  evidence: evidenceSchema.default({}),
  /** What came out each time, where it was judged again because the browser had gone. */
  attempts: z.array(z.strictObject({ status: statusSchema, reason: z.string().optional() })).optional(),
})
export type Verdict = z.infer<typeof verdictSchema>

/** How far a trial came. Only `judged` has verdicts that were looked for; `pending` was never begun. */
export const outcomeSchema = z.enum(['judged', 'no-project', 'not-launched', 'unjudged', 'pending'])
export type Outcome = z.infer<typeof outcomeSchema>

export const trialKeySchema = z.strictObject({
  id: z.string(),
  mission: identifier,
  agent: z.string(),
  level: levelSchema,
  mode: modeSchema,
  sample: z.int().min(1),
  /** sha256 of all that makes the trial what it is: mission, configuration of the agent, level, mode, sample. */
  identity: z.string().optional(),
})
export type TrialKey = z.infer<typeof trialKeySchema>

/** A testcode whose verdict changed when the same project was judged once more. The first one counts. */
export const flakySchema = z.strictObject({
  testcode: z.string(),
  verdicts: z.array(z.strictObject({ status: statusSchema, reason: z.string().optional() })).min(2),
})
export type Flaky = z.infer<typeof flakySchema>

export const agentFaultKindSchema = z.enum(AGENT_FAULT_KINDS)

/** As the server of a model counts them; `cached` is part of `input`, `reasoning` part of `output`. */
export const tokensSchema = z.strictObject({
  input: z.int().nonnegative(),
  output: z.int().nonnegative(),
  cached: z.int().nonnegative().optional(),
  reasoning: z.int().nonnegative().optional(),
})
export type Tokens = z.infer<typeof tokensSchema>

/** US dollars per million tokens. */
export const priceSchema = z.strictObject({
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  cached: z.number().nonnegative().optional().describe('Input that the server had cached; as other input by default.'),
  asOf: z.string().optional().describe('When the price was looked up.'),
})
export type Price = z.infer<typeof priceSchema>

/** What the agent of a trial used. Unknown is null, never 0. */
export const agentUseSchema = z.strictObject({
  calls: z.int().nonnegative().describe('Answers of a model that the trial needed.'),
  reused: z.int().nonnegative().describe('Of them, those that had been paid for before.'),
  tokens: tokensSchema.nullable(),
  cost: z.number().nonnegative().nullable().describe('US dollars, with what was reused.'),
  paid: z.number().nonnegative().nullable().describe('US dollars, without what was reused.'),
  models: z.array(
    z.strictObject({
      asked: z.string(),
      answered: z.string().nullable().describe('What the server says.'),
      price: priceSchema.nullable(),
    }),
  ),
  notes: z.array(z.string()).describe('What was mended, guessed or left out in its answers.'),
})
export type AgentUse = z.infer<typeof agentUseSchema>

export const trialRecordSchema = z.strictObject({
  schemaVersion,
  trial: trialKeySchema,
  outcome: outcomeSchema,
  reason: z.string().optional(),
  /** Where the outcome is `no-project`. */
  fault: agentFaultKindSchema.optional(),
  agent: agentUseSchema.optional(),
  failedAt: z.enum(['install', 'launch']).optional().describe('Where a project that was not launched came to its end.'),
  runnable: verdictSchema,
  verdicts: z.array(verdictSchema),
  stages: z.record(z.string(), z.number()).describe('Stage → milliseconds.'),
  seconds: z.number().nonnegative(),
  startedAt: z.string(),
  log: z.string().optional().describe('The last lines of what the project printed.'),
  repeats: z
    .strictObject({ times: z.int().min(1), flaky: z.array(flakySchema) })
    .optional()
    .describe('How often it was judged once more, and what then came out otherwise.'),
})
export type TrialRecord = z.infer<typeof trialRecordSchema>

/** What an agent told besides its answer. */
const told = {
  notes: z.array(z.string()).optional(),
  used: z.array(agentUseSchema.omit({ notes: true })).optional(),
}

/** The frozen project of a trial: its files lie beside this record. */
export const projectRecordSchema = z.strictObject({
  schemaVersion,
  digest: z.string(),
  files: z.array(z.strictObject({ path: z.string(), bytes: z.int().nonnegative(), sha256: z.string() })),
  launch: launchPlanSchema.optional(),
  /** What a cascade produced on the way. */
  artefacts: z
    .strictObject({ checklist: checklistSchema.optional(), skeleton: z.array(briefFile).optional() })
    .optional(),
  ...told,
})
export type ProjectRecord = z.infer<typeof projectRecordSchema>

export const answersRecordSchema = z.strictObject({
  schemaVersion,
  answers: answersSchema,
  /** sha256 over what was asked. */
  questions: z.string().optional(),
  ...told,
})

/** What package clients may reach: nothing, or the registries' hosts. */
export const installNetworkSchema = z.enum(['none', 'registry'])
export type InstallNetwork = z.infer<typeof installNetworkSchema>

export const runRecordSchema = z.strictObject({
  schemaVersion,
  runId: z.string(),
  startedAt: z.string(),
  benchmark: z.strictObject({
    name: z.string(),
    source: z.string(),
    version: z.string().optional().describe('Of the suite, where somebody numbers it.'),
    digest: z.string().optional().describe('sha256 over the digests of all missions of the run.'),
    missions: z.array(
      z.strictObject({
        id: identifier,
        title: z.string(),
        kind: missionKindSchema,
        digest: z.string().describe('sha256 over the files that define it.'),
        testcodes: z.array(testcodeSchema.pick({ id: true, page: true, function: true, expects: true })),
      }),
    ),
  }),
  settings: z.strictObject({
    agents: z.array(z.string()),
    /** Options that the agents were given on the command line, and the file that others came from. */
    agentOptions: z.record(z.string(), z.string()).optional(),
    config: z.string().optional(),
    repairs: z.int().min(0).optional(),
    levels: z.array(levelSchema),
    modes: z.array(modeSchema),
    missions: z.array(z.string()),
    samples: z.int().min(1),
    concurrency: z.int().min(1),
    sandbox: z.enum(['bubblewrap', 'process']),
    installNetwork: installNetworkSchema,
    protocol: protocolSchema.default('default'),
    /** The interpreter that was named, and the folders in which it looks for modules first. */
    python: z.string().optional(),
    pythonPath: z.array(z.string()).default([]),
    trialTimeout: z.number(),
    testcodeTimeout: z.number(),
    startTimeout: z.number(),
    installTimeout: z.number(),
    /** Origins beside the project's that its pages could load from. */
    allowedOrigins: z.array(z.string()).default([]),
    repeatJudging: z.int().nonnegative().optional(),
  }),
  host: z.strictObject({
    pe: z.string(),
    node: z.string(),
    platform: z.string(),
    cpus: z.int(),
    browser: z.string().optional(),
  }),
  /** What makes each agent what it is; nothing of the machine, no key. */
  agents: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
  trials: z.array(trialKeySchema),
})
export type RunRecord = z.infer<typeof runRecordSchema>

// ---- scores beside the verdicts -----------------------------------------------------------------------------------

/** `paper`: as the published implementation scores, with its mistakes; `strict`: without them. */
export const SETTINGS = ['paper', 'strict'] as const
export const settingSchema = z.enum(SETTINGS)
export type Setting = z.infer<typeof settingSchema>

const fraction = z.number().min(0).max(1)
const similarityOfFilesSchema = z.strictObject({
  /** Paths; null where nothing was left to be matched with. */
  produced: z.string().nullable(),
  canonical: z.string().nullable(),
  similarity: fraction,
  /** The language as which the two were compared. */
  language: z.string().optional(),
  /** Of CodeBLEU; one that does not apply is absent. */
  components: z
    .strictObject({
      ngram: fraction,
      weighted: fraction.optional(),
      syntax: fraction.optional(),
      dataflow: fraction.optional(),
    })
    .optional(),
})
const filesDetailSchema = z.strictObject({
  files: z.array(similarityOfFilesSchema),
  leftOut: z.array(z.strictObject({ side: z.enum(['produced', 'canonical']), path: z.string(), reason: z.string() })),
})
const checklistDetailSchema = z.strictObject({
  /** What made vectors of the sentences: scores of different ones cannot be compared. */
  embedder: z.string(),
  items: z.array(
    z.strictObject({ produced: z.string().nullable(), canonical: z.string().nullable(), similarity: z.number() }),
  ),
})
const parametersDetailSchema = z.strictObject({
  parameters: z.array(
    z.strictObject({
      of: z.string(),
      name: z.string(),
      similarity: fraction,
      exact: z.boolean(),
      /** Whether it means the same: addresses and whitespace written another way. */
      equivalent: z.boolean(),
      /** Why it counts as nothing, where no text was given. */
      problem: z.string().optional(),
    }),
  ),
  total: z.int(),
  exact: z.int(),
  equivalent: z.int(),
})
export type FilesDetail = z.infer<typeof filesDetailSchema>
export type ChecklistDetail = z.infer<typeof checklistDetailSchema>
export type ParametersDetail = z.infer<typeof parametersDetailSchema>

/** A score, or why there is none: never a number that stands for something unknown. */
export const scoreSchema = z.discriminatedUnion('scored', [
  z.strictObject({
    scored: z.literal(true),
    /** From 0 to 1; cosines can be below 0 in the paper's setting. */
    value: z.number().min(-1).max(1),
    detail: z.union([filesDetailSchema, checklistDetailSchema, parametersDetailSchema]),
  }),
  z.strictObject({
    scored: z.literal(false),
    reason: z.string(),
    /** That there was nothing to compare with: no fault of what was produced, and none of its missions. */
    nothingCanonical: z.literal(true).optional(),
  }),
])
export type Score = z.infer<typeof scoreSchema>

export const namedScoreSchema = z.strictObject({
  name: z.string(),
  setting: settingSchema,
  score: scoreSchema,
})
export type NamedScore = z.infer<typeof namedScoreSchema>

/** What a project consists of. */
export const factsSchema = z.strictObject({
  files: z.int(),
  bytes: z.int(),
  /** By language, the one with most lines first. */
  languages: z.array(
    z.strictObject({
      language: z.string(),
      files: z.int(),
      /** Lines that hold more than blanks and comments. */
      lines: z.int(),
      tokens: z.int(),
    }),
  ),
  /** Functions and methods with a body, and how many of these do nothing. */
  bodies: z.strictObject({ total: z.int(), empty: z.int(), placeholder: z.int() }),
  /** Files that were not looked into, and why. */
  leftOut: z.array(z.strictObject({ path: z.string(), reason: z.string() })),
})
export type Facts = z.infer<typeof factsSchema>

export const scoresRecordSchema = z.strictObject({
  schemaVersion,
  /** sha256 over all that was compared and how: scores are computed anew where it is another one. */
  digest: z.string(),
  scores: z.array(namedScoreSchema),
  /** Absent where there is no project. */
  facts: factsSchema.optional(),
})
export type ScoresRecord = z.infer<typeof scoresRecordSchema>

// ---- the summary, which is also what `--json` prints ------------------------------------------------------------

const count = z.int().nonnegative()
const tallySchema = z.strictObject({ total: count, passed: count })
/** What the agents of several trials used. Where it is unknown for one trial, it is unknown for all together. */
const poolUseSchema = agentUseSchema.omit({ models: true, notes: true })
export type PoolUse = z.infer<typeof poolUseSchema>
const countsSchema = z.strictObject({
  total: count,
  passed: count,
  failed: count,
  timeout: count,
  error: count,
  blocked: count,
  'bad-parameter': count,
  'not-run': count,
  unjudged: count,
  excluded: count,
})
/** From `low` to `high`; how it was made is in `harness/statistics/`. */
export const intervalSchema = z.strictObject({
  low: z.number(),
  high: z.number(),
  level: z.number().describe('How often such an interval holds the true value, such as 0.95.'),
  method: z.enum(['bootstrap', 'wilson']),
})
export type Interval = z.infer<typeof intervalSchema>

const share = z.number().min(0).max(1).nullable()
const outOfSchema = z.strictObject({
  known: count.describe('How many had at least k judged samples; only they are in the means.'),
  any: share.describe('Unbiased pass@k: at least one of k samples passes.'),
  all: share.describe('Unbiased pass^k: all of k samples pass.'),
})
/** What several samples of the same missions say together; null where nothing is known. */
export const triesSchema = z.strictObject({
  complete: count.describe('Samples of which all missions have ended.'),
  mean: share.describe('Mean score of the complete samples.'),
  best: share.describe('Score of the best complete sample.'),
  at: z.array(
    z.strictObject({
      k: z.int().min(1),
      points: outOfSchema.describe('Over testcodes and runnable points.'),
      missions: outOfSchema.describe('Over missions, which pass where everything in them does.'),
    }),
  ),
})
export type Tries = z.infer<typeof triesSchema>

const pooled = {
  trials: count,
  testcodes: countsSchema,
  runnable: tallySchema,
  points: tallySchema,
  /** Passed points / judged points; null where nothing was judged. */
  score: z.number().min(0).max(1).nullable(),
  /** The score if all that is unjudged had failed, and if all had passed; equal where everything was judged. */
  bounds: z.tuple([z.number(), z.number()]).nullable(),
  /** Where the score of such missions lies; null where too little was judged to say so. */
  interval: intervalSchema.nullable().default(null),
  seconds: z.number().nonnegative(),
  /** Where an agent called a model. */
  use: poolUseSchema.optional(),
}
export const groupSchema = z.strictObject({
  agent: z.string(),
  level: levelSchema,
  mode: modeSchema,
  samples: z.int().min(1),
  ...pooled,
  tries: triesSchema.optional(),
  missions: z.array(
    z.strictObject({
      id: z.string(),
      points: tallySchema,
      outcome: outcomeSchema,
      seconds: z.number().nonnegative(),
      tries: triesSchema.optional(),
    }),
  ),
})
export type Group = z.infer<typeof groupSchema>
export const summarySchema = z.strictObject({
  schemaVersion,
  runId: z.string(),
  folder: z.string(),
  report: z.string(),
  benchmark: z.string(),
  sandbox: z.string(),
  ...pooled,
  incomplete: z.boolean(),
  flaky: z
    .array(z.strictObject({ trial: z.string(), testcode: z.string(), statuses: z.array(statusSchema) }))
    .default([])
    .describe('Testcodes whose verdict changed when the same project was judged once more; the first one counts.'),
  groups: z.array(groupSchema),
})
export type Summary = z.infer<typeof summarySchema>
export type Counts = z.infer<typeof countsSchema>
export type Tally = z.infer<typeof tallySchema>

// ---- two agents, or two runs, against each other ----------------------------------------------------------------

const sideSchema = z.strictObject({ name: z.string(), score: share.describe('On the missions that both have.') })
const changedSchema = z.strictObject({ mission: z.string(), testcode: z.string() })
export const comparisonSchema = z.strictObject({
  a: sideSchema,
  b: sideSchema,
  missions: count.describe('Missions with judged points in both.'),
  difference: z.number().min(-1).max(1).nullable().describe('Score of A minus score of B.'),
  interval: intervalSchema.nullable(),
  p: share.describe('Two-sided, of the paired permutation test.'),
  corrected: share.describe('p, Holm-corrected for the number of comparisons.'),
  comparisons: count,
  exact: z.boolean().describe('Whether every way to swap missions was looked at, or some drawn.'),
  distinguishable: z.boolean(),
  detectable: z.number().positive().nullable().describe('The difference that would be found four times out of five.'),
  missionsNeeded: count.describe('With fewer missions no difference can be told from chance.'),
  changes: z
    .strictObject({ fixed: z.array(changedSchema), broken: z.array(changedSchema), same: count })
    .describe('Testcodes, from A to B.'),
  sentence: z.string(),
})
export type Comparison = z.infer<typeof comparisonSchema>

/** What `pe compare --json` prints. */
export const comparedSchema = z.strictObject({
  schemaVersion,
  comparisons: z.array(
    comparisonSchema.extend({
      a: sideSchema.extend({ runId: z.string(), agent: z.string(), level: levelSchema, mode: modeSchema }),
      b: sideSchema.extend({ runId: z.string(), agent: z.string(), level: levelSchema, mode: modeSchema }),
      forced: z.array(z.string()).describe('Why they would not have been compared without --force; empty otherwise.'),
    }),
  ),
})
export type Compared = z.infer<typeof comparedSchema>

// ---- many runs in one table ---------------------------------------------------------------------------------------

export const leaderboardSchema = z.strictObject({
  schemaVersion,
  rows: z.array(
    z.strictObject({
      agent: z.string(),
      outputFormat: z.string().nullable().describe('In which form it gives files; null where it has no such choice.'),
      runs: z.array(z.string()),
      date: z.string().describe('Of the newest of the runs.'),
      cells: z.array(
        z.strictObject({
          mode: modeSchema,
          level: levelSchema,
          score: share.describe('Over all samples.'),
          interval: intervalSchema.nullable(),
          best: share.describe('Of the best complete sample.'),
          samples: count,
          incomplete: z.boolean(),
        }),
      ),
      averages: z
        .strictObject({ cascade: share, direct: share, all: share })
        .describe('Of the scores; null where one is missing, since it would be an average of something else.'),
    }),
  ),
  forced: z.array(z.string()).describe('Why these runs would not have been ranked without --force; empty otherwise.'),
})
export type Leaderboard = z.infer<typeof leaderboardSchema>

// ---- similarities, as exports have them ----------------------------------------------------------------------------

/** A similarity of one trial; its value is null where there is none, for a reason. */
export const similaritySchema = z.strictObject({
  trial: z.string(),
  name: z.string(),
  setting: z.string(),
  value: z.number().nullable(),
  reason: z.string().optional(),
  embedder: z.string().optional().describe('What made vectors of sentences; only those of one can be compared.'),
})
export type Similarity = z.infer<typeof similaritySchema>

// ---- exports ----------------------------------------------------------------------------------------------------

/** What `pe export --format json` writes. */
export const exportSchema = z.strictObject({
  schemaVersion,
  run: runRecordSchema,
  summary: summarySchema,
  trials: z.array(trialRecordSchema),
  similarities: z.array(similaritySchema),
})
/** A line of what `pe export --format jsonl` writes: the run, each of its trials, each similarity, the summary. */
export const exportLineSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('run'), schemaVersion, run: runRecordSchema }),
  z.strictObject({ type: z.literal('trial'), trial: trialRecordSchema }),
  z.strictObject({ type: z.literal('similarity'), similarity: similaritySchema }),
  z.strictObject({ type: z.literal('summary'), summary: summarySchema }),
])
export type ExportLine = z.infer<typeof exportLineSchema>
