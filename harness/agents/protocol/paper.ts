/** Formats values as the JSON of ProjectEval, in which its paper gives missions to models. */
import type { Brief, Input, Question } from '../../contracts/schema.ts'
import type { ProjectFile } from '../../contracts/types.ts'
import { levelAndMode } from '../../contracts/variants.ts'
import { groupBy } from '../../lib/collections/group-by.ts'
import { prompts, type Prompts } from './prompts.ts'

/** The request of one step of a model. */
export function paperRequest(
  step: 'checklist' | 'skeleton' | 'code',
  input: Input,
  { stack }: Pick<Brief, 'stack'>,
  templates: Prompts = prompts(),
): string {
  return templates.fill(`paper-${step}`, { input: inputJson(input), stack })
}

/** The first request about a mission; undefined if its benchmark has no prompts of a paper. */
export function firstPaperRequest(brief: Brief): string | undefined {
  const { input, variant } = brief
  const found = levelAndMode(variant)
  if (input.type === 'documents' || found === undefined) return undefined
  const first = input.type === 'prompt' ? 'checklist' : 'skeleton'
  return paperRequest(found.mode === 'cascade' ? first : 'code', input, brief)
}

/** Levels 1 to 3: the prompt, the checklist or the files of the skeleton. */
export function inputJson(input: Input): string {
  switch (input.type) {
    case 'prompt':
      return JSON.stringify(input.prompt)
    case 'checklist':
      return JSON.stringify(
        input.checklist.map(({ page, required, functions }) => ({ page, required, function: functions })),
        undefined,
        1,
      )
    case 'skeleton':
      return filesJson(input.files)
    case 'documents':
      throw new TypeError('ProjectEval has no missions with documents')
  }
}

export function filesJson(files: readonly ProjectFile[]): string {
  const items = files.map(({ path, content }) => ({
    file: path.split('/').at(-1),
    path,
    code: typeof content === 'string' ? content : Buffer.from(content).toString('utf8'),
  }))
  return JSON.stringify(items, undefined, 1)
}

/** The parameters of each testcode, by page and function. */
export function questionsJson(questions: readonly Question[]): string {
  const pages = [...groupBy(questions, ({ page }) => page)].map(([page, own]) => ({
    page,
    function: own.map(({ function: name, parameters }) => ({
      function: name,
      parameter: parameters.map((parameter) => ({ name: parameter.name, description: parameter.description })),
    })),
  }))
  return JSON.stringify(pages, undefined, 1)
}
