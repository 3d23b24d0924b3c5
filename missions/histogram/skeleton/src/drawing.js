import { Canvas } from './canvas.js'
import { DIGIT_HEIGHT, drawNumber, widthOfNumber } from './digits.js'

/** #2f6db5: of the bars and of nothing else. */
const BAR = [0x2f, 0x6d, 0xb5]
const INK = [0x33, 0x33, 0x33]

/** In pixels. */
const MARGIN = 60
const LEAST_PLOT_WIDTH = 680
const PLOT_HEIGHT = 380
const AXIS = 2
const LABEL_GAP = 8

/** Bins at least this wide, in pixels, have a gap between their bars. */
const ROOMY = 6
const GAP = 2

/**
 * Draws bins as bars, with an axis below that says where they begin and end.
 * @param {import('./bins.js').Bin[]} bins
 * @returns {Canvas}
 */
export function drawHistogram(bins) {
  // Draws bins as bars, with an axis below that says where they begin and end.
}

/**
 * Draws a bar for each bin that is not empty; the highest fills the plot.
 * @param {Canvas} canvas
 * @param {import('./bins.js').Bin[]} bins
 * @param {number} pitch From the left edge of one bar to that of the next, in pixels.
 * @param {number} ground Where the bars stand, in pixels from the top.
 */
function drawBars(canvas, bins, pitch, ground) {
  // Draws a bar for each bin that is not empty; the highest fills the plot.
}

/**
 * Draws the number of an edge below the axis, as far as there is room for it.
 * @param {Canvas} canvas
 * @param {number} value
 * @param {{ middle: number, y: number, colour: readonly number[] }} place
 */
function drawLabel(canvas, value, { middle, y, colour }) {
  // Draws the number of an edge below the axis, as far as there is room for it.
}
