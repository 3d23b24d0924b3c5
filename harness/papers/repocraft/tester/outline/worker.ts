/** The process that reads the definitions of a hostile repository. */
import { serve } from '../../../../lib/processes/pool/serve.ts'
import { returning, stubBodies } from '../../../../lib/syntax/outline/stubs.ts'
import { Parsers } from '../../../../lib/syntax/parse.ts'
import { definitionsOf, type Definition } from './read.ts'

export const tasks = { definitions, stubs, returns }

const parsers = new Parsers()

function definitions({ file, text }: { readonly file: string; readonly text: string }): Promise<Definition[]> {
  return definitionsOf(file, text, parsers)
}

function stubs({ text, statement }: { readonly text: string; readonly statement: string }): Promise<string> {
  return stubBodies(text, statement, parsers)
}

function returns({ text, value }: { readonly text: string; readonly value: string | null }): Promise<string> {
  return returning(text, value, parsers)
}

serve(tasks)
