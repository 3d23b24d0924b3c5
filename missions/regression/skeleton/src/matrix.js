/** Matrices are lists of rows. */

/**
 * Computes the mean of each column.
 * @param {number[][]} rows At least one.
 * @returns {number[]}
 */
export function means(rows) {
  // Computes the mean of each column.
}

/**
 * Subtracts a number from each column.
 * @param {number[][]} rows
 * @param {number[]} middle One number for each column.
 * @returns {number[][]}
 */
export function centred(rows, middle) {
  // Subtracts a number from each column.
}

/**
 * Computes the length of each column as a vector.
 * @param {number[][]} rows At least one.
 * @returns {number[]}
 */
export function lengths(rows) {
  // Computes the length of each column as a vector.
}
