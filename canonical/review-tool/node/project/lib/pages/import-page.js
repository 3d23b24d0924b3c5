/** The page that imports a file. */
import { html } from '../html.js'
import { layout, problemList } from './layout.js'

/** Writes the page, with how much came in or with what was wrong. */
export function importPage({ added, problems = [] } = {}) {
  return layout({
    title: 'Import',
    address: '/import',
    content: html`<section>
      ${problemList('import-problem', problems)}
      ${
        added &&
        html`<p id="imported" role="status">${added.products} products and ${added.reviews} reviews imported</p>`
      }
      <form class="fields" method="post" action="/import" enctype="multipart/form-data">
        <p>
          <label for="file">JSON file</label>
          <input id="file" name="file" type="file" accept=".json,application/json" />
        </p>
        <p><button class="main" id="import">Import</button></p>
      </form>
    </section>`,
  })
}
