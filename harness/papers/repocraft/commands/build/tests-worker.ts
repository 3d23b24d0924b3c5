/** The process that parses the files of a repository. */
import { serve } from '../../../../lib/processes/pool/serve.ts'
import { stubBodies } from '../../../../lib/syntax/outline/stubs.ts'
import { Parsers } from '../../../../lib/syntax/parse.ts'
import { readTests, type ReadTests } from './read-tests.ts'

const parsers = new Parsers()

export const tasks = {
  tests: ({ text }: { readonly text: string }): Promise<ReadTests> => readTests(text, parsers),
  stubs: ({ text, statement }: { readonly text: string; readonly statement: string }): Promise<string> =>
    stubBodies(text, statement, parsers),
}

serve(tasks)
