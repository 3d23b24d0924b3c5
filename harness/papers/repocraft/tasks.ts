/** Reads tasks in the shape that the published pipeline of RepoCraft writes. The published tasks themselves were never released. */
import * as z from 'zod'
import { sha256 } from '../../lib/files/digest.ts'

/** The published set has 1,052 tasks in six libraries. */
const MOST_TASKS = 5000
const MOST_TESTS = 500
const LONGEST_NAME = 300
const LONGEST_TEXT = 20_000
const LONGEST_CODE = 400_000

const name = z.string().trim().min(1).max(LONGEST_NAME)
const text = z.string().trim().min(1).max(LONGEST_TEXT)

/** An id is shown in reports and names a verdict. */
// eslint-disable-next-line no-control-regex -- control characters are what is refused
const id = z.union([z.int(), name.regex(/^[^\u0000-\u001f\u007f]+$/, 'no control characters')]).transform(String)

/** Fields that the pipeline may add are ignored. */
const publishedTask = z.object({
  /** The pipeline numbers tasks late, so some files have no ids. */
  id: id.optional(),
  category: name,
  /** The path of the test file where the tasks were made; it may be absolute, and is never opened. */
  file: z.string().min(1).max(1000),
  /** `functions`, or the class that holds the tests. */
  module: name,
  /** The algorithm that the tests have in common, or how many of them were sampled. */
  cap: z
    .union([z.string().max(LONGEST_NAME), z.number()])
    .transform(String)
    .default(''),
  /** The names of the test functions. */
  functions: z.array(name).min(1).max(MOST_TESTS),
  /** Their code. */
  query_code: z.string().min(1).max(LONGEST_CODE),
  alg_description: text,
  task_query: text,
})

export interface Task {
  /** Unique among the tasks of a library. */
  readonly id: string
  readonly category: string
  readonly file: string
  readonly module: string
  readonly cap: string
  readonly tests: readonly string[]
  readonly code: string
  readonly algorithm: string
  readonly query: string
}

export const tasksSchema = z
  .array(publishedTask)
  .max(MOST_TASKS)
  .transform((tasks) => tasks.map(taskOf))
  .superRefine((tasks, context) => {
    const seen = new Set<string>()
    for (const task of tasks) {
      if (task.id === RESERVED) context.addIssue({ code: 'custom', message: `"${RESERVED}" is no id of a task` })
      if (seen.has(task.id)) context.addIssue({ code: 'custom', message: `the task "${task.id}" is there twice` })
      seen.add(task.id)
    }
  })

/** The name of the point for a project that runs. */
const RESERVED = 'runnable'

function taskOf(published: z.infer<typeof publishedTask>): Task {
  const { category, file, module, cap, functions, query_code: code } = published
  return {
    id: published.id ?? idOf(published),
    ...{ category, file, module, cap, code },
    tests: functions,
    algorithm: published.alg_description,
    query: published.task_query,
  }
}

/** The same for the same tests, wherever the task stands in its file. */
function idOf({ category, file, module, cap, functions }: z.infer<typeof publishedTask>): string {
  return `task-${sha256(JSON.stringify([category, file, module, cap, functions])).slice(0, 12)}`
}
