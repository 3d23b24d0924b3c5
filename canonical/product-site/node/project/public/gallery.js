/** The pictures of the first page, one at a time. */

const PICTURES = [
  { file: '/front.svg', caption: 'From the front' },
  { file: '/side.svg', caption: 'From the side' },
  { file: '/above.svg', caption: 'From above' },
]

let current = 0

/** Goes so many pictures on, round and round. */
function go(steps) {
  current = (current + steps + PICTURES.length) % PICTURES.length
  document.querySelector('#picture').src = PICTURES[current].file
  document.querySelector('#caption').textContent = PICTURES[current].caption
}

document.querySelector('#next').addEventListener('click', () => go(1))
document.querySelector('#previous').addEventListener('click', () => go(-1))
