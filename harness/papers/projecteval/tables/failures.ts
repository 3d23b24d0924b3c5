/** The failure classes of section 5.1, counted. */
import { isJudged } from '../../../contracts/points.ts'
import type { Facts, TrialRecord } from '../../../contracts/schema.ts'
import { groupBy } from '../../../lib/collections/group-by.ts'
import type { TableContent, TableRow } from '../../../lib/statistics/paper-table.ts'
import { agentNames } from '../../../lib/statistics/row-names.ts'
import type { RunData } from '../../../lib/statistics/sides.ts'
import { verdictsOf } from '../../../lib/statistics/tries.ts'

/** A trial is in exactly one class. */
const CLASSES = [
  'Unreadable answer',
  'No answer',
  'Missing essential file',
  'Does not start',
  'Wrong behaviour',
  'All passed',
  'Not judged',
] as const
type FailureClass = (typeof CLASSES)[number]

function classOf(trial: TrialRecord): FailureClass {
  const { outcome, fault, failedAt } = trial
  if (outcome === 'no-project') return fault === 'unreadable' ? 'Unreadable answer' : 'No answer'
  if (outcome === 'not-launched') return failedAt === 'files' ? 'Missing essential file' : 'Does not start'
  const statuses = verdictsOf(trial).map(({ status }) => status)
  const judged = statuses.filter(isJudged)
  if (outcome !== 'judged' || judged.length === 0) return 'Not judged'
  if (judged.some((status) => status !== 'passed')) return 'Wrong behaviour'
  return statuses.includes('unjudged') ? 'Not judged' : 'All passed'
}

interface ClassifiedTrial {
  readonly agent: string
  readonly failure: FailureClass
  /** Undefined if nobody has looked into its files. */
  readonly facts: Facts | undefined
}

export function failures(runs: readonly RunData[]): TableContent {
  const nameOf = agentNames(runs)
  const all = runs.flatMap(({ run, trials, facts }): ClassifiedTrial[] =>
    trials.map((trial) => ({
      agent: nameOf({ run, agent: trial.trial.agent }),
      failure: classOf(trial),
      facts: facts?.get(trial.trial.id),
    })),
  )
  const rows = [...groupBy(all, ({ agent }) => agent)].map(([name, own]): TableRow => {
    const looked = own.flatMap(({ facts }) => facts ?? [])
    return {
      name,
      cells: [
        own.length,
        ...CLASSES.map((each) => share(own.filter(({ failure }) => failure === each).length, own.length)),
        share(looked.filter(omits).length, looked.length),
      ],
    }
  })
  return {
    of: 'Model',
    columns: [
      { group: '', name: 'Projects', digits: 0 },
      ...[...CLASSES, 'Omitted content'].map((name) => ({ group: '', name, digits: 2 })),
    ],
    rows,
    notes: [
      'A project is in one of the classes; beside them, it omits content if the body of a function or method is empty or a placeholder.',
      'A missing file is the one that starts the project. Unreadable answers are fewer here than in the paper, unless --protocol paper reads' +
        ' them: other answers are repaired.',
    ],
  }
}

function omits({ bodies }: Facts): boolean {
  return bodies.empty + bodies.placeholder > 0
}

function share(part: number, all: number): number | null {
  return all === 0 ? null : (100 * part) / all
}
