import type { Agent, Mission } from '../../contracts/types.ts'
import type { AgentSetup } from '../setup.ts'
import { sameForAll } from './page.ts'
import { ELEMENTS, plausibleAnswers } from './plausible.ts'

/** Prints the text of prompt and checklist on every page and after every input line, and implements nothing. */
export function echoAgent({ mission }: AgentSetup): Agent {
  return {
    name: 'echo',
    generate(brief) {
      const about = mission(brief.mission)
      return Promise.resolve(sameForAll(about, pageOf(about), sentences(about).join('\n')))
    },
    answer: (_questions, _project, context) => Promise.resolve(plausibleAnswers(mission(context.mission))),
  }
}

function sentences({ title, prompt = '', checklist = [] }: Mission): string[] {
  const items = checklist.flatMap(({ page, functions }) => [
    page,
    ...functions.flatMap((entry) => [entry.function, entry.description]),
  ])
  return [title, prompt, ...items]
}

function pageOf(mission: Mission): string {
  const paragraphs = sentences(mission).map((sentence) => `<p>${escaped(sentence)}</p>`)
  const body = [...paragraphs, ...Object.values(ELEMENTS)].join('\n')
  return `<!doctype html><html lang="en"><head><title>${escaped(mission.title)}</title></head><body>${body}</body></html>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
