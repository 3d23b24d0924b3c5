import type { SyntaxNode } from '../../../lib/syntax/syntax-tree.ts'
import { childOf, requiredChild, type Rule, type States, type Visitor } from './visit.ts'

/** The fields of a node that give a name a value. */
type Fields = readonly [name: string, value: string]

/** The node types of a language that give names their values. */
export interface Shapes {
  /** Definitions, whose value may be missing. */
  readonly define: Readonly<Record<string, Fields>>
  readonly assign: Readonly<Record<string, Fields>>
  readonly increment: readonly string[]
  readonly branches: readonly string[]
  /** Loops in which a name takes each value. */
  readonly each: Readonly<Record<string, Fields>>
  readonly while: readonly string[]
  /** Loops with an initialisation that is not repeated. */
  readonly counting: readonly string[]
}

/** How branches and counting loops are visited. */
export interface Traversal {
  branch(node: SyntaxNode, states: States, visitor: Visitor): void
  count(node: SyntaxNode, states: States, visitor: Visitor): void
}

/** A rule for languages in which every target of an assignment depends on all its values. */
export function ruleOf(shapes: Shapes, traversal: Traversal): Rule {
  return (node, states, visitor) => {
    const { type } = node
    const definition = shapes.define[type]
    const assignment = shapes.assign[type]
    const each = shapes.each[type]
    if (definition) define(node, definition, states, visitor)
    else if (assignment) assign(node, assignment, states, visitor)
    else if (shapes.increment.includes(type)) increment(node, states, visitor)
    else if (shapes.branches.includes(type)) traversal.branch(node, states, visitor)
    else if (each) visitor.loop(() => forEach(node, each, states, visitor))
    else if (shapes.while.includes(type)) visitor.loop(() => visitor.all(node.children, states))
    else if (shapes.counting.includes(type)) traversal.count(node, states, visitor)
    else return false
    return true
  }
}

function define(node: SyntaxNode, [name, value]: Fields, states: States, visitor: Visitor): void {
  const names = visitor.variables(requiredChild(node, name))
  const from = childOf(node, value)
  if (from) visitor.visit(from, states)
  else for (const each of names) visitor.edge(each, 'comesFrom', [], [])
  visitor.define(names, from ? visitor.variables(from) : [], 'comesFrom', states)
}

function assign(node: SyntaxNode, [left, right]: Fields, states: States, visitor: Visitor): void {
  const [to, from] = [requiredChild(node, left), requiredChild(node, right)]
  visitor.visit(from, states)
  visitor.define(visitor.variables(to), visitor.variables(from), 'computedFrom', states)
}

function increment(node: SyntaxNode, states: States, visitor: Visitor): void {
  const variables = visitor.variables(node)
  visitor.define(variables, variables, 'computedFrom', states)
}

function forEach(node: SyntaxNode, fields: Fields, states: States, visitor: Visitor): void {
  assign(node, fields, states, visitor)
  const body = childOf(node, 'body')
  if (body) visitor.visit(body, states)
}
