import type { SyntaxNode } from '../syntax-tree.ts'
import { mergeLoop, type Edge, type NameOrder } from './edges.ts'
import { NoDataFlow, isToken, type Token, type Tokens } from './tokens.ts'

/** Name → places of the definitions that can reach what comes next. */
export type States = Map<string, readonly number[]>

/** Deeper than this, the published implementation (Python's own limit) gives up on a text; so does this one. */
const DEEPEST = 970
/** Steps that one text may take: nested loops double them with every level. The most for a published file are 23,298. */
const MOST_STEPS = 1_000_000

/** What a language does at a kind of node; undefined where it is nothing out of the ordinary. */
export type Rule = (node: SyntaxNode, states: States, visitor: Visitor) => boolean

/** Goes through a tree and collects where values come from. States that are handed to it are changed by it. */
export class Visitor {
  readonly #tokens: Tokens
  readonly #rule: Rule
  readonly #order: NameOrder
  #edges: Edge[] = []
  #depth = 0
  #steps = 0

  constructor(tokens: Tokens, rule: Rule, order: NameOrder) {
    this.#tokens = tokens
    this.#rule = rule
    this.#order = order
  }

  /** @throws NoDataFlow where there is no telling */
  edgesOf(root: SyntaxNode): readonly Edge[] {
    this.visit(root, new Map())
    return this.#edges
  }

  visit(node: SyntaxNode, states: States): void {
    this.spend(1)
    if (isToken(node)) this.#leaf(node, states)
    else this.#inside(node, states)
  }

  #inside(node: SyntaxNode, states: States): void {
    this.#depth += 1
    if (this.#depth > DEEPEST) throw new NoDataFlow('the text is nested too deep')
    if (!this.#rule(node, states, this)) this.all(node.children, states)
    this.#depth -= 1
  }

  /** One after the other. */
  all(nodes: readonly SyntaxNode[], states: States): void {
    for (const node of nodes) this.visit(node, states)
  }

  /** What is seen for the first time defines, what is seen again uses. */
  #leaf(node: SyntaxNode, states: States): void {
    const { index, code } = this.#tokens.of(node)
    if (node.type === code) return
    const definitions = states.get(code)
    if (definitions) this.edge({ index, code }, 'comesFrom', [code], definitions)
    else this.edge({ index, code }, 'comesFrom', [], [])
    if (!definitions && node.type === 'identifier') states.set(code, [index])
  }

  /** Names and values below a node. All below it is looked at, so all of it counts: a loop can ask again and again. */
  variables(node: SyntaxNode): Token[] {
    this.spend(node.next - node.index)
    return this.#tokens.variables(node)
  }

  edge(
    { code: name, index }: Token,
    relation: Edge['relation'],
    parents: readonly string[],
    parentIndexes: readonly number[],
  ): void {
    this.spend(1 + parentIndexes.length)
    this.#edges.push({ name, index, relation, parents, parentIndexes })
  }

  /** An edge to a target from each of its sources, and the target is defined here from now on. */
  define(targets: readonly Token[], sources: readonly Token[], relation: Edge['relation'], states: States): void {
    for (const target of targets) {
      for (const { code, index } of sources) this.edge(target, relation, [code], [index])
      states.set(target.code, [target.index])
    }
  }

  /** A loop's body, twice: the second time it sees what the first has defined. */
  loop(body: () => void, again: () => void = body): void {
    const before = this.#edges
    this.#edges = []
    body()
    again()
    const merged = mergeLoop(this.#edges, this.#order)
    this.#edges = before
    for (const edge of merged) this.#edges.push(edge)
  }

  copyOf(states: States): States {
    this.spend(states.size)
    return new Map(states)
  }

  /** After a branch, each name has the definitions of all ways that lead there. */
  join(states: States, branches: readonly States[]): void {
    const joined = new Map<string, Set<number>>()
    for (const branch of branches) {
      for (const [name, indexes] of branch) {
        this.spend(indexes.length)
        const all = joined.get(name) ?? new Set()
        for (const index of indexes) all.add(index)
        joined.set(name, all)
      }
    }
    states.clear()
    for (const [name, indexes] of joined)
      states.set(
        name,
        [...indexes].toSorted((a, b) => a - b),
      )
  }

  spend(steps: number): void {
    this.#steps += steps
    if (this.#steps > MOST_STEPS) throw new NoDataFlow('following the values takes too long')
  }
}

/** The first child under a field. */
export function childOf(node: SyntaxNode, field: string): SyntaxNode | undefined {
  return node.children.find((child) => child.field === field)
}

/** @throws NoDataFlow where there is none, which a mistake in the text can lead to */
export function needed(node: SyntaxNode, field: string): SyntaxNode {
  const child = childOf(node, field)
  if (!child) throw new NoDataFlow(`a ${node.type} has no ${field}`)
  return child
}
