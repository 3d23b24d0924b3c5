import { countMoves, describeInventory, describeRoom } from './describe.js'
import { quote } from './parser.js'
import { isLocked, itemsHere, transfer } from './state.js'
import { DIRECTIONS, DOOR, GOAL, ROOMS } from './world.js'

/** @typedef {ReturnType<import('./state.js').newState>} State */

/**
 * Walks through an exit and describes the room behind it, or says why that is impossible.
 * @param {State} state
 * @param {string} direction
 * @returns {string} the answer to the player
 */
function go(state, direction) {
  // Walks through an exit and describes the room behind it, or says why that is impossible. Returns the
  // answer to the player.
}

/**
 * Takes an item that lies in the room.
 * @param {State} state
 * @param {string} item
 * @returns {string} the answer to the player
 */
function take(state, item) {
  // Takes an item that lies in the room. Returns the answer to the player.
}

/**
 * Lays a carried item down in the room.
 * @param {State} state
 * @param {string} item
 * @returns {string} the answer to the player
 */
function drop(state, item) {
  // Lays a carried item down in the room. Returns the answer to the player.
}

/**
 * Unlocks the door for good, where the player stands before it.
 * @param {State} state
 * @returns {string} the answer to the player
 */
function useKey(state) {
  // Unlocks the door for good, where the player stands before it. Returns the answer to the player.
}

/**
 * Lights the lamp, which wins the game where ships can see it.
 * @param {State} state
 * @returns {string} the answer to the player
 */
function useLamp(state) {
  // Lights the lamp, which wins the game where ships can see it. Returns the answer to the player.
}

/** Item → what using it does; an item that is not named here has no use. */
const USES = new Map([
  ['key', useKey],
  ['lamp', useLamp],
])

/**
 * Uses a carried item.
 * @param {State} state
 * @param {string} item
 * @returns {string} the answer to the player
 */
function use(state, item) {
  // Uses a carried item. Returns the answer to the player.
}

/**
 * Says how often the player has changed rooms.
 * @param {State} state
 * @returns {string} the answer to the player
 */
function moves(state) {
  // Says how often the player has changed rooms. Returns the answer to the player.
}

/**
 * Ends the game.
 * @param {State} state
 * @returns {string} the answer to the player
 */
function quit(state) {
  // Ends the game. Returns the answer to the player.
}

/**
 * Lists all commands with what they do.
 * @returns {string} one command a line
 */
function help() {
  // Lists all commands with what they do. Returns one command a line.
}

/** Verb → what it does, what it is for, and the object that it needs, if any. */
export const COMMANDS = new Map() /* The data of COMMANDS belongs here. */
