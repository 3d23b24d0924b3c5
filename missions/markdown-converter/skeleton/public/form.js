/** What both pages do with their form. */

const source = undefined /* The value of source belongs here. */
const outcome = undefined /* The value of outcome belongs here. */
const problem = undefined /* The value of problem belongs here. */

/** Calls `show` with the text to convert whenever there is one, and says so where there is none. */
export function onConvert(show) {
  // Calls `show` with the text to convert whenever there is one, and says so where there is none.
}
