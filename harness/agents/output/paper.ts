/**
 * Reads answers as strictly as the paper of ProjectEval: the whole answer is JSON of the requested form, in one fenced block at most. An
 * answer in another form is lost, and is not repaired.
 */
import * as z from 'zod'
import { AgentFault } from '../../errors.ts'
import type { Answers, Checklist, Question } from '../../contracts/schema.ts'
import { groupBy } from '../../lib/collections/group-by.ts'
import type { ReadAnswers } from './answers.ts'
import { readPath } from './paths.ts'
import type { ReadFiles } from './project.ts'

const filesSchema = z.array(z.object({ file: z.string(), path: z.string(), code: z.string() })).min(1)
const text = z.string().trim().min(1)
const checklistSchema = z
  .array(z.object({ page: text, function: z.array(z.object({ function: text, description: text })).min(1) }))
  .min(1)
const answersSchema = z.array(
  z.object({
    page: z.string(),
    function: z.array(
      z.object({
        function: z.string(),
        parameter: z.array(z.object({ name: z.string(), answer: z.unknown() })),
      }),
    ),
  }),
)

/** @throws AgentFault if the answer is not exactly a list of files with safe paths */
export function readPaperFiles(answer: string): ReadFiles {
  const files = strictly(answer, filesSchema).map(({ path, code }) => {
    const read = readPath(path)
    if ('problem' in read) throw invalid(`the path ${JSON.stringify(path.slice(0, 100))} ${read.problem}`)
    return { path: read.path, content: code }
  })
  // Of two files with one path, the later one replaces the other when they are written.
  return { files: [...new Map(files.map((file) => [file.path, file])).values()], notes: [] }
}

/** @throws AgentFault if the answer is not exactly a checklist */
export function readPaperChecklist(answer: string): Checklist {
  return strictly(answer, checklistSchema).map(({ page, function: functions }) => ({ page, functions }))
}

/** Values of testcodes by page and function, in the order of the questions. An answer in another form has no values. */
export function readPaperAnswers(answer: string, questions: readonly Question[]): ReadAnswers {
  const pages = parsed(answer, answersSchema)
  if (!pages.success) return { answers: {}, notes: [`the parameter values are lost: ${pages.problem}`] }
  const given = pages.value.flatMap(({ page, function: functions }) =>
    functions.map(({ function: name, parameter }) => ({ page, function: name, parameter })),
  )
  const open = groupBy(given, keyOf)
  const answers: Answers = Object.fromEntries(
    questions.map((question) => {
      const values = open.get(keyOf(question))?.shift()?.parameter ?? []
      return [question.testcode, Object.fromEntries(values.map(({ name, answer: value }) => [name, value]))]
    }),
  )
  return { answers, notes: [] }
}

function keyOf({ page, function: name }: { readonly page: string; readonly function: string }): string {
  return JSON.stringify([page.trim(), name.trim()])
}

function strictly<T>(answer: string, schema: z.ZodType<T>): T {
  const result = parsed(answer, schema)
  if (result.success) return result.value
  throw invalid(result.problem)
}

type Parsed<T> = { readonly success: true; readonly value: T } | { readonly success: false; readonly problem: string }

function parsed<T>(answer: string, schema: z.ZodType<T>): Parsed<T> {
  const [, inside = answer] = /^\s*```(?:json)?[ \t]*\n([^]*?)\n?```\s*$/.exec(answer) ?? []
  try {
    const result = schema.safeParse(JSON.parse(inside))
    if (result.success) return { success: true, value: result.data }
    const [issue] = result.error.issues
    const place = issue?.path.map(String).join('.') ?? ''
    return { success: false, problem: `${place === '' ? '' : `${place}: `}${issue?.message ?? ''}` }
  } catch {
    return { success: false, problem: 'it is not JSON, or not JSON alone' }
  }
}

function invalid(problem: string): AgentFault {
  return new AgentFault(`the answer is not in the format that was asked for: ${problem}`, 'unreadable')
}
