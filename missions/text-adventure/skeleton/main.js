import { createGame } from './src/game.js'
import { playInTerminal } from './src/terminal.js'

// The program’s start belongs here: what runs when this file is loaded.
