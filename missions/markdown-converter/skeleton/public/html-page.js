/** The page that turns HTML into Markdown. */
import { onConvert } from './form.js'
import { htmlToMarkdown } from './html-blocks.js'

// The program’s start belongs here: what runs when this file is loaded.
