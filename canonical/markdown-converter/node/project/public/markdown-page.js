/** The page that turns Markdown into HTML. */
import { onConvert } from './form.js'
import { markdownToHtml } from './markdown-blocks.js'

onConvert((markdown) => {
  const html = markdownToHtml(markdown)
  document.querySelector('#result').textContent = html
  document.querySelector('#preview').innerHTML = html
})
