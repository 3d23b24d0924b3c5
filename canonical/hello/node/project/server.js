import { createServer } from 'node:http'
import { answer } from './src/answer.js'

const DEFAULT_PORT = 8000

/**
 * Reads the port to listen on from the environment, or falls back to the default.
 * @param {string | undefined} text What the variable PORT holds.
 * @returns {number} A port between 1 and 65535.
 */
function portFrom(text) {
  const port = Number(text)
  return Number.isInteger(port) && port > 0 && port < 65536 ? port : DEFAULT_PORT
}

const server = createServer(answer)
server.listen(portFrom(process.env.PORT), () => {
  console.log(`The hello page is at http://localhost:${server.address().port}/`)
})
