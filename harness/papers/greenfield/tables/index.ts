/** The tables of the paper of Greenfield-5, from runs of the missions of its five games. */
import type { PaperTables, RunData, TableContent, TableRow } from '../../../contracts/paper-tables.ts'
import { groupBy } from '../../../lib/collections/group-by.ts'
import { models } from './models.ts'
import { notesOn } from './notes.ts'
import {
  GAMES,
  architecture,
  average,
  files,
  playsIn,
  seconds,
  success,
  suiteShare,
  type Game,
  type Play,
  type PlayMeasure,
} from './plays.ts'

const ALL = Object.keys(GAMES) as Game[]
const ABLATED = ['plane-battle', 'gomoku'] as const

export const greenfieldTables: PaperTables = {
  title: 'Greenfield-5',
  missions: ALL,
  tables: [
    { id: '1', title: 'Overall success, files and time', ranks: true, make: (runs) => byGame(runs, ALL, OVERVIEW) },
    { id: '3', title: 'Gomoku and Plane Battle', make: (runs) => byGame(runs, ['gomoku', 'plane-battle'], PARTS) },
    { id: '4', title: 'City Sim and Snake++', make: (runs) => byGame(runs, ['city-sim', 'snake'], PARTS) },
    { id: '5', also: ['3'], title: 'Roguelike: architecture and function', ranks: true, make: roguelike },
    { id: '6', title: 'With and without a contract', make: contracts },
    { id: '7', title: 'Models of Contract-Coding', make: (runs) => models(runs, ABLATED) },
  ],
}

/** Name, digits and measure of a column. */
type MeasureColumn = readonly [string, number, PlayMeasure]

const OVERVIEW: readonly MeasureColumn[] = [
  ['Overall', 0, success],
  ['Files', 1, files],
  ['Time (s)', 0, seconds],
]
const FUNCTION: readonly MeasureColumn[] = [
  ['Exec', 0, suiteShare('executability')],
  ['Inter', 0, suiteShare('interactivity')],
  ['Rule', 0, suiteShare('rules')],
]
const EFFORT: readonly MeasureColumn[] = [
  ['Succ.', 0, success],
  ['Time (s)', 1, seconds],
  ['Files', 1, files],
]
const PARTS = [...FUNCTION, ...EFFORT]

/** The same columns for each game. */
function byGame(runs: readonly RunData[], games: readonly Game[], columns: readonly MeasureColumn[]): TableContent {
  const plays = playsIn(runs, games)
  return {
    of: 'Method',
    columns: games.flatMap((game) => columns.map(([name, digits]) => ({ group: GAMES[game], name, digits }))),
    rows: rowsOf(plays, (own) =>
      games.flatMap((game) => {
        const ofGame = own.filter((play) => play.game === game)
        return columns.map(([, , measure]) => average(ofGame, measure))
      }),
    ),
    notes: [
      ...notesOn(plays, games, ['files', 'time']),
      ...(columns === OVERVIEW
        ? ['Versions of tools (table 2) are in the records of runs. There is no agent without its graph.']
        : []),
      ...(columns === PARTS ? ['Whether a method works in parallel is not measured.'] : []),
    ],
  }
}

function rowsOf(plays: readonly Play[], cells: (own: readonly Play[]) => TableRow['cells']): TableRow[] {
  return [...groupBy(plays, ({ method }) => method)].map(([name, own]) => ({ name, cells: cells(own) }))
}

function roguelike(runs: readonly RunData[]): TableContent {
  const plays = playsIn(runs, ['roguelike'])
  const columns = [
    ['Arch. integrity (%)', 'Struc.', 0, architecture('path-f1')],
    ['Arch. integrity (%)', 'Dep.', 0, architecture('linkage')],
    ...FUNCTION.map((column) => ['Func. fidelity (%)', ...column] as const),
    ...EFFORT.map((column) => ['', ...column] as const),
  ] as const
  return {
    of: 'Method',
    columns: columns.map(([group, name, digits]) => ({ group, name, digits })),
    rows: rowsOf(plays, (own) => columns.map(([, , , measure]) => average(own, measure))),
    notes: [
      'Struc. is path-f1 against the canonical solution of pe, whose names nobody asks for; Dep. is linkage. Both in the setting paper.',
      ...notesOn(plays, ['roguelike'], ['files', 'architecture', 'time']),
      'The key failure mode, which people found by reading the code, is not measured.',
    ],
  }
}

function contracts(runs: readonly RunData[]): TableContent {
  const plays = playsIn(runs, ABLATED)
  return {
    of: 'Method',
    columns: [
      ...ABLATED.map((game) => ({ group: 'Overall success (%)', name: GAMES[game], digits: 0 })),
      ...['Consistency', 'Existence'].map((name) => ({ group: 'Diagnostic (%)', name, digits: 0 })),
    ],
    rows: rowsOf(plays, (own) => [
      ...ABLATED.map((game) =>
        average(
          own.filter((play) => play.game === game),
          success,
        ),
      ),
      null,
      average(own, architecture('contract')),
    ]),
    notes: [
      'Existence is the score contract: the share of what a contract declares that the project has. A method without a contract has none.',
      'Consistency of signatures is not measured, nor are the tokens of figure 4; contract-coding cannot work without its contract.',
      ...notesOn(plays, ABLATED, ['architecture']),
    ],
  }
}
