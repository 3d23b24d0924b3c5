import type { Agent } from '../contracts/types.ts'
import { estimateTokens, costOf } from '../lib/models/cost.ts'
import { modelAgent } from './model.ts'
import { answerReader } from './output/read.ts'
import { launchOf } from './framework/launch.ts'
import type { MethodSettings } from '../contracts/paper.ts'
import { Setting } from './framework/setting.ts'
import { inputText } from './protocol/describe.ts'
import { prompts } from './protocol/prompts.ts'
import { earlierText } from './rounds.ts'
import { withTemplate } from './template.ts'

/** Characters of the prompt without the input. */
const PROMPT = 1500

/**
 * The baseline of agents that work in stages: one call for the whole project. Websites and programs need a second one, which says how
 * they are started.
 */
export function directAgent({ name, model, format }: MethodSettings): Agent {
  const settings = { name, model, format, repairs: 0 }
  const single = modelAgent({ ...settings, feedback: 0 })
  return {
    name,
    configuration: {
      ...{ kind: 'model', method: 'direct', server: model.server, model: model.model },
      ...{ parameters: { ...model.parameters }, format, prompts: prompts().digest },
    },
    price: model.price,
    estimate: (brief, { code }) => {
      const input = estimateTokens(JSON.stringify(brief).length + PROMPT)
      const output = estimateTokens(code)
      return { calls: 1, input, output, cost: costOf({ input, output }, model.price) }
    },
    generate: async (brief, context) => {
      const setting = new Setting(brief, context, settings, prompts())
      const { files, notes } = await setting.askShared(
        'code',
        'code',
        { input: inputText(brief) + earlierText(context) },
        (text) => answerReader.read('files', text, format),
      )
      for (const note of notes) context.note(`code: ${note}`)
      return withTemplate(brief, { files, ...(await launchOf(setting, files)) })
    },
    answer: (questions, project, context) => single.answer(questions, project, context),
  }
}
