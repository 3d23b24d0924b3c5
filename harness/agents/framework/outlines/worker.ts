/** The process that parses the files of agents. */
import { serve } from '../../../lib/processes/pool/serve.ts'
import type { Outline } from '../../../lib/syntax/outline/declarations.ts'
import { outlineOf } from '../../../lib/syntax/outline/outline.ts'
import { Parsers } from '../../../lib/syntax/parse.ts'

export const tasks = { outline }

const parsers = new Parsers()

async function outline({ path, content }: { readonly path: string; readonly content: string }): Promise<{
  readonly outline?: Outline
}> {
  const found = await outlineOf(path, content, parsers)
  return found === undefined ? {} : { outline: found }
}

serve(tasks)
