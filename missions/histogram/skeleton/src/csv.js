/** One cell with what ends it: in quotes, which are doubled inside, or plain. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y

/**
 * Takes a CSV text apart (RFC 4180).
 * @param {string} text
 * @returns {string[][]} The rows, of which there is at least one; empty lines at the end are no rows.
 */
export function parseCsv(text) {
  // Takes a CSV text apart (RFC 4180). Returns the rows, of which there is at least one; empty lines at
  // the end are no rows.
}

/**
 * Writes rows as a CSV text; no cell needs quotes.
 * @param {string[][]} rows
 * @returns {string}
 */
export function formatCsv(rows) {
  // Writes rows as a CSV text; no cell needs quotes.
}
