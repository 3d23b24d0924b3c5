/** Numbers in rows, one row after the other. */
export interface Matrix {
  readonly rows: number
  readonly columns: number
  /** `rows × columns` finite numbers. */
  readonly values: Float64Array
}

export interface Assignment {
  /** For each row its column, or -1 where there are more rows than columns and none is left for it. */
  readonly columnOf: Int32Array
  /** Sum of the values that were chosen. */
  readonly total: number
}

/**
 * The assignment of rows to columns, one to one, whose sum is the greatest or the least. Jonker and Volgenant's shortest
 * augmenting paths (Computing 38, 1987), in Crouse's form for matrices that are not square (IEEE TAES 52, 2016): O(rows² ·
 * columns) with rows the shorter side. Of several that are equally good it always gives the same one.
 * @throws TypeError where a value is not finite
 */
export function assign(matrix: Matrix, goal: 'greatest' | 'least'): Assignment {
  check(matrix)
  const wide = matrix.rows <= matrix.columns
  const costs = costsOf(matrix, goal === 'greatest' ? -1 : 1, wide)
  const rowOf = shortestPaths(costs, Math.min(matrix.rows, matrix.columns), Math.max(matrix.rows, matrix.columns))
  const columnOf = new Int32Array(matrix.rows).fill(-1)
  for (const [column, row] of rowOf.entries()) {
    if (row === -1) continue
    if (wide) columnOf[row] = column
    else columnOf[column] = row
  }
  return { columnOf, total: totalOf(matrix, columnOf) }
}

function check({ rows, columns, values }: Matrix): void {
  if (values.length !== rows * columns) throw new TypeError(`${rows} × ${columns} are not ${values.length} values`)
  const bad = values.findIndex((value) => !Number.isFinite(value))
  if (bad !== -1) throw new TypeError(`value ${bad} of the matrix is ${String(values[bad])}`)
}

/** To be made small, with at least as many columns as rows. */
function costsOf({ rows, columns, values }: Matrix, sign: 1 | -1, wide: boolean): Float64Array {
  if (wide && sign === 1) return values
  const costs = new Float64Array(values.length)
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      costs[wide ? row * columns + column : column * rows + row] = sign * at(values, row * columns + column)
    }
  }
  return costs
}

function totalOf({ columns, values }: Matrix, columnOf: Int32Array): number {
  let total = 0
  for (const [row, column] of columnOf.entries()) if (column !== -1) total += at(values, row * columns + column)
  return total
}

/** @returns For each column the row that has it, or -1 */
function shortestPaths(costs: Float64Array, rows: number, columns: number): Int32Array {
  const state = {
    ...{ costs, rows, columns },
    price: new Float64Array(columns),
    columnOf: new Int32Array(rows).fill(-1),
    rowOf: new Int32Array(columns).fill(-1),
    distance: new Float64Array(columns),
    cameFrom: new Int32Array(columns),
    passed: new Int32Array(columns),
    passedPrice: new Float64Array(columns),
  }
  for (const row of reduceRows(state)) extendTo(state, row, search(state, row))
  return state.rowOf
}

interface State {
  readonly costs: Float64Array
  readonly rows: number
  readonly columns: number
  /** What a column costs beside the costs; 0 as long as no row has it. */
  readonly price: Float64Array
  readonly columnOf: Int32Array
  readonly rowOf: Int32Array
  readonly distance: Float64Array
  /** The row from which a column was reached. */
  readonly cameFrom: Int32Array
  /** The columns that a search went over, and what their prices are once it has ended. */
  readonly passed: Int32Array
  readonly passedPrice: Float64Array
}

/**
 * Gives each row its cheapest column, at a price that makes up for the next cheapest; who had that column looks again.
 * Leaves few rows to search for.
 * @returns The rows without a column
 */
function reduceRows(state: State): number[] {
  const { rows, columnOf, rowOf, price } = state
  let free = Array.from({ length: rows }, (_, row) => row)
  for (let pass = 0; pass < 2; pass += 1) {
    const later: number[] = []
    // With numbers that are rounded, rows could take columns from each other in ever smaller steps.
    let patience = 4 * rows
    for (const first of free) {
      for (let row = first; row !== -1;) {
        const { cheapest, second, gap } = cheapestColumns(state, row)
        const column = gap > 0 || at(rowOf, cheapest) === -1 || second === -1 ? cheapest : second
        const owner = at(rowOf, column)
        price[column] = at(price, column) - (column === cheapest && gap < Infinity ? gap : 0)
        rowOf[column] = row
        columnOf[row] = column
        if (owner !== -1) columnOf[owner] = -1
        patience -= 1
        row = gap > 0 && patience > 0 ? owner : -1
        if (row === -1 && owner !== -1) later.push(owner)
      }
    }
    free = later
  }
  return free
}

interface Cheapest {
  readonly cheapest: number
  /** -1 where there is one column only. */
  readonly second: number
  /** By how much the second costs more. */
  readonly gap: number
}

function cheapestColumns({ costs, columns, price }: State, row: number): Cheapest {
  const base = row * columns
  let [cheapest, second] = [-1, -1]
  let [least, next] = [Infinity, Infinity]
  for (let column = 0; column < columns; column += 1) {
    const cost = at(costs, base + column) - at(price, column)
    if (cost >= next) continue
    if (cost < least) {
      ;[second, next] = [cheapest, least]
      ;[cheapest, least] = [column, cost]
    } else {
      ;[second, next] = [column, cost]
    }
  }
  return { cheapest, second, gap: next - least }
}

/**
 * Dijkstra's algorithm over reduced costs, from a row without a column to the nearest column without a row.
 * @returns That column
 */
function search(state: State, start: number): number {
  const { costs, columns, price, rowOf, distance, cameFrom } = state
  distance.fill(Infinity)
  let count = 0
  let lowest = 0
  for (let row = start, own = 0; ;) {
    const base = row * columns
    const shift = lowest - own
    let next = 0
    lowest = Infinity
    for (let column = 0; column < columns; column += 1) {
      const way = shift + at(costs, base + column) - at(price, column)
      let known = at(distance, column)
      if (way < known) {
        distance[column] = known = way
        cameFrom[column] = row
      }
      // On a tie, a column that no row has ends the search.
      if (known <= lowest && (known < lowest || at(rowOf, column) === -1)) {
        lowest = known
        next = column
      }
    }
    row = at(rowOf, next)
    if (row === -1) {
      settle(state, count, lowest)
      return next
    }
    own = at(costs, row * columns + next) - at(price, next)
    pass(state, count, next, lowest)
    count += 1
  }
}

/** Sets a column to which the shortest way is known apart: at no price is it reached again. */
function pass({ passed, passedPrice, price, distance }: State, count: number, column: number, way: number): void {
  passed[count] = column
  passedPrice[count] = at(price, column) + way
  price[column] = -Infinity
  distance[column] = Infinity
}

/** The columns that were passed become cheaper, so that every row still has one of its cheapest. */
function settle({ passed, passedPrice, price }: State, count: number, lowest: number): void {
  for (let index = 0; index < count; index += 1) price[at(passed, index)] = at(passedPrice, index) - lowest
}

/** Every row on the way to a column takes the column to which the way went on. */
function extendTo({ columnOf, rowOf, cameFrom }: State, start: number, sink: number): void {
  for (let column = sink, row = -1; row !== start;) {
    row = at(cameFrom, column)
    rowOf[column] = row
    const given = at(columnOf, row)
    columnOf[row] = column
    column = given
  }
}

/** Every index above lies inside. */
function at(array: Float64Array | Int32Array, index: number): number {
  return array[index] ?? NaN
}
