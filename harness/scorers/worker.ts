/** The process that computes scores. Its argument is the choice of the embedder, as JSON. */
import { PeError, UsageError, messageOf } from '../errors.ts'
import { loading, serve } from '../lib/processes/pool/serve.ts'
import { Analyser } from './analyser.ts'
import { Graphs } from './architecture/graphs.ts'
import type { EmbedderChoice } from '../contracts/paper.ts'
import { embedderTool } from './index.ts'
import { surveyOf, type Survey, type SurveyTask } from './repository/survey.ts'
import { carryOut, type Part, type Task } from './task.ts'

/** Why a task ended early. */
export interface Early {
  readonly how: 'usage' | 'exhausted' | 'broken'
  readonly reason: string
}
/** How a task ended: with all scores, or early with a reason. */
export type End = { readonly how: 'done' } | Early

export const tasks = { score, survey }

const { score: name, open } = embedderTool(JSON.parse(process.argv[2] ?? '') as EmbedderChoice, process.env)
const analyser = new Analyser()
const graphs = new Graphs(analyser.parsers)
const tools = { analyser, graphs, embedder: { score: name, open: () => loading(open) } }

async function score(task: Task, send: (part: Part) => void): Promise<End> {
  try {
    for await (const part of carryOut(task, tools)) send(part)
    return { how: 'done' }
  } catch (error) {
    return endOf(error)
  }
}

async function survey(task: SurveyTask): Promise<{ readonly how: 'done'; readonly survey: Survey } | Early> {
  try {
    return { how: 'done', survey: await surveyOf(task, tools.analyser.parsers, tools.embedder.open) }
  } catch (error) {
    return endOf(error)
  }
}

/** Classifies an error by its class. */
function endOf(error: unknown): Early {
  if (error instanceof UsageError) return { how: 'usage', reason: messageOf(error) }
  // A table, a string or the parser's memory has reached its maximum size.
  if (error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError'))
    return { how: 'exhausted', reason: `it exceeds a limit: ${error.message}` }
  if (error instanceof PeError) return { how: 'broken', reason: messageOf(error) }
  throw error
}

serve(tasks)
