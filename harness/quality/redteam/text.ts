/** Pure: formats what attackers gained as text. */
import { groupBy } from '../../lib/collections/group-by.ts'
import { pluralise } from '../../lib/wording/count.ts'
import { formatTable } from '../../reporters/table.ts'
import type { PointKind } from './controls.ts'
import type { Round } from './rounds.ts'

/** How an attack ended. `faulty`: an attacker could not be asked, or testcodes could not be judged. */
export type AttackOutcome = 'gained' | 'nothing' | 'faulty'

/** Nothing was gained only if every round of every mission was judged, and at least one of each had a project. */
export function attackOutcome(rounds: readonly Round[]): AttackOutcome {
  if (rounds.some(({ points }) => points.some(({ kind }) => kind === 'gained'))) return 'gained'
  return problemsOf(rounds).length > 0 ? 'faulty' : 'nothing'
}

/** Why the attack says less than it should. */
export function problemsOf(rounds: readonly Round[]): string[] {
  return [...groupBy(rounds, ({ mission }) => mission)].flatMap(([mission, own]) => {
    const faults = own.filter(({ outcome }) => outcome === 'unjudged')
    const untried = own.every(({ outcome }) => outcome === 'no-project')
    const open = own.filter(({ outcome, unjudged }) => outcome !== 'unjudged' && unjudged.length > 0)
    return [
      ...faults.map((each) => `${mission}: round ${each.round} could not be run: ${each.reason ?? ''}`),
      ...(untried ? [`${mission}: no round had a project: ${own.at(-1)?.reason ?? ''}`] : []),
      ...open.map((each) => `${mission}: round ${each.round} left ${each.unjudged.join(', ')} unjudged`),
    ]
  })
}

export function attackText(rounds: readonly Round[]): string {
  const lines = rounds.flatMap((round) => [
    ...(round.reason === undefined ? [] : [`${place(round)}: ${round.reason}`]),
    ...(['gained', 'open'] as const).flatMap((kind) =>
      round.points
        .filter((point) => point.kind === kind)
        .map(({ testcode, why }) => `${place(round)}: ${testcode} ${kind}: ${firstLine(why)}`),
    ),
  ])
  return [...(lines.length === 0 ? [] : [lines.join('\n')]), attackTable(rounds), verdictText(rounds)].join('\n\n')
}

function attackTable(rounds: readonly Round[]): string {
  const count = ({ outcome, points }: Round, kind: PointKind) =>
    outcome === 'unjudged' ? '–' : String(points.filter((each) => each.kind === kind).length)
  const rows = rounds.map((round) => [
    round.mission,
    String(round.round),
    round.outcome,
    round.outcome === 'unjudged' ? '–' : `${round.points.length}/${round.testcodes}`,
    ...(['baseline', 'open', 'gained'] as const).map((kind) => count(round, kind)),
    round.folder,
  ])
  const head = ['mission', 'round', 'outcome', 'points', 'baselines too', 'open', 'gained', 'project']
  return formatTable([head, ...rows], [1, 3, 4, 5, 6])
}

function verdictText(rounds: readonly Round[]): string {
  const distinct = (kind: PointKind) =>
    new Set(
      rounds.flatMap(({ mission, points }) =>
        points.filter((each) => each.kind === kind).map(({ testcode }) => `${mission} ${testcode}`),
      ),
    ).size
  const open = distinct('open')
  return [
    attackOutcome(rounds) === 'faulty'
      ? 'It is not known whether something can be gained without the work:'
      : `${pluralise(distinct('gained'), 'testcode')} gained without the work`,
    ...(open === 0
      ? []
      : [`${pluralise(open, 'testcode')} open: read the projects, and see whether they do what is asked`]),
    ...problemsOf(rounds),
  ].join('\n')
}

function place({ mission, round }: Round): string {
  return `${mission}, round ${round}`
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').slice(0, 200)
}
