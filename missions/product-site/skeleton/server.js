/** Serves the folder `public`; what the pages do is done in the browser. */
import { createServer } from 'node:http'
import { serveFiles } from './lib/files.js'

const DEFAULT_PORT = 8000

/** Reads the port from the environment, or falls back to the default. */
function chosenPort() {
  // Reads the port from the environment, or falls back to the default.
}

const port = chosenPort()
const answer = await serveFiles(new URL('./public/', import.meta.url))
// The program’s start belongs here: what runs when this file is loaded.
