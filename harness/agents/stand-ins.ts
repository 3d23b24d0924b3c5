import type { Agent, Canonical } from '../contracts/types.ts'

/** An agent that returns a solution. */
export function solutionAgent(name: string, { project, answers }: Canonical): Agent {
  return { name, generate: () => Promise.resolve(project), answer: () => Promise.resolve(answers) }
}

/** Stands for an agent whose project and answers are on disk, so that it is never asked. */
export function silentAgent(name: string): Agent {
  const asked = () => Promise.reject(new TypeError(`agent "${name}" was asked, although its project is already there`))
  return { name, generate: asked, answer: asked }
}
