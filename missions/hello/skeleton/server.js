import { createServer } from 'node:http'
import { answer } from './src/answer.js'

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

const server = createServer(answer)
// The program’s start belongs here: what runs when this file is loaded.
