import { BASELINES, EXECUTABILITY, LIBRARY_BASELINES, WINDOW_BASELINES } from '../../contracts/vocabulary.ts'
import { UsageError } from '../../errors.ts'
import type { Agent, Mission } from '../../contracts/types.ts'
import { judge } from './judge.ts'
import type { BaselineResult, Finding } from './results.ts'
import type { Bench, Subject } from './subject.ts'

export interface BaselineResults {
  readonly results: readonly BaselineResult[]
  readonly findings: readonly Finding[]
  readonly skipped: readonly string[]
}

/** Whether a baseline is one for missions of this kind. A window that a person uses, or a library, is nothing like a page. */
export function isBaselineFor({ kind }: Mission, name: string): boolean {
  if (kind === 'desktop') return ['null', ...WINDOW_BASELINES].includes(name)
  if (kind === 'library') return ['null', ...LIBRARY_BASELINES].includes(name)
  return (BASELINES as readonly string[]).includes(name)
}

/** Hidden tests of a library are those that were published: what they do not ask for cannot be corrected here. */
const PUBLISHED = 'the published test asks for no more'

/** @param agents Those for this kind of mission */
export async function judgeBaselines(
  subject: Subject,
  agents: ReadonlyMap<string, Agent>,
  bench: Bench,
): Promise<BaselineResults> {
  const all = await Promise.all([...agents].map(([name, agent]) => judgeBaseline(subject, name, agent, bench)))
  const results = all.filter((each) => typeof each !== 'string')
  return {
    results,
    findings: staleExceptions(subject, results),
    skipped: all.filter((each) => typeof each === 'string'),
  }
}

/** @returns A text with the reason if there is nothing to judge */
async function judgeBaseline(
  { mission: whole, testcodes, proofs }: Subject,
  name: string,
  agent: Agent,
  { around, limit }: Bench,
): Promise<BaselineResult | string> {
  const mission = withoutExecutability(whole)
  try {
    const { verdicts } = await limit(() => judge({ mission, testcodes, agent }, around))
    const [runnable, ...others] = verdicts
    const { baselines } = proofs.exceptions
    const passed = others.filter(({ status }) => status === 'passed')
    return {
      mission: mission.id,
      agent: name,
      testcodes: others.filter(({ status }) => status !== 'excluded').length,
      passes: passed.map(({ testcode }) => ({
        testcode,
        why:
          baselines.find((each) => each.agent === name && each.testcode === testcode)?.why ??
          (mission.kind === 'library' ? PUBLISHED : undefined),
      })),
      runnable: runnable?.status === 'passed',
      unjudged: verdicts.filter(({ status }) => status === 'unjudged').length,
    }
  } catch (error) {
    if (error instanceof UsageError) return `${mission.id}: baseline ${name}: ${error.message}`
    throw error
  }
}

/** A window without a game in it runs for a minute, too; other missions have no such suite. */
function withoutExecutability(mission: Mission): Mission {
  if (mission.kind !== 'desktop') return mission
  return { ...mission, suites: mission.suites.filter(({ id }) => id !== EXECUTABILITY) }
}

function staleExceptions({ mission, proofs }: Subject, results: readonly BaselineResult[]): Finding[] {
  return proofs.exceptions.baselines
    .filter(({ agent, testcode }) => {
      const result = results.find((each) => each.agent === agent)
      return result?.unjudged === 0 && !result.passes.some((pass) => pass.testcode === testcode)
    })
    .map(({ agent, testcode }) => ({
      mission: mission.id,
      kind: 'exceptions',
      text: `"${agent}" does not pass "${testcode}" any more: remove the entry from exceptions.yaml`,
    }))
}
