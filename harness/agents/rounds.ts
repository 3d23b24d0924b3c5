/** An agent that extends its own project, round after round. Each round is a submission. */
import { isUtf8 } from 'node:buffer'
import { AgentFault } from '../errors.ts'
import type { Brief } from '../contracts/schema.ts'
import type { Agent, AgentContext, Project, ProjectFile } from '../contracts/types.ts'

/** Characters of its own files that an agent is shown. */
const MOST_SHOWN = 400_000
/** Names of files that are not shown. */
const MOST_NAMED = 500
const CONTINUE = 'CONTINUE.md'

/**
 * The same agent, which is asked again to extend its project (`context.earlier`). An agent that continues returns the whole project.
 * For any other, files that a round does not write stay as they are, so no round has to repeat them, and none can remove a file.
 */
export function inRounds(agent: Agent, rounds: number): Agent {
  return {
    name: agent.name,
    answer: (...given) => agent.answer(...given),
    async generate(brief, context) {
      const inner = withoutSubmissions(context)
      let project = await agent.generate(brief, inner)
      for (let round = 2; round <= rounds; round += 1) {
        await context.submit(project)
        const next = await agent.generate(briefOfRound(brief, round, rounds), {
          ...contextOfRound(inner, round),
          earlier: project,
        })
        project = agent.continues === true ? next : extendProject(project, next)
      }
      return project
    },
  }
}

/** The rounds are the submissions, so the agent itself makes none. */
function withoutSubmissions(context: AgentContext): AgentContext {
  return {
    ...context,
    feedback: { ...context.feedback, submissions: 0 },
    submit: () => Promise.reject(new AgentFault('each round is a submission; none can be made in between', 'limit')),
  }
}

/** Output of a tool in a later round stands beside that of the rounds before. */
function contextOfRound(context: AgentContext, round: number): AgentContext {
  return { ...context, keepOutput: (name, text) => context.keepOutput(`round-${String(round)}.${name}`, text) }
}

/** The files of both; those of the later round replace earlier ones. */
export function extendProject(before: Project, after: Project): Project {
  const files = new Map<string, ProjectFile>()
  for (const file of [...before.files, ...after.files]) files.set(file.path, file)
  return { ...before, ...after, files: [...files.values()] }
}

/** The brief of a later round: the documents of the first one, and the task. */
export function briefOfRound(brief: Brief, round: number, rounds: number): Brief {
  const { input } = brief
  if (input.type !== 'documents') throw new TypeError(`the brief of a round has documents, and not a ${input.type}`)
  const task = { path: CONTINUE, role: 'other' as const, content: taskOf(round, rounds) }
  return { ...brief, input: { ...input, documents: [...input.documents, task] } }
}

function taskOf(round: number, rounds: number): string {
  return [
    `This is round ${String(round)} of ${String(rounds)}. You have written a project in the earlier rounds.`,
    'Extend it: add features that the description asks for or that its users would expect, and correct mistakes.',
    'Write only files that are new or changed, each as a whole. All other files stay as they are.',
  ].join('\n')
}

/** The files of earlier rounds as text, for the prompt of a model; empty in the first round. */
export function earlierText({ earlier }: Pick<AgentContext, 'earlier'>): string {
  if (earlier === undefined) return ''
  const { shown, left } = shownOf(earlier.files)
  const more = left.length - MOST_NAMED
  return [
    '',
    'Your project from the earlier rounds:',
    ...shown.map(({ path, content }) => `----- ${path} -----\n${content}`),
    ...(left.length === 0 ? [] : [`Files of yours that are not shown: ${left.slice(0, MOST_NAMED).join(', ')}`]),
    ...(more > 0 ? [`(and ${String(more)} more)`] : []),
  ].join('\n\n')
}

interface Shown {
  readonly shown: readonly { readonly path: string; readonly content: string }[]
  /** Paths of the others: not text, or beyond the limit. */
  readonly left: readonly string[]
}

function shownOf(files: readonly ProjectFile[]): Shown {
  let room = MOST_SHOWN
  const shown: Shown['shown'][number][] = []
  const left: string[] = []
  for (const { path, content } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const text = textOf(content)
    if (text === undefined || text.length > room) {
      left.push(path)
      continue
    }
    room -= text.length
    shown.push({ path, content: text })
  }
  return { shown, left }
}

function textOf(content: string | Uint8Array): string | undefined {
  if (typeof content === 'string') return content
  return isUtf8(content) && !content.includes(0) ? Buffer.from(content).toString('utf8') : undefined
}
