/** The process that reads the definitions of a hostile repository. */
import { serve } from '../../../lib/processes/pool/serve.ts'
import { Parsers } from '../../../lib/syntax/parse.ts'
import { definitionsOf, type Definition } from './read.ts'

export const tasks = { definitions }

const parsers = new Parsers()

function definitions({ file, text }: { readonly file: string; readonly text: string }): Promise<Definition[]> {
  return definitionsOf(file, text, parsers)
}

serve(tasks)
