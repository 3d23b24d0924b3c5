import type { Work } from '../../contracts/types.ts'
import type { Parsers } from '../../lib/syntax/parse.ts'
import { contractOf, declaredBy, type Contract } from './contract.ts'
import { contractDocument } from './contract-document.ts'
import { normalised } from './files.ts'
import { graphOf, type Graphed } from './project.ts'

/** Reads each project once for all measures. */
export class Graphs {
  readonly #parsers: Parsers
  readonly #graphs = new WeakMap<Work, Promise<Graphed>>()

  constructor(parsers: Parsers) {
    this.#parsers = parsers
  }

  of(produced: Work, canonical: Work): Promise<Graphed> {
    const known = this.#graphs.get(produced)
    if (known) return known
    const graph = graphOf(
      { files: produced.code ?? [], launch: produced.launch, promised: promisedBy(produced, canonical) },
      this.#parsers,
    )
    this.#graphs.set(produced, graph)
    return graph
  }
}

/** Paths that the project should have, by the reference and by its own contract. */
function promisedBy(produced: Work, { code = [] }: Work): ReadonlySet<string> {
  const declared = contractIn(produced)?.map(({ path }) => path) ?? []
  return new Set([...code.map(({ path }) => normalised(path)), ...declared])
}

/** The contract or the plan that the agent reported, or else the contract that it wrote into the project. */
export function contractIn({ architecture, contract, code }: Work): Contract | undefined {
  if (contract) return declaredBy(contract)
  if (architecture) return contractOf(architecture)
  return code && contractDocument(code)
}
