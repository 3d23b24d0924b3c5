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
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name
}

/** Draws one bar with its name on the left and its sum on the right; the largest sum fills the whole length. */
function bar({ name, cents }, index, largest) {
  const y = 8 + index * ROW_HEIGHT
  const width = Math.round((cents / largest) * BAR_LENGTH)
  return html`<text x="${BAR_LEFT - 12}" y="${y + 17}" text-anchor="end">${shortened(name)}</text>
    <rect class="bar" x="${BAR_LEFT}" y="${y}" width="${width}" height="${BAR_HEIGHT}" rx="4" />
    <text x="${BAR_LEFT + BAR_LENGTH + 12}" y="${y + 17}">${formatMoney(cents)}</text>`
}

/** Draws a bar chart of named sums in cents as an SVG picture. */
export function barChart(sums) {
  const largest = Math.max(...sums.map((sum) => sum.cents))
  const spoken = sums.map(({ name, cents }) => `${name} ${formatMoney(cents)}`).join(', ')
  return html`<svg
    id="chart"
    role="img"
    aria-label="Bar chart: ${spoken === '' ? 'no expenses' : spoken}"
    viewBox="0 0 ${WIDTH} ${Math.max(sums.length, 1) * ROW_HEIGHT}"
  >
    ${sums.map((sum, index) => bar(sum, index, largest))}
  </svg>`
}
