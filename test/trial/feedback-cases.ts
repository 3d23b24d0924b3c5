/** Shared by the tests of feedback. */
import type { AgentContext, Project, SubmissionResult } from '../../harness/contracts/types.ts'
import { projectFor } from '../fixtures/feedback/projects.ts'

/** Submits these projects one after the other, and returns the last one. */
export function submitting(all: readonly string[], results: SubmissionResult[] = []) {
  return async (context: AgentContext): Promise<Project> => {
    for (const letters of all) results.push(await context.submit(projectFor(letters)))
    return projectFor(all.at(-1) ?? '')
  }
}
