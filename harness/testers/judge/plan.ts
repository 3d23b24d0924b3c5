/** The plan of a benchmark for the tester `judge`, as plain data. */
import * as z from 'zod'
import { MOV_TASKS } from './drawn/mov.ts'

const absolute = z.string().startsWith('/')
const relative = z
  .string()
  .min(1)
  .refine((file) => !file.startsWith('/') && !file.split('/').includes('..'), 'a path below the folder')
const argv = z.array(z.string()).min(1)
const copies = z.array(z.strictObject({ from: absolute, to: relative, executable: z.boolean().optional() }))

/** How something that can be run is made. */
const programSchema = z.discriminatedUnion('kind', [
  /** The whole project: `cmake .` if there is a CMakeLists.txt, then `make` if there is a Makefile, and then `program`. */
  z.strictObject({ kind: z.literal('tree'), program: relative }),
  /** Some files of the project beside files of the benchmark, compiled by commands. */
  z.strictObject({
    kind: z.literal('files'),
    copies,
    /** Of several places in the project, the first one that exists. */
    takes: z.array(z.strictObject({ from: z.array(relative).min(1), to: relative })),
    compile: z.array(argv),
    /** Files that are copied to where the program runs. */
    keeps: z.array(relative).min(1),
    run: argv,
  }),
])
export type Program = z.infer<typeof programSchema>

export const pointLimitsSchema = z.strictObject({
  /** Processor time. */
  seconds: z.number().positive(),
  memoryMiB: z.number().positive(),
  outputMiB: z.number().positive().default(256),
  diskMiB: z.number().positive().default(64),
  files: z.int().positive().default(64),
})
export type PointLimits = z.infer<typeof pointLimitsSchema>

const expectedSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('file'), file: absolute }),
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  /** The output of another program for the same input. */
  z.strictObject({ kind: z.literal('oracle'), copies, argv }),
  /**
   * Another program, without code of the project, reads what the program printed and prints a result; points by a formula of
   * `formulas.ts`.
   */
  z.strictObject({ kind: z.literal('checker'), program: z.string(), copies, formula: z.enum(['attention']) }),
  /**
   * The harness answers the program over file descriptor 3, by `dialogues/`, and gives the points. What it answers from is a
   * file, or what another program prints for the input of the point.
   */
  z.strictObject({
    kind: z.literal('dialogue'),
    dialogue: z.enum(['minesweeper']),
    from: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('file'), file: absolute }),
      z.strictObject({ kind: z.literal('program'), program: z.string(), input: absolute }),
    ]),
  }),
  /** Input and expected output are drawn from the seed of the run, by `drawn/`; with another salt, others. */
  z.strictObject({ kind: z.literal('drawn'), drawn: z.enum(['buddy', ...MOV_TASKS]), salt: z.string().optional() }),
])
export type Expected = z.infer<typeof expectedSchema>

export const pointSchema = z.strictObject({
  program: z.string(),
  args: z.array(z.string()).default([]),
  /** Stdin. */
  input: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('file'), file: absolute }),
      z.strictObject({ kind: z.literal('text'), text: z.string() }),
    ])
    .optional(),
  /** Files of the benchmark beside the program while it runs. */
  copies: copies.default([]),
  /** Points of a group run one after the other in one folder. */
  group: z.string().optional(),
  /** A file that the program writes and that is compared instead of its stdout. */
  output: relative.optional(),
  expected: expectedSchema,
  compare: z
    .discriminatedUnion('how', [
      /** Without trailing blanks of a line and without final newlines. */
      z.strictObject({ how: z.literal('text') }),
      z.strictObject({ how: z.literal('binary') }),
      z.strictObject({ how: z.literal('tolerance'), absolute: z.number(), relative: z.number() }),
    ])
    .default({ how: 'text' }),
  /** `verdict`: a leak is not accepted. `note`: it is noted with an accepted point. */
  leak: z.enum(['verdict', 'note']).optional(),
  limits: pointLimitsSchema,
})
export type Point = z.infer<typeof pointSchema>

export const judgePlanSchema = z.strictObject({
  programs: z.record(z.string(), programSchema),
  /** Processor time of one command of a build, and half of it for waiting. */
  build: z.strictObject({ seconds: z.number().positive().max(600) }).default({ seconds: 120 }),
  points: z.record(z.string(), pointSchema),
})
export type JudgePlan = z.infer<typeof judgePlanSchema>
export type JudgePlanInput = z.input<typeof judgePlanSchema>
