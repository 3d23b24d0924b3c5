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
  const state = newState()
  return {
    greeting: `Ships are out at sea and the light is dark. Type “help” for the commands.\n\n${describeRoom(state)}`,
    answer: (line) => answer(state, line),
    isOver: () => state.over,
  }
}

/**
 * Plays one line of the player.
 * @param {ReturnType<typeof newState>} state changed by what the player does
 * @param {string} line
 * @returns {string} the answer; empty for an empty line
 */
function answer(state, line) {
  const { verb, object } = parse(line)
  if (verb === '') return ''
  const command = COMMANDS.get(verb)
  if (command === undefined) return `I do not know ${quote(verb)}. Type “help” for the commands.`
  if (command.object !== undefined && object === '') return `Which ${command.object}? Type “help” for the commands.`
  return command.run(state, object)
}
