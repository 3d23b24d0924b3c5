import { itemsHere } from './state.js'
import { DIRECTIONS, ROOMS } from './world.js'

/**
 * Describes the room in which the player is: its name, what it looks like, its items and its exits.
 * @param {ReturnType<import('./state.js').newState>} state
 * @returns {string} several lines
 */
export function describeRoom(state) {
  const { description, exits } = ROOMS.get(state.room)
  const items = itemsHere(state)
  const directions = DIRECTIONS.filter((direction) => exits.has(direction))
  const lines = [state.room, description, `Exits: ${directions.join(', ')}.`]
  if (items.length > 0) lines.push(`Here lies: ${items.join(', ')}.`)
  return lines.join('\n')
}

/**
 * Says what the player carries.
 * @param {ReturnType<import('./state.js').newState>} state
 * @returns {string}
 */
export function describeInventory(state) {
  return state.carried.length > 0 ? `You carry: ${state.carried.join(', ')}.` : 'You carry nothing.'
}

/**
 * Writes a number of moves with its noun.
 * @param {number} moves
 * @returns {string} such as "1 move" or "7 moves"
 */
export function countMoves(moves) {
  return `${moves} ${moves === 1 ? 'move' : 'moves'}`
}
