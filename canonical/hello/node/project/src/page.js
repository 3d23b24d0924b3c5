const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/**
 * Makes text safe to stand in HTML.
 * @param {string} text
 * @returns {string}
 */
function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character])
}

/**
 * Makes the page.
 * @param {string} greeting Plain text of the heading.
 * @returns {string} The whole document.
 */
export function helloPage(greeting) {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Hello</title>
    <link rel="icon" href="data:,">
    <style>
      body { font-family: system-ui, sans-serif; margin: 3rem auto; max-width: 32rem; padding: 0 1rem; }
      h1 { overflow-wrap: anywhere; white-space: pre-wrap; }
      input, button { font: inherit; padding: 0.4rem 0.8rem; }
    </style>
  </head>
  <body>
    <h1>${escapeHtml(greeting)}</h1>
    <form action="/" method="get">
      <label for="name">Your name</label>
      <input id="name" name="name" autocomplete="off">
      <button id="greet">Greet me</button>
    </form>
  </body>
</html>
`
}
