/**
 * Makes a page of a heading and a way on.
 * @param {string} heading The heading, and the title too.
 * @param {{ address: string, name: string }} link Where the way leads, and what it is called.
 * @returns {string} The whole document.
 */
export function layout(heading, link) {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${heading}</title>
    <link rel="icon" href="data:,">
    <style>
      body { font-family: system-ui, sans-serif; margin: 3rem auto; max-width: 32rem; padding: 0 1rem; }
    </style>
  </head>
  <body>
    <h1>${heading}</h1>
    <p><a id="way" href="${link.address}">${link.name}</a></p>
  </body>
</html>
`
}
