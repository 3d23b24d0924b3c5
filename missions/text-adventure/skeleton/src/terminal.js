import { createInterface } from 'node:readline'

/**
 * Plays a game line by line until it is over or the input ends; either way the program ends with exit code 0.
 * @param {ReturnType<import('./game.js').createGame>} game
 * @param {NodeJS.ReadStream} input
 * @param {NodeJS.WriteStream} output
 */
export function playInTerminal(game, input, output) {
  // Plays a game line by line until it is over or the input ends; either way the program ends with exit
  // code 0.
}

/**
 * Plays one line and shows the answer, then asks for the next one or closes the dialogue.
 * @param {ReturnType<import('./game.js').createGame>} game
 * @param {string} line
 * @param {import('node:readline').Interface} terminal
 * @param {NodeJS.WriteStream} output
 */
function playLine(game, line, terminal, output) {
  // Plays one line and shows the answer, then asks for the next one or closes the dialogue.
}

/**
 * Lets go of the input, which would keep the program alive, and leaves the shell's prompt on a line of its own where the
 * input ended in the middle of a game.
 * @param {ReturnType<import('./game.js').createGame>} game
 * @param {NodeJS.ReadStream} input
 * @param {NodeJS.WriteStream} output
 */
function endCleanly(game, input, output) {
  // Lets go of the input, which would keep the program alive, and leaves the shell's prompt on a line of
  // its own where the input ended in the middle of a game.
}
