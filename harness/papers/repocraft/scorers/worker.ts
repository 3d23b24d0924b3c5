/** The process that surveys repositories. Its argument is the choice of the embedder, as JSON. */
import type { EmbedderChoice } from '../../../contracts/paper.ts'
import { loading, serve } from '../../../lib/processes/pool/serve.ts'
import { Parsers } from '../../../lib/syntax/parse.ts'
import { endOf, type Early } from '../../../scorers/early.ts'
import { embedderTool } from '../../../scorers/index.ts'
import { surveyOf, type Survey, type SurveyTask } from './survey.ts'

export const tasks = { survey }

const { open } = embedderTool(JSON.parse(process.argv[2] ?? '') as EmbedderChoice, process.env)
const parsers = new Parsers()

async function survey(task: SurveyTask): Promise<{ readonly how: 'done'; readonly survey: Survey } | Early> {
  try {
    return { how: 'done', survey: await surveyOf(task, parsers, () => loading(open)) }
  } catch (error) {
    return endOf(error)
  }
}

serve(tasks)
