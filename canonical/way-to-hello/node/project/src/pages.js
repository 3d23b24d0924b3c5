import { layout } from './layout.js'

const TO_HELLO = { address: '/hello', name: 'Go to hello' }
const TO_START = { address: '/', name: 'Back to start' }

/** Address → the page there. */
const pages = new Map([
  ['/', layout('Start', TO_HELLO)],
  ['/hello', layout('Hello, World!', TO_START)],
])

/**
 * Gives the page at an address.
 * @param {string} path
 * @returns {string | undefined} The whole document, or undefined where there is none.
 */
export function pageAt(path) {
  return pages.get(path)
}

/**
 * Makes the page that says that there is none, and leads back.
 * @returns {string} The whole document.
 */
export function pageNotFound() {
  return layout('There is no such page', TO_START)
}
