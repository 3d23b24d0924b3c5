/** Writes all units in topological order: those of a layer in parallel, each on the same state of the project. */
import { GRAPH_LIMITS } from '../../../../contracts/schema.ts'
import { inParallel } from '../../../../agents/framework/parallel.ts'
import type { Unit } from '../graph/units.ts'
import { passes, type Board } from './board.ts'
import { repairUntilPassing, testOf, writeUnit, type Written } from './unit.ts'

/** Tests that are run again for one change. */
const MOST_RERUN = 50

export async function writeLayers(board: Board): Promise<void> {
  const last = board.units.reduce((most, { layer }) => Math.max(most, layer), 0)
  for (let layer = 1; layer <= last; layer += 1) {
    const ready = board.units.filter((unit) => unit.layer === layer)
    const start = new Map(board.sources)
    const written = await inParallel(ready, (unit) => writeUnit(board, unit))
    for (const each of written) keepOwn(board, each)
    for (const each of written) await mergeOthers(board, each, start)
  }
  await verifyTogether(board)
}

function keepOwn(board: Board, { work, changes }: Written): void {
  const own = changes.get(work.unit.id)
  if (own !== undefined) board.sources.set(work.unit.id, own)
}

/** Takes over what a unit changed in those that it needs, unless another unit of the layer did so first, or others break by it. */
async function mergeOthers(
  board: Board,
  { work, changes }: Written,
  start: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [id, code] of changes) {
    const unit = board.unit(id)
    if (id === work.unit.id || unit === undefined) continue
    const before = board.sources.get(id)
    if (before === code) continue
    const isTaken = before !== start.get(id)
    if (!isTaken) board.sources.set(id, code)
    const broken = isTaken ? undefined : await firstBroken(board, unit)
    if (!isTaken && broken === undefined) continue
    if (broken !== undefined && before !== undefined) board.sources.set(id, before)
    const why = broken === undefined ? 'another unit changed it first' : `${broken.id} breaks by it`
    board.note(`${id}: the change for ${work.unit.id} is undone: ${why}`)
    await fallBack(board, work.unit, `its change of ${id} was undone: ${why}`)
  }
}

async function firstBroken(board: Board, changed: Unit): Promise<Unit | undefined> {
  const users = [changed, ...board.dependents(changed)].filter((each) => passes(board.workOf(each).state))
  const results = await inParallel(users.slice(0, MOST_RERUN), (each) => stillPasses(board, each))
  return users[results.indexOf(false)]
}

async function stillPasses(board: Board, unit: Unit): Promise<boolean> {
  const { test } = board.workOf(unit)
  if (test === undefined) return true
  const { passed, of } = await testOf(board, unit, { changes: new Map(), test })
  return passed === of
}

async function fallBack(board: Board, unit: Unit, why: string): Promise<void> {
  const work = board.workOf(unit)
  if (!passes(work.state) || (await stillPasses(board, unit))) return
  work.state = 'failed'
  work.note = why.slice(0, 600)
}

/** Tests every unit on the whole project. A unit that fails now gets the repairs that it has left. */
export async function verifyTogether(board: Board): Promise<void> {
  const passing = board.units.filter((unit) => passes(board.workOf(unit).state))
  const results = await inParallel(passing, (unit) => stillPasses(board, unit))
  for (const unit of passing.filter((_, index) => results[index] === false)) {
    const work = board.workOf(unit)
    const [code, { test }] = [board.sources.get(unit.id), work]
    work.state = 'failed'
    work.note = 'its test passed, but does not pass on the whole project'
    if (code === undefined || test === undefined || work.repairs >= GRAPH_LIMITS.repairs) continue
    const start = new Map(board.sources)
    const written = await repairUntilPassing(board, work, { changes: new Map([[unit.id, code]]), test }, 'others')
    keepOwn(board, written)
    await mergeOthers(board, written, start)
  }
}
