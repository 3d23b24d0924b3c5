/**
 * Makes a page of a heading and a way on.
 * @param {string} heading The heading, and the title too.
 * @param {{ address: string, name: string }} link Where the way leads, and what it is called.
 * @returns {string} The whole document.
 */
export function layout(heading, link) {
  // Makes a page of a heading and a way on. Returns the whole document.
}
