import { itemsHere } from './state.js'
import { DIRECTIONS, ROOMS } from './world.js'

/**
 * Describes the room in which the player is: its name, what it looks like, its items and its exits.
 * @param {ReturnType<import('./state.js').newState>} state
 * @returns {string} several lines
 */
export function describeRoom(state) {
  // Describes the room in which the player is: its name, what it looks like, its items and its exits.
  // Returns: several lines.
}

/**
 * Says what the player carries.
 * @param {ReturnType<import('./state.js').newState>} state
 * @returns {string}
 */
export function describeInventory(state) {
  // Says what the player carries.
}

/**
 * Writes a number of moves with its noun.
 * @param {number} moves
 * @returns {string} such as "1 move" or "7 moves"
 */
export function countMoves(moves) {
  // Writes a number of moves with its noun. Returns: such as "1 move" or "7 moves".
}
