import { createGame } from './src/game.js'
import { playInTerminal } from './src/terminal.js'

playInTerminal(createGame(), process.stdin, process.stdout)
