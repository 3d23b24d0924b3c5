import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'
import { UsageError, messageOf } from '../../errors.ts'
import { loadModule } from '../../lib/files/load-module.ts'
import { drawFrom, type Draw, type DrawnPoint } from './points.ts'

const PROBLEM_FILE = 'problem.yaml'

const positive = z.number().positive()
const limitsSchema = z.strictObject({
  seconds: positive,
  memoryMiB: positive,
  outputMiB: positive.optional(),
  diskMiB: positive.optional(),
  files: z.int().positive().optional(),
})

/** `problem.yaml` */
const problemSchema = z
  .strictObject({
    title: z.string().min(1),
    /** A header is submitted, and `driver.cpp` includes it. */
    header: z.string().optional(),
    /** A repository is submitted, whose build makes this program. */
    program: z.string().optional(),
    limits: limitsSchema,
  })
  .refine(({ header, program }) => (header === undefined) !== (program === undefined), 'needs a header or a program')

/** The verdict that a fault must get in at least one point. All other points pass or get the same verdict. */
export const FAULT_VERDICTS = ['wrong', 'time', 'memory', 'output', 'crash', 'leak', 'disk', 'build'] as const
export type FaultVerdict = (typeof FAULT_VERDICTS)[number]

const change = z.strictObject({ find: z.string().min(1), replace: z.string() })
/** `faults.yaml` */
const faultsSchema = z.array(
  change.extend({
    id: z.string().min(1),
    solution: z.string(),
    /** The only file of the solution beside its build by default. */
    file: z.string().optional(),
    also: change.optional(),
    verdict: z.enum(FAULT_VERDICTS),
  }),
)
export type JudgeFault = z.infer<typeof faultsSchema>[number]

/** The folders of missions and of their solutions. */
export interface ProblemFolders {
  readonly missions: string
  readonly canonical: string
}

export interface Problem extends z.infer<typeof problemSchema> {
  readonly id: string
  readonly folder: string
  /** With a folder for each language. */
  readonly solutions: string
  readonly statement: string
  readonly points: readonly DrawnPoint[]
}

/** Whether a mission is a problem for the tester `judge`. */
export function isProblem(missions: string, id: string): boolean {
  return existsSync(path.join(missions, id, PROBLEM_FILE))
}

/** @throws UsageError naming the file and what is wrong with it */
export async function readProblem({ missions, canonical }: ProblemFolders, id: string): Promise<Problem> {
  const folder = path.join(missions, id)
  const described = read(path.join(folder, PROBLEM_FILE), problemSchema)
  const statement = readFileSync(path.join(folder, 'statement.md'), 'utf8')
  const tests = path.join(folder, 'tests.ts')
  const points = (await loadModule(existsSync(tests) ? tests : tests.replace(/\.ts$/, '.js'))).default
  if (typeof points !== 'function') throw new UsageError(`${tests} exports no function`)
  const drawn = (points as (draw: Draw) => DrawnPoint[])(drawFrom(id))
  return { ...described, id, folder, solutions: path.join(canonical, id), statement, points: drawn }
}

/** None if there is no such file. */
export function readFaults({ solutions }: Problem): readonly JudgeFault[] {
  const file = path.join(solutions, 'faults.yaml')
  return existsSync(file) ? read(file, faultsSchema) : []
}

function read<T>(file: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw new UsageError(`${file} is not right: ${messageOf(error).slice(0, 300)}`, { cause: error })
  }
}
