import type { SyntaxNode } from '../../../lib/syntax/syntax-tree.ts'
import { mergeLoop, type Edge, type NameOrder } from './edges.ts'
import { NoDataFlow, isToken, type Token, type Tokens } from './tokens.ts'

/** Maps each name to the indices of the definitions that reach the current point. */
export type States = Map<string, readonly number[]>

/** The depth at which the published implementation fails, because of Python's recursion limit; so does this one. */
const MAX_DEPTH = 970
/** Step limit for one text: nested loops double the steps with every level. A published file takes at most 23,298. */
const MAX_STEPS = 1_000_000

/** Handles a node in the way of a language. Returns false if the node needs no special handling. */
export type Rule = (node: SyntaxNode, states: States, visitor: Visitor) => boolean

/** Visits a tree and collects the edges of its data flow. It changes the states that are passed to it. */
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

  /** @throws NoDataFlow if the data flow cannot be determined */
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
    if (this.#depth > MAX_DEPTH) throw new NoDataFlow('the text is nested too deeply')
    if (!this.#rule(node, states, this)) this.all(node.children, states)
    this.#depth -= 1
  }

  all(nodes: readonly SyntaxNode[], states: States): void {
    for (const node of nodes) this.visit(node, states)
  }

  /** The first occurrence of a name defines it, later ones use it. */
  #leaf(node: SyntaxNode, states: States): void {
    const { index, code } = this.#tokens.of(node)
    if (node.type === code) return
    const definitions = states.get(code)
    if (definitions) this.edge({ index, code }, 'comesFrom', [code], definitions)
    else this.edge({ index, code }, 'comesFrom', [], [])
    if (!definitions && node.type === 'identifier') states.set(code, [index])
  }

  /** Names and values below a node. Counts a step for every node below, because loops can repeat this call. */
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

  /** Adds an edge from each source to each target, and makes this the definition of the targets. */
  define(targets: readonly Token[], sources: readonly Token[], relation: Edge['relation'], states: States): void {
    for (const target of targets) {
      for (const { code, index } of sources) this.edge(target, relation, [code], [index])
      states.set(target.code, [target.index])
    }
  }

  /** Visits the body of a loop twice: the second pass sees the definitions of the first. */
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

  /** After a branch, each name has the definitions of all branches. */
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
    if (this.#steps > MAX_STEPS) throw new NoDataFlow('the data flow takes too many steps')
  }
}

/** The first child under a field. */
export function childOf(node: SyntaxNode, field: string): SyntaxNode | undefined {
  return node.children.find((child) => child.field === field)
}

/** @throws NoDataFlow if the field is missing, which a syntax error can cause */
export function requiredChild(node: SyntaxNode, field: string): SyntaxNode {
  const child = childOf(node, field)
  if (!child) throw new NoDataFlow(`a ${node.type} has no ${field}`)
  return child
}
