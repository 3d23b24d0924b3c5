/** The page. */
import { html } from './html.js'
import { svg } from './svg.js'
import { LEVELS, SIZES } from './wish.js'

const LEVEL_NAMES = { L: 'L (7%)', M: 'M (15%)', Q: 'Q (25%)', H: 'H (30%)' }

/** Offers one choice of a list. */
function option(value, name, chosen) {
  return html`<option value="${value}" ${value === chosen && html`selected`}>${name}</option>`
}

/** Shows the form with what was wished for. */
function wishForm({ text, size, level }) {
  return html`<form method="get" action="/">
    <p class="text">
      <label for="text">Text</label>
      <input id="text" name="text" value="${text}" autocomplete="off" />
    </p>
    <p>
      <label for="size">Size</label>
      <select id="size" name="size">
        ${SIZES.map((value) => option(value, `${value} × ${value} pixels`, size))}
      </select>
    </p>
    <p>
      <label for="level">Error correction</label>
      <select id="level" name="level">
        ${LEVELS.map((value) => option(value, LEVEL_NAMES[value], level))}
      </select>
    </p>
    <p><button id="make">Make the code</button></p>
  </form>`
}

/** Shows a code with the way to save it. */
function result(code, { text, size, level }) {
  const query = new URLSearchParams({ text, size, level })
  return html`${svg(code, size)}
    <p><a id="save" href="/qr-code.png?${query}">Save as PNG</a></p>`
}

/** Writes the page with the form and, below it, a code or what is wrong. */
export function generatorPage({ wish, problem, code }) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>QR code generator</title>
        <link rel="icon" href="data:," />
        <style>
          body {
            margin: 0 auto;
            max-width: 42rem;
            padding: 2rem 1rem;
            font:
              16px/1.5 system-ui,
              sans-serif;
            color: #222b38;
          }
          form {
            display: flex;
            flex-wrap: wrap;
            gap: 1rem;
            align-items: end;
          }
          label {
            display: block;
            font-size: 0.875rem;
            color: #5b6876;
          }
          .text {
            flex: 1 1 100%;
          }
          .text input {
            width: 100%;
            box-sizing: border-box;
          }
          input,
          select,
          button {
            padding: 0.4rem 0.7rem;
            font: inherit;
          }
          #problem {
            padding: 0.5rem 0.75rem;
            border-left: 4px solid #a8380d;
            background: #fdf0ea;
          }
          svg {
            display: block;
          }
        </style>
      </head>
      <body>
        <h1>QR code generator</h1>
        ${wishForm(wish)} ${problem && html`<p id="problem" role="alert">${problem}</p>`} ${code && result(code, wish)}
      </body>
    </html>`
}
