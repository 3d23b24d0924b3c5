/** Pure: formats validation results as text. */
import { groupBy } from '../../lib/collections/group-by.ts'
import { formatTable } from '../../reporters/table.ts'
import { dependsOnSeed, isFlaky, sum, type Claim } from './limits.ts'
import type { CheatResult, FaultResult, PointProblem, Validation } from './results.ts'

/** One line per mission. */
export function missionTable({ missions, solutions, baselines, faults, findings }: Validation): string {
  const head = [
    'mission',
    'testcodes',
    'canonical',
    'others',
    'baselines pass',
    'written',
    'generated',
    'findings',
    's',
  ]
  const rows = missions.map(({ id, testcodes, seconds }) => {
    const own = <T extends { readonly mission: string }>(all: readonly T[]) =>
      all.filter(({ mission }) => mission === id)
    const solved = (wanted: boolean) => own(solutions).filter(({ solution }) => (solution === 'canonical') === wanted)
    const passes = sum(own(baselines).map((each) => each.passes.length))
    return [
      id,
      String(testcodes),
      ...[true, false].map((wanted) => ratio(solved(wanted).map(({ passed, points }) => [passed, points]))),
      own(baselines).length === 0 ? '–' : `${passes}/${sum(own(baselines).map((each) => each.testcodes))}`,
      ...(['written', 'generated'] as const).map((kind) => caughtOf(own(faults).filter((each) => each.kind === kind))),
      String(own(findings).length),
      seconds.toFixed(0),
    ]
  })
  return formatTable([head, ...rows], [1, 2, 3, 4, 5, 6, 7, 8])
}

function ratio(parts: readonly (readonly [number, number])[]): string {
  return parts.length === 0 ? '–' : `${sum(parts.map(([part]) => part))}/${sum(parts.map(([, whole]) => whole))}`
}

function caughtOf(faults: readonly FaultResult[]): string {
  if (faults.length === 0) return '–'
  const counted = faults.filter(({ outcome }) => outcome !== 'equivalent')
  return `${counted.filter(isCaught).length}/${counted.length}`
}

/** A written fault breaks one item and is caught only by a testcode of that item; a generated one by any testcode. */
function isCaught({ kind, outcome }: FaultResult): boolean {
  return outcome === 'caught' || (kind === 'generated' && outcome === 'elsewhere')
}

/** Testcodes that a baseline passes: a line for each reason. */
function passLines({ mission, agent, passes }: Validation['baselines'][number]): string[] {
  return [...groupBy(passes, ({ why }) => why ?? 'no reason is given')].map(
    ([why, same]) => `${mission}: baseline ${agent} passes ${same.map(({ testcode }) => testcode).join(', ')}: ${why}`,
  )
}

/** All problems, one paragraph each. */
export function problemLines({ solutions, variety, baselines, redteam, faults, findings }: Validation): string[] {
  return [
    ...solutions.flatMap(({ mission, solution, problems }) =>
      problems.map(({ point, statuses, seeds, reason }) => {
        const all = statuses.join(', ')
        if (dependsOnSeed({ statuses, seeds }))
          return `${mission}: ${solution}: ${point} depends on the seed: ${bySeed({ statuses, seeds })}${firstLine(reason)}`
        const remedy = `correct it, or exclude it in mission.yaml: \`excluded: flaky on the canonical solution (${all})\``
        const advice = isFlaky({ statuses, seeds }) ? ` (${remedy})` : ''
        return `${mission}: ${solution}: ${point} ${all}${advice}${firstLine(reason)}`
      }),
    ),
    ...baselines.flatMap(passLines),
    ...variety.flatMap(({ mission, fixed }) =>
      fixed.map(
        ({ testcode, why }) =>
          `${mission}: ${testcode} types the same under every seed: ${why ?? 'no reason is given'}`,
      ),
    ),
    ...cheatLines(redteam),
    ...findings.map(({ mission, kind, text }) => `${mission}: ${kind}: ${text}`),
    ...faults.filter((fault) => !isCaught(fault) && fault.outcome !== 'equivalent').map(survivorText),
  ]
}

/** Lists only the seeds with which the point did not pass. */
function bySeed({ statuses, seeds }: Pick<PointProblem, 'statuses' | 'seeds'>): string {
  const open = statuses.flatMap((status, time) =>
    status === 'passed' ? [] : [`${status} with --seed ${seeds[time] ?? ''}`],
  )
  return `${[...new Set(open)].join(', ')}, passed ${statuses.length - open.length} of ${statuses.length} times`
}

/** The testcodes that each cheat passes or leaves unjudged. */
export function cheatLines(results: readonly CheatResult[]): string[] {
  return results.flatMap(({ mission, agent, passes, unjudged }) => [
    ...passes.map(
      ({ testcode, why }) => `${mission}: cheat ${agent} passes ${testcode}: ${why ?? 'no reason is given'}`,
    ),
    ...unjudged.map((testcode) => `${mission}: cheat ${agent} leaves ${testcode} unjudged`),
  ])
}

/** One line per mission, one column per cheat: points passed / points judged, and the number of listed exceptions. */
export function cheatTable(results: readonly CheatResult[]): string {
  const agents = [...new Set(results.map(({ agent }) => agent))]
  const rows = [...new Set(results.map(({ mission }) => mission))].map((mission) => {
    const cells = agents.map((agent) => results.filter((each) => each.mission === mission && each.agent === agent))
    return [mission, ...cells.map(pointsOf)]
  })
  const totals = agents.map((agent) => pointsOf(results.filter((each) => each.agent === agent)))
  return formatTable(
    [['mission', ...agents], ...rows, ['all', ...totals]],
    [...agents.keys()].map((column) => column + 1),
  )
}

function pointsOf(results: readonly CheatResult[]): string {
  if (results.length === 0) return '–'
  const passed = sum(results.map(({ passes, runnable }) => passes.length + (runnable ? 1 : 0)))
  const judged = sum(results.map(({ testcodes, unjudged }) => testcodes + 1 - unjudged.length))
  const allowed = sum(results.map((each) => each.allowed))
  return `${passed}/${judged}${allowed === 0 ? '' : ` (${allowed} allowed)`}`
}

function survivorText({ mission, kind, name, file, line, before, after, outcome, by }: FaultResult): string {
  const headline = `${mission}: ${kind} fault ${name} ${outcome === 'elsewhere' ? 'was only caught elsewhere' : outcome}`
  const place = `${file}:${line}`
  return [`${headline}  ${place}${firstLine(by)}`, ...diff('-', before), ...diff('+', after)].join('\n')
}

function diff(sign: string, text: string): string[] {
  return text.split('\n').map((line) => `    ${sign} ${line.trim()}`)
}

function firstLine(reason: string): string {
  return reason === '' ? '' : `: ${(reason.split('\n')[0] ?? '').slice(0, 200)}`
}

/** The claims about the suite, with their figures. */
export function claimTable(claims: readonly Claim[]): string {
  const rows = claims.map(({ claim, figure, holds, tried }) => [
    tried === false ? '–' : holds ? '✓' : '✗',
    claim,
    figure,
  ])
  return formatTable([['', 'claim', 'figure'], ...rows])
}

export function validationText(validation: Validation, claims: readonly Claim[]): string {
  const problems = problemLines(validation)
  return [
    missionTable(validation),
    ...(validation.redteam.length === 0 ? [] : [cheatTable(validation.redteam)]),
    ...(problems.length === 0 ? [] : [problems.join('\n')]),
    ...(validation.skipped.length === 0 ? [] : [['Not tried:', ...validation.skipped].join('\n  ')]),
    claimTable(claims),
  ].join('\n\n')
}
