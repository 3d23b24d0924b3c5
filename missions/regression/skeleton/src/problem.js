/** Something in the input or the arguments that its author can put right; the message is meant for that person. */
export class Problem extends Error {
  /**
   * Makes a problem of one cell, naming its row and column the way the sheet shows them.
   * @param {number} row Number of the row in the sheet; the headings are row 1.
   * @param {string} column Heading of the column.
   * @param {string} text What is wrong with it.
   * @returns {Problem}
   */
  static at(row, column, text) {
    // Makes a problem of one cell, naming its row and column the way the sheet shows them.
  }
}
