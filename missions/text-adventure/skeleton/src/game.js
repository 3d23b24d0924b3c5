import { COMMANDS } from './commands.js'
import { describeRoom } from './describe.js'
import { parse, quote } from './parser.js'
import { newState } from './state.js'

/**
 * Starts a new game.
 * @returns {{ greeting: string, answer: (line: string) => string, isOver: () => boolean }} what is shown first, a
 *   function that plays one line and gives the answer to it, and one that tells whether the game has ended
 */
export function createGame() {
  // Starts a new game. Returns what is shown first, a function that plays one line and gives the answer
  // to it, and one that tells whether the game has ended.
}

/**
 * Plays one line of the player.
 * @param {ReturnType<typeof newState>} state changed by what the player does
 * @param {string} line
 * @returns {string} the answer; empty for an empty line
 */
function answer(state, line) {
  // Plays one line of the player. Returns the answer; empty for an empty line.
}
