import { DOOR, ROOMS, START } from './world.js'

/**
 * Makes the state of a new game.
 * @returns {{ room: string, carried: string[], lying: Map<string, string[]>, doorOpen: boolean, moves: number, over: boolean }}
 *   where the player is, what is carried, what lies in each room, and how the game stands
 */
export function newState() {
  return {
    room: START,
    carried: [],
    lying: new Map([...ROOMS].map(([name, room]) => [name, [...room.items]])),
    doorOpen: false,
    moves: 0,
    over: false,
  }
}

/**
 * Gives the items that lie in the player's room.
 * @param {ReturnType<typeof newState>} state
 * @returns {string[]} the list itself, not a copy
 */
export function itemsHere(state) {
  return state.lying.get(state.room)
}

/**
 * Moves an item from one list to another.
 * @param {string} item
 * @param {string[]} from
 * @param {string[]} to
 * @returns {boolean} whether the item was in the first list; if not, nothing changes
 */
export function transfer(item, from, to) {
  const index = from.indexOf(item)
  if (index < 0) return false
  from.splice(index, 1)
  to.push(item)
  return true
}

/**
 * Tells whether the way in a direction is shut by the locked door.
 * @param {ReturnType<typeof newState>} state
 * @param {string} direction
 * @returns {boolean}
 */
export function isLocked(state, direction) {
  return !state.doorOpen && state.room === DOOR.room && direction === DOOR.direction
}
