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
  const y = 8 + index * ROW_HEIGHT
  const width = largest === 0 ? 0 : Math.round((total / largest) * BAR_LENGTH)
  return html`<text x="${BAR_LEFT - 12}" y="${y + 17}" text-anchor="end">${NAMES[index]}</text>
    <rect class="bar" x="${BAR_LEFT}" y="${y}" width="${width}" height="${BAR_HEIGHT}" rx="4" />
    <text x="${BAR_LEFT + BAR_LENGTH + 12}" y="${y + 17}">${rounded(total)}</text>`
}

/** Draws a bar chart of the seven totals of a week as an SVG picture. */
export function barChart(totals) {
  const largest = Math.max(...totals)
  const spoken = totals.map((total, index) => `${NAMES[index]} ${rounded(total)}`).join(', ')
  return html`<svg
    id="chart"
    role="img"
    aria-label="Bar chart: ${spoken}"
    viewBox="0 0 ${WIDTH} ${totals.length * ROW_HEIGHT}"
  >
    ${totals.map((total, index) => bar(total, index, largest))}
  </svg>`
}
