import type { CheckResult, TextFile } from '../../../contracts/types.ts'
import { AgentFault } from '../../../errors.ts'
import { checkText, everythingPassed } from '../../../agents/protocol/feedback-text.ts'
import { filesText } from '../../../agents/protocol/describe.ts'
import { compileProblems } from '../../../agents/framework/compile.ts'
import { uselessReason, type Setting } from '../../../agents/framework/setting.ts'
import { readJudgementOf } from '../../../agents/framework/stage.ts'

/** The result of trying a version of the code. */
export interface Tried {
  /** Nothing is left to correct. */
  readonly isDone: boolean
  /** To compare versions: -1 if it does not compile, else the share of the visible tests or of the score. */
  readonly value: number
  readonly score?: number
  readonly checks?: { readonly passed: number; readonly of: number }
  /** Why it could not be tried. */
  readonly problem?: string
  /** The text that a diagnosis begins with; undefined if there is nothing to correct, or nothing is known. */
  readonly feedback?: string
}

const ACCEPTED = 8
/** Characters of the project that is judged by a model. */
const JUDGED = 150_000

/** Compiles the files and then runs the visible tests. Without visible tests, a model judges them. */
export async function tryOut(files: readonly TextFile[], setting: Setting): Promise<Tried> {
  const { context } = setting
  const problems = await compileProblems(files, context)
  if (problems !== undefined) {
    const feedback = `It does not compile:\n${problems}`
    return { isDone: false, value: -1, problem: feedback, feedback }
  }
  return context.feedback.checks ? checked(files, setting) : judged(files, setting)
}

async function checked(files: readonly TextFile[], { context }: Setting): Promise<Tried> {
  try {
    const result = await context.check({ files })
    if (result.outcome === 'unjudged')
      return { isDone: false, value: 0, problem: result.reason ?? 'the visible tests could not be run' }
    const checks = countOf(result)
    const isDone = everythingPassed(result)
    return {
      ...{ isDone, checks, value: checks.of === 0 ? 0 : checks.passed / checks.of },
      ...(isDone ? {} : { feedback: checkText(result) }),
    }
  } catch (error) {
    if (!(error instanceof AgentFault)) throw error
    return { isDone: false, value: 0, problem: error.message }
  }
}

function countOf({ suites }: CheckResult): { readonly passed: number; readonly of: number } {
  const all = suites.flatMap(({ testcodes }) => testcodes).filter(({ status }) => status !== 'excluded')
  return { passed: all.filter(({ status }) => status === 'passed').length, of: all.length }
}

async function judged(files: readonly TextFile[], setting: Setting): Promise<Tried> {
  try {
    const project = filesText(files).slice(0, JUDGED)
    const { score, feedback } = await setting.ask('judge code', 'judge-code', { project }, readJudgementOf)
    const isDone = score >= ACCEPTED
    return { isDone, value: score / 10, score, ...(isDone ? {} : { feedback: `A reviewer says:\n${feedback}` }) }
  } catch (error) {
    if (!(error instanceof AgentFault)) throw error
    return { isDone: false, value: 0, problem: `the judge could not be understood: ${uselessReason(error)}` }
  }
}
