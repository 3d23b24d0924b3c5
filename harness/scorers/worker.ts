/** The process that computes scores. Its argument is the choice of the embedder, as JSON. */
import { loading, serve } from '../lib/processes/pool/serve.ts'
import { Analyser } from './analyser.ts'
import { Graphs } from './architecture/graphs.ts'
import type { EmbedderChoice } from '../contracts/paper.ts'
import { embedderTool } from './index.ts'
import { endOf, type Early } from './early.ts'
import { carryOut, type Part, type Task } from './task.ts'

/** How a task ended: with all scores, or early with a reason. */
export type End = { readonly how: 'done' } | Early

export const tasks = { score }

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

serve(tasks)
