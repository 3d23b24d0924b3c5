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
  if (!DIRECTIONS.includes(direction)) return `You cannot go ${quote(direction)}: that is no direction.`
  const target = ROOMS.get(state.room).exits.get(direction)
  if (target === undefined) return `You cannot go ${direction} from here.`
  if (isLocked(state, direction)) return `You cannot go ${direction}: the door is locked.`
  state.room = target
  state.moves += 1
  return describeRoom(state)
}

/**
 * Takes an item that lies in the room.
 * @param {State} state
 * @param {string} item
 * @returns {string} the answer to the player
 */
function take(state, item) {
  if (state.carried.includes(item)) return `You cannot take the ${item}: you already carry it.`
  if (!transfer(item, itemsHere(state), state.carried)) return `You cannot take ${quote(item)}: it is not here.`
  return `You take the ${item}.`
}

/**
 * Lays a carried item down in the room.
 * @param {State} state
 * @param {string} item
 * @returns {string} the answer to the player
 */
function drop(state, item) {
  if (!transfer(item, state.carried, itemsHere(state))) return `You cannot drop ${quote(item)}: you do not carry it.`
  return `You drop the ${item}.`
}

/**
 * Unlocks the door for good, where the player stands before it.
 * @param {State} state
 * @returns {string} the answer to the player
 */
function useKey(state) {
  if (state.room !== DOOR.room) return 'You cannot use the key here: there is no lock.'
  if (state.doorOpen) return 'You cannot use the key again: the door is already open.'
  state.doorOpen = true
  return 'The lock turns with a groan. The door is open now.'
}

/**
 * Lights the lamp, which wins the game where ships can see it.
 * @param {State} state
 * @returns {string} the answer to the player
 */
function useLamp(state) {
  if (state.room !== GOAL) return 'You cannot use the lamp here: no ship would see it.'
  state.over = true
  return `The light sweeps over the sea and the ships turn for home.\nYou win after ${countMoves(state.moves)}.`
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
  if (!state.carried.includes(item)) return `You cannot use ${quote(item)}: you do not carry it.`
  const effect = USES.get(item)
  return effect === undefined ? `You cannot use the ${item} for anything here.` : effect(state)
}

/**
 * Says how often the player has changed rooms.
 * @param {State} state
 * @returns {string} the answer to the player
 */
function moves(state) {
  return `You have made ${countMoves(state.moves)} so far.`
}

/**
 * Ends the game.
 * @param {State} state
 * @returns {string} the answer to the player
 */
function quit(state) {
  state.over = true
  return 'Farewell.'
}

/**
 * Lists all commands with what they do.
 * @returns {string} one command a line
 */
function help() {
  const usages = [...COMMANDS].map(([verb, { object, about }]) => [
    object ? `${verb} ${object.toUpperCase()}` : verb,
    about,
  ])
  const width = Math.max(...usages.map(([usage]) => usage.length))
  return usages.map(([usage, about]) => `${usage.padEnd(width)}  ${about}`).join('\n')
}

/** Verb → what it does, what it is for, and the object that it needs, if any. */
export const COMMANDS = new Map([
  ['look', { run: describeRoom, about: 'describe the room' }],
  ['go', { run: go, object: 'direction', about: 'walk through an exit' }],
  ['take', { run: take, object: 'item', about: 'pick an item up' }],
  ['drop', { run: drop, object: 'item', about: 'lay an item down' }],
  ['inventory', { run: describeInventory, about: 'list what you carry' }],
  ['use', { run: use, object: 'item', about: 'use an item that you carry' }],
  ['moves', { run: moves, about: 'count the moves so far' }],
  ['help', { run: help, about: 'list the commands' }],
  ['quit', { run: quit, about: 'end the game' }],
])
