/** The shapes of the characters of numbers: three columns and five rows each, row by row. */
const SHAPES = {
  0: '111 101 101 101 111',
  1: '010 110 010 010 111',
  2: '111 001 111 100 111',
  3: '111 001 111 001 111',
  4: '101 101 111 001 001',
  5: '111 100 111 001 111',
  6: '111 100 111 101 111',
  7: '111 001 010 010 010',
  8: '111 101 111 101 111',
  9: '111 101 111 001 111',
  '-': '000 000 111 000 000',
  '.': '000 000 000 000 010',
  e: '000 111 111 100 111',
  '+': '000 010 111 010 000',
}

const SCALE = 3
const ADVANCE = 4 * SCALE
export const DIGIT_HEIGHT = 5 * SCALE

/**
 * Says how wide a number is when it is drawn.
 * @param {string} text
 * @returns {number} In pixels.
 */
export function widthOfNumber(text) {
  // Says how wide a number is when it is drawn. Returns: in pixels.
}

/**
 * Draws a number.
 * @param {import('./canvas.js').Canvas} canvas
 * @param {string} text
 * @param {{ x: number, y: number }} place Of its upper left corner.
 * @param {readonly number[]} colour
 */
export function drawNumber(canvas, text, { x, y }, colour) {
  // Draws a number.
}
