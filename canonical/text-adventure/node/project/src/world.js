/** Where the player begins. */
export const START = 'Beach'

/** Where the lamp has to be lit. */
export const GOAL = 'Gallery'

/** The one locked way: it is shut until the key is used on its near side. */
export const DOOR = { room: 'Courtyard', direction: 'north' }

/** Every direction that exists, in the order in which exits are listed. */
export const DIRECTIONS = ['north', 'east', 'south', 'west', 'up', 'down']

/** Room → its description, its exits and the items that lie there at first. */
export const ROOMS = new Map([
  [
    'Beach',
    {
      description: 'Waves roll over grey pebbles, and gulls cry overhead.',
      exits: new Map([
        ['north', 'Courtyard'],
        ['east', 'Cave'],
      ]),
      items: ['rope'],
    },
  ],
  [
    'Cave',
    {
      description: 'Water drips from the ceiling and every step echoes.',
      exits: new Map([['west', 'Beach']]),
      items: ['key'],
    },
  ],
  [
    'Courtyard',
    {
      description: 'Grass grows between the flagstones, and old walls keep the wind away.',
      exits: new Map([
        ['north', 'Tower'],
        ['south', 'Beach'],
        ['west', 'Kitchen'],
      ]),
      items: [],
    },
  ],
  [
    'Kitchen',
    {
      description: 'Copper pans hang above a stove that has been cold for years.',
      exits: new Map([['east', 'Courtyard']]),
      items: ['lamp'],
    },
  ],
  [
    'Tower',
    {
      description: 'A spiral staircase winds along the bare stone walls.',
      exits: new Map([
        ['south', 'Courtyard'],
        ['up', 'Gallery'],
      ]),
      items: [],
    },
  ],
  [
    'Gallery',
    {
      description: 'Tall windows look out on the dark sea, and ships wait for a light.',
      exits: new Map([['down', 'Tower']]),
      items: [],
    },
  ],
])
