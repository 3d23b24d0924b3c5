/** The visible tests of the mission, if it has any: their failures are localised in the graph and corrected. */
import { GRAPH_LIMITS } from '../../../../contracts/schema.ts'
import type { CheckResult } from '../../../../contracts/types.ts'
import { AgentFault } from '../../../../errors.ts'
import { record } from '../../../../agents/framework/rounds.ts'
import type { Finding } from '../../../../agents/output/diagnosis.ts'
import { answerReader } from '../../../../agents/output/read.ts'
import { checkText, everythingPassed } from '../../../../agents/protocol/feedback-text.ts'
import { unitsText } from '../graph/text.ts'
import type { Unit } from '../graph/units.ts'
import { askForCorrection } from './ask.ts'
import { passes, type Board } from './board.ts'
import { testOf } from './unit.ts'

/** Units that one round corrects. */
const MOST_UNITS = 6
/** Characters of the results in a prompt. */
const LONGEST = 12_000

interface Checked {
  readonly value: number
  readonly isDone: boolean
  readonly results?: string
}

/** At most eight rounds of corrections. A round after which fewer visible tests pass is undone. */
export async function integrate(board: Board): Promise<void> {
  if (!board.setting.context.feedback.checks) return
  let best = await checked(board, 1, [])
  for (let round = 1; round <= GRAPH_LIMITS.repairs && !best.isDone && best.results !== undefined; round += 1) {
    const before = new Map(board.sources)
    const changes = await corrections(board, best.results, round)
    if (changes.size === 0) break
    for (const [id, code] of changes) board.sources.set(id, code)
    const next = await checked(board, round + 1, [...changes.keys()])
    if (next.value >= best.value) best = next
    else for (const [id, code] of before) board.sources.set(id, code)
  }
  await recheck(board)
}

async function checked(board: Board, round: number, changed: readonly string[]): Promise<Checked> {
  try {
    const result = await board.setting.context.check({ files: board.filesWith() })
    return report(board, round, changed, result)
  } catch (error) {
    if (!(error instanceof AgentFault)) throw error
    record(board.setting, {
      ...{ stage: 'integration', round, accepted: false, problem: error.message.slice(0, 4000), files: [] },
    })
    return { value: 0, isDone: false }
  }
}

function report(board: Board, round: number, changed: readonly string[], result: CheckResult): Checked {
  const all = result.suites.flatMap(({ testcodes }) => testcodes).filter(({ status }) => status !== 'excluded')
  const checks = { passed: all.filter(({ status }) => status === 'passed').length, of: all.length }
  const isDone = everythingPassed(result)
  const results = checkText(result)
  const told = result.outcome === 'unjudged' ? { problem: result.reason ?? 'the visible tests could not be run' } : {}
  const feedback = isDone ? {} : { feedback: results.slice(0, 8000) }
  record(board.setting, {
    stage: 'integration',
    round,
    accepted: isDone,
    checks,
    files: [...changed],
    ...told,
    ...feedback,
  })
  const value = checks.of === 0 ? 0 : checks.passed / checks.of
  return { value, isDone, ...(result.outcome === 'unjudged' ? {} : { results }) }
}

/** Unit → corrected code. */
async function corrections(board: Board, all: string, round: number): Promise<ReadonlyMap<string, string>> {
  const results = all.slice(0, LONGEST)
  const states = new Map(board.units.map(({ id }) => [id, board.work.get(id)?.state ?? 'planned']))
  const changes = new Map<string, string>()
  try {
    const values = { units: unitsText(board.units, states), results, number: String(round) }
    const findings = await board.setting.ask('localisation', 'localise', values, (text) =>
      answerReader.read('diagnosis', text),
    )
    for (const unit of namedUnits(board, findings).slice(0, MOST_UNITS)) {
      const own = findings
        .filter(({ files }) => files.includes(unit.id) || files.includes(unit.path))
        .map(({ cause, fix }) => `${cause}: ${fix}`)
      const code = await askForCorrection(board, unit, changes, { findings: own, results, round })
      if (code !== undefined && code !== board.sources.get(unit.id)) changes.set(unit.id, code)
    }
  } catch (error) {
    if (!(error instanceof AgentFault)) throw error
    board.note(`integration: ${error.message}`)
  }
  return changes
}

/** In the order of the layers, so that a unit is corrected after those that it needs. */
function namedUnits(board: Board, findings: readonly Finding[]): Unit[] {
  const named = new Set(findings.flatMap(({ files }) => files))
  return board.units
    .filter(({ id, path }) => named.has(id) || named.has(path))
    .toSorted((one, other) => one.layer - other.layer)
}

/** Visible tests count more than those of the agent: their corrections stay even if these fail now. */
async function recheck(board: Board): Promise<void> {
  for (const unit of board.units) {
    const work = board.workOf(unit)
    if (work.test === undefined || !passes(work.state)) continue
    const { passed, of } = await testOf(board, unit, { changes: new Map(), test: work.test })
    if (passed === of) continue
    work.state = 'failed'
    work.note = 'its test does not pass any more after the corrections for the visible tests'
  }
}
