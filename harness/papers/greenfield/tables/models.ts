/** Table 7: the same method with several models. */
import type { RunData, TableContent, TableRow } from '../../../contracts/paper-tables.ts'
import { groupBy } from '../../../lib/collections/group-by.ts'
import { notesOn } from './notes.ts'
import { GAMES, average, playsIn, success, type Game } from './plays.ts'

const METHOD = 'contract-coding'

/** Differences are from the first model of the runs. */
export function models(runs: readonly RunData[], games: readonly Game[]): TableContent {
  const plays = playsIn(runs, games).filter(({ method }) => method === METHOD || method.startsWith(`${METHOD}:`))
  const rows = games.flatMap((game) => {
    const own = plays.filter((play) => play.game === game)
    const ofGame = [...groupBy(own, ({ method }) => method)].map(([method, all]) => ({
      model: method.slice(METHOD.length + 1),
      rate: average(all, success),
    }))
    const [main] = ofGame
    return ofGame.map(({ model, rate }, index): TableRow => {
      const difference = index === 0 || main?.rate == null || rate === null ? null : rate - main.rate
      return { name: `${GAMES[game]}, ${model}`, cells: [rate, difference] }
    })
  })
  return {
    of: 'Task and backbone model',
    columns: [
      { group: '', name: 'Success rate (%)', digits: 0 },
      { group: '', name: 'Diff.', digits: 0 },
    ],
    rows,
    notes: [
      ...(rows.length === 0 ? [`No agent of these runs is ${METHOD}.`] : []),
      'Whether two models are at parity is for pe compare RUN to say, with an interval.',
      ...notesOn(plays, games, []),
    ],
  }
}
