/** The page that turns Markdown into HTML. */
import { onConvert } from './form.js'
import { markdownToHtml } from './markdown-blocks.js'

// The program’s start belongs here: what runs when this file is loaded.
