import { readFile } from 'node:fs/promises'

const STYLESHEET = new URL('../public/style.css', import.meta.url)

/**
 * Sends a page of HTML. The pages need no scripts, so none may run.
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {string} html
 */
export function sendHtml(response, status, html) {
  // Sends a page of HTML.
}

/**
 * Sends the stylesheet of all pages.
 * @param {import('node:http').ServerResponse} response
 * @returns {Promise<void>}
 */
export async function sendStylesheet(response) {
  // Sends the stylesheet of all pages.
}
