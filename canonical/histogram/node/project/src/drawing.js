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
  const pitch = Math.max(1, Math.floor(LEAST_PLOT_WIDTH / bins.length))
  const plotWidth = pitch * bins.length
  const canvas = new Canvas(plotWidth + 2 * MARGIN, PLOT_HEIGHT + 2 * MARGIN)
  const ground = MARGIN + PLOT_HEIGHT
  drawBars(canvas, bins, pitch, ground)
  canvas.fill({ x: MARGIN, y: ground, width: plotWidth, height: AXIS }, INK)
  const labels = { y: ground + AXIS + LABEL_GAP, colour: INK }
  drawLabel(canvas, bins[0].from, { ...labels, middle: MARGIN })
  drawLabel(canvas, bins.at(-1).to, { ...labels, middle: MARGIN + plotWidth })
  return canvas
}

/**
 * Draws a bar for each bin that is not empty; the highest fills the plot.
 * @param {Canvas} canvas
 * @param {import('./bins.js').Bin[]} bins
 * @param {number} pitch From the left edge of one bar to that of the next, in pixels.
 * @param {number} ground Where the bars stand, in pixels from the top.
 */
function drawBars(canvas, bins, pitch, ground) {
  const most = bins.reduce((highest, { count }) => Math.max(highest, count), 0)
  const width = pitch >= ROOMY ? pitch - GAP : pitch
  bins.forEach(({ count }, index) => {
    const height = Math.round((count / most) * PLOT_HEIGHT)
    canvas.fill({ x: MARGIN + index * pitch, y: ground - height, width, height }, BAR)
  })
}

/**
 * Draws the number of an edge below the axis, as far as there is room for it.
 * @param {Canvas} canvas
 * @param {number} value
 * @param {{ middle: number, y: number, colour: readonly number[] }} place
 */
function drawLabel(canvas, value, { middle, y, colour }) {
  const text = String(Number(value.toPrecision(4)))
  const width = widthOfNumber(text)
  const x = Math.min(Math.max(0, middle - Math.floor(width / 2)), canvas.width - width)
  if (y + DIGIT_HEIGHT <= canvas.height) drawNumber(canvas, text, { x, y }, colour)
}
