import { createServer } from 'node:http'
import { pageAt, pageNotFound } from './src/pages.js'

const DEFAULT_PORT = 8000

/**
 * Reads the port to listen on from the environment, or falls back to the default.
 * @param {string | undefined} text What the variable PORT holds.
 * @returns {number} A port between 1 and 65535.
 */
function portFrom(text) {
  // Reads the port to listen on from the environment, or falls back to the default. Returns a port
  // between 1 and 65535.
}

/**
 * Answers one request with the page at its address, or with one that says that there is none.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
function answer(request, response) {
  // Answers one request with the page at its address, or with one that says that there is none.
}

const server = createServer(answer)
// The program’s start belongs here: what runs when this file is loaded.
