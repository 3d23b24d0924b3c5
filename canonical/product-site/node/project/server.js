/** Serves the folder `public`; what the pages do is done in the browser. */
import { createServer } from 'node:http'
import { serveFiles } from './lib/files.js'

const DEFAULT_PORT = 8000

/** Reads the port from the environment, or falls back to the default. */
function chosenPort() {
  const port = Number(process.env.PORT)
  return Number.isInteger(port) && port > 0 && port < 65536 ? port : DEFAULT_PORT
}

const port = chosenPort()
const answer = await serveFiles(new URL('./public/', import.meta.url))
createServer(answer).listen(port, () => console.log(`Aurora 3 is introduced on http://localhost:${port}/`))
