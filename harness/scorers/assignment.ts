/** A matrix in row-major order. */
export interface Matrix {
  readonly rows: number
  readonly columns: number
  /** `rows × columns` finite numbers. */
  readonly values: Float64Array
}

export interface Assignment {
  /** The column of each row, or -1 for a row without a column, if there are more rows than columns. */
  readonly columnOf: Int32Array
  /** Sum of the chosen values. */
  readonly total: number
}

/**
 * Assigns rows to columns, one to one, with the greatest or least sum. Jonker and Volgenant's shortest
 * augmenting paths (Computing 38, 1987), in Crouse's form for rectangular matrices (IEEE TAES 52, 2016): O(rows² ·
 * columns) with rows the shorter side. Deterministic, even with ties.
 * @throws TypeError if a value is not finite
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
  if (values.length !== rows * columns)
    throw new TypeError(`a matrix of ${rows} × ${columns} cannot have ${values.length} values`)
  const bad = values.findIndex((value) => !Number.isFinite(value))
  if (bad !== -1) throw new TypeError(`value ${bad} of the matrix is not finite: ${String(values[bad])}`)
}

/** The costs to minimise, in a matrix with at least as many columns as rows. */
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

/** @returns the row of each column, or -1 */
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
  for (const row of reduceRows(state)) augment(state, row, search(state, row))
  return state.rowOf
}

interface State {
  readonly costs: Float64Array
  readonly rows: number
  readonly columns: number
  /** The dual price of a column; 0 while no row has it. */
  readonly price: Float64Array
  readonly columnOf: Int32Array
  readonly rowOf: Int32Array
  readonly distance: Float64Array
  /** The row from which a column was reached. */
  readonly cameFrom: Int32Array
  /** The columns that a search has passed, and their prices after it. */
  readonly passed: Int32Array
  readonly passedPrice: Float64Array
}

/**
 * Assigns each row its cheapest column, with a price that offsets the gap to the second cheapest; the previous owner of the
 * column is assigned again. Leaves few rows for the search.
 * @returns the rows without a column
 */
function reduceRows(state: State): number[] {
  const { rows, columnOf, rowOf, price } = state
  let free = Array.from({ length: rows }, (_, row) => row)
  for (let pass = 0; pass < 2; pass += 1) {
    const later: number[] = []
    // Limits the steps: with rounded numbers, rows could take columns from each other in ever smaller steps.
    let stepsLeft = 4 * rows
    for (const first of free) {
      for (let row = first; row !== -1;) {
        const { cheapest, second, gap } = cheapestColumns(state, row)
        const column = gap > 0 || at(rowOf, cheapest) === -1 || second === -1 ? cheapest : second
        const owner = at(rowOf, column)
        price[column] = at(price, column) - (column === cheapest && gap < Infinity ? gap : 0)
        rowOf[column] = row
        columnOf[row] = column
        if (owner !== -1) columnOf[owner] = -1
        stepsLeft -= 1
        row = gap > 0 && stepsLeft > 0 ? owner : -1
        if (row === -1 && owner !== -1) later.push(owner)
      }
    }
    free = later
  }
  return free
}

interface Cheapest {
  readonly cheapest: number
  /** -1 if there is only one column. */
  readonly second: number
  /** The additional cost of the second. */
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
 * @returns that column
 */
function search(state: State, start: number): number {
  const { costs, columns, price, rowOf, distance, cameFrom } = state
  distance.fill(Infinity)
  let count = 0
  let lowest = 0
  for (let row = start, reduced = 0; ;) {
    const base = row * columns
    const shift = lowest - reduced
    let next = 0
    lowest = Infinity
    for (let column = 0; column < columns; column += 1) {
      const length = shift + at(costs, base + column) - at(price, column)
      let known = at(distance, column)
      if (length < known) {
        distance[column] = known = length
        cameFrom[column] = row
      }
      // On a tie, a free column is preferred: it ends the search.
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
    reduced = at(costs, row * columns + next) - at(price, next)
    pass(state, count, next, lowest)
    count += 1
  }
}

/** Marks a column whose shortest distance is final; a price of −Infinity keeps the search from reaching it again. */
function pass({ passed, passedPrice, price, distance }: State, count: number, column: number, length: number): void {
  passed[count] = column
  passedPrice[count] = at(price, column) + length
  price[column] = -Infinity
  distance[column] = Infinity
}

/** Updates the prices of the passed columns, so that every row still has one of its cheapest columns. */
function settle({ passed, passedPrice, price }: State, count: number, lowest: number): void {
  for (let index = 0; index < count; index += 1) price[at(passed, index)] = at(passedPrice, index) - lowest
}

/** Augments along the path: every row on it takes the next column of the path. */
function augment({ columnOf, rowOf, cameFrom }: State, start: number, sink: number): void {
  for (let column = sink, row = -1; row !== start;) {
    row = at(cameFrom, column)
    rowOf[column] = row
    const previous = at(columnOf, row)
    columnOf[row] = column
    column = previous
  }
}

/** All callers pass valid indices. */
function at(array: Float64Array | Int32Array, index: number): number {
  return array[index] ?? NaN
}
