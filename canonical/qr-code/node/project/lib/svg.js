/** Draws codes for the page. */
import { html } from './html.js'

/** Lists the dark modules as squares of a path. */
function squares({ modules, isDark }) {
  const places = Array.from({ length: modules * modules }, (_, index) => [Math.floor(index / modules), index % modules])
  return places
    .filter(([row, column]) => isDark(row, column))
    .map(([row, column]) => `M${column} ${row}h1v1h-1z`)
    .join('')
}

/** Draws a code as an SVG of a size in pixels. */
export function svg(code, size) {
  return html`<svg
    id="code"
    role="img"
    aria-label="QR code"
    width="${size}"
    height="${size}"
    viewBox="0 0 ${code.modules} ${code.modules}"
    shape-rendering="crispEdges"
  >
    <rect width="100%" height="100%" fill="#fff" />
    <path d="${squares(code)}" fill="#000" />
  </svg>`
}
