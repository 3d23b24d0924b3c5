/** Draws sums as a picture: one bar for each. */
import { html } from './html.js'
import { formatMoney } from './money.js'

const WIDTH = 640
const BAR_LEFT = 160
const BAR_LENGTH = 360
const BAR_HEIGHT = 24
const ROW_HEIGHT = 40
const LONGEST_NAME = 18

/** Shortens a name that would run into its bar. */
function shortened(name) {
  // Shortens a name that would run into its bar.
}

/** Draws one bar with its name on the left and its sum on the right; the largest sum fills the whole length. */
function bar({ name, cents }, index, largest) {
  // Draws one bar with its name on the left and its sum on the right; the largest sum fills the whole
  // length.
}

/** Draws a bar chart of named sums in cents as an SVG picture. */
export function barChart(sums) {
  // Draws a bar chart of named sums in cents as an SVG picture.
}
