/** Starts the QR code generator. */
import { createServer } from 'node:http'
import { answer } from './lib/app.js'

const DEFAULT_PORT = 8000

/** Reads the port from the environment, or falls back to the default. */
function chosenPort() {
  const port = Number(process.env.PORT)
  return Number.isInteger(port) && port > 0 && port < 65536 ? port : DEFAULT_PORT
}

const port = chosenPort()
createServer(answer).listen(port, () => console.log(`The QR code generator is on http://localhost:${port}/`))
