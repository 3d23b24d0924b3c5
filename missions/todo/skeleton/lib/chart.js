/** Draws the statistics as a picture: one bar for each number. */
import { html } from './html.js'

const BAR_LEFT = 80
const BAR_LENGTH = 440
const BAR_HEIGHT = 24
const ROW_HEIGHT = 40

/** Draws one bar with its name on the left; the largest number fills the whole length. */
function bar({ name, value }, index, largest) {
  // Draws one bar with its name on the left; the largest number fills the whole length.
}

/** Draws a bar chart of named numbers as an SVG picture. */
export function barChart(numbers) {
  // Draws a bar chart of named numbers as an SVG picture.
}
