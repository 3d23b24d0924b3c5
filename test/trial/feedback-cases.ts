/** Shared by the tests of feedback. */
import { expect, it } from 'vitest'
import type { AgentContext, Project, SubmissionResult } from '../../harness/contracts/types.ts'
import { runTrial } from '../../harness/trial/trial.ts'
import { hiddenInput } from '../fixtures/feedback/benchmark.ts'
import { brokenProject, projectFor } from '../fixtures/feedback/projects.ts'
import { place } from './feedback-trial.ts'

/** Submits these projects one after the other, and returns the last one. */
export function submitting(all: readonly string[], results: SubmissionResult[] = []) {
  return async (context: AgentContext): Promise<Project> => {
    for (const letters of all) results.push(await context.submit(projectFor(letters)))
    return projectFor(all.at(-1) ?? '')
  }
}

export function isToldNothingHidden(ids: readonly ('best' | 'terse')[]): void {
  it.each(ids)('holds nothing of hidden testcodes, whatever the project prints: %s', async (id) => {
    await using here = await place(id)
    const results: unknown[] = []
    const loud = { ...projectFor('a'), launch: { run: ['node', 'main.js'] } }
    const record = await runTrial(
      here.trial(async (context) => {
        for (const project of [loud, brokenProject('MY-OWN-OUTPUT')]) results.push(await context.submit(project))
        if (id === 'best') results.push(await context.check(loud))
        return loud
      }),
    )
    const told = JSON.stringify(results)
    // The record has the hidden data, and the agent does not.
    expect(JSON.stringify(record)).toContain(hiddenInput('b'))
    expect(told).not.toMatch(/HIDDEN|expect|evidence/i)
    expect(told).toContain('MY-OWN-OUTPUT')
    if (id === 'terse') expect(Object.keys((results[0] as SubmissionResult).testcodes[1] ?? {})).toEqual(['testcode'])
  })
}
