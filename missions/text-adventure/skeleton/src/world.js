/** Where the player begins. */
export const START = 'Beach'

/** Where the lamp has to be lit. */
export const GOAL = 'Gallery'

/** The one locked way: it is shut until the key is used on its near side. */
export const DOOR = { room: 'Courtyard', direction: 'north' }

/** Every direction that exists, in the order in which exits are listed. */
export const DIRECTIONS = ['north', 'east', 'south', 'west', 'up', 'down']

/** Room → its description, its exits and the items that lie there at first. */
export const ROOMS = new Map() /* The data of ROOMS belongs here. */
