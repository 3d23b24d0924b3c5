/** Starts the calendar: reads what was kept, then listens. */
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createApp } from './lib/app.js'
import { AppointmentStore } from './lib/appointment-store.js'

const DEFAULT_PORT = 8000

/** Reads the port from the environment, or falls back to the default. */
function chosenPort() {
  const port = Number(process.env.PORT)
  return Number.isInteger(port) && port > 0 && port < 65536 ? port : DEFAULT_PORT
}

const store = await AppointmentStore.open(fileURLToPath(new URL('./data/appointments.json', import.meta.url)))
const port = chosenPort()
createServer(createApp(store)).listen(port, () => console.log(`The calendar is on http://localhost:${port}/`))
