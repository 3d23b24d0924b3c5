/** Starts the QR code generator. */
import { createServer } from 'node:http'
import { answer } from './lib/app.js'

const DEFAULT_PORT = 8000

/** Reads the port from the environment, or falls back to the default. */
function chosenPort() {
  // Reads the port from the environment, or falls back to the default.
}

const port = chosenPort()
// The program’s start belongs here: what runs when this file is loaded.
