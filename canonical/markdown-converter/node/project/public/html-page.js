/** The page that turns HTML into Markdown. */
import { onConvert } from './form.js'
import { htmlToMarkdown } from './html-blocks.js'

onConvert((html) => {
  document.querySelector('#result').value = htmlToMarkdown(html)
})
