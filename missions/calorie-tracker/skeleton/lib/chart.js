/** Draws the days of a week as a picture: one bar for each. */
import { rounded } from './calories.js'
import { html } from './html.js'

const NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const WIDTH = 640
const BAR_LEFT = 60
const BAR_LENGTH = 480
const BAR_HEIGHT = 24
const ROW_HEIGHT = 40

/** Draws one bar with the name of its day on the left and its total on the right; the largest fills the whole length. */
function bar(total, index, largest) {
  // Draws one bar with the name of its day on the left and its total on the right; the largest fills the
  // whole length.
}

/** Draws a bar chart of the seven totals of a week as an SVG picture. */
export function barChart(totals) {
  // Draws a bar chart of the seven totals of a week as an SVG picture.
}
