/** One cell with what ends it: in quotes, which are doubled inside, or plain. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y

/**
 * Takes a CSV text apart (RFC 4180).
 * @param {string} text
 * @returns {string[][]} The rows, of which there is at least one; empty lines at the end are no rows.
 */
export function parseCsv(text) {
  const rows = [[]]
  CELL.lastIndex = 0
  while (CELL.lastIndex < text.length) {
    const match = CELL.exec(text)
    // What is in no order is left as it is: the rest of the text becomes one cell.
    if (match === null) break
    const [, quoted, plain, end] = match
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end !== ',' && CELL.lastIndex < text.length) rows.push([])
  }
  return rows
}

/**
 * Writes rows as a CSV text; no cell needs quotes.
 * @param {string[][]} rows
 * @returns {string}
 */
export function formatCsv(rows) {
  return rows.map((cells) => `${cells.join(',')}\n`).join('')
}
