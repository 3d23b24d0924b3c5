/** Draws codes for the page. */
import { html } from './html.js'

/** Lists the dark modules as squares of a path. */
function squares({ modules, isDark }) {
  // Lists the dark modules as squares of a path.
}

/** Draws a code as an SVG of a size in pixels. */
export function svg(code, size) {
  // Draws a code as an SVG of a size in pixels.
}
