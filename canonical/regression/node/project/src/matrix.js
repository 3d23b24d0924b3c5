/** Matrices are lists of rows. */

/**
 * Computes the mean of each column.
 * @param {number[][]} rows At least one.
 * @returns {number[]}
 */
export function means(rows) {
  return rows[0].map((_, column) => rows.reduce((sum, row) => sum + row[column], 0) / rows.length)
}

/**
 * Subtracts a number from each column.
 * @param {number[][]} rows
 * @param {number[]} middle One number for each column.
 * @returns {number[][]}
 */
export function centred(rows, middle) {
  return rows.map((row) => row.map((value, column) => value - middle[column]))
}

/**
 * Computes the length of each column as a vector.
 * @param {number[][]} rows At least one.
 * @returns {number[]}
 */
export function lengths(rows) {
  return rows[0].map((_, column) => Math.hypot(...rows.map((row) => row[column])))
}
