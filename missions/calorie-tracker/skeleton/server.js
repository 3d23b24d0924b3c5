/** Starts the calorie tracker: reads what was kept, then listens. */
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createApp } from './lib/app.js'
import { DiaryStore } from './lib/diary-store.js'

const DEFAULT_PORT = 8000

/** Reads the port from the environment, or falls back to the default. */
function chosenPort() {
  // Reads the port from the environment, or falls back to the default.
}

const store = await DiaryStore.open(fileURLToPath(new URL('./data/diary.json', import.meta.url)))
const port = chosenPort()
// The program’s start belongs here: what runs when this file is loaded.
