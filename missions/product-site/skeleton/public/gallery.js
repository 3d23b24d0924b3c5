/** The pictures of the first page, one at a time. */

const PICTURES = [
  { file: '/front.svg', caption: 'From the front' },
  { file: '/side.svg', caption: 'From the side' },
  { file: '/above.svg', caption: 'From above' },
]

let current = 0

/** Goes so many pictures on, round and round. */
function go(steps) {
  // Goes so many pictures on, round and round.
}

// The program’s start belongs here: what runs when this file is loaded.
