import type { SyntaxNode } from '../../../lib/syntax/syntax-tree.ts'
import { childOf, requiredChild, type Rule, type States, type Visitor } from './visit.ts'

/** As published: any two sides with equally many children are paired child by child, even if they are not tuples. */
export const publishedPython = pythonRule(() => true)

const SEQUENCES: readonly string[] = [
  'pattern_list',
  'tuple_pattern',
  'list_pattern',
  'expression_list',
  'tuple',
  'list',
]

/** Only tuples and lists are paired element by element. */
export const strictPython = pythonRule((node) => SEQUENCES.includes(node.type), true)

function pythonRule(hasParts: (node: SyntaxNode) => boolean, visitsElse = false): Rule {
  return (node, states, visitor) => {
    switch (node.type) {
      case 'default_parameter':
        defaultParameter(node, states, visitor)
        return true
      case 'assignment':
      case 'augmented_assignment':
        assignment(node, states, visitor)
        return true
      case 'for_in_clause':
        link([[requiredChild(node, 'left'), lastOf(node)]], states, visitor)
        return true
      case 'if_statement':
        branch(node, states, visitor)
        return true
      case 'for_statement':
        visitor.loop(() => forOnce(node, states, visitor))
        if (visitsElse)
          visitor.all(
            node.children.filter(({ type }) => type === 'else_clause'),
            states,
          )
        return true
      case 'while_statement':
        visitor.loop(() => visitor.all(node.children, states))
        return true
      default:
        clausesFirst(node, states, visitor)
        return true
    }
  }

  function assignment(node: SyntaxNode, states: States, visitor: Visitor): void {
    const right = childOf(node, 'right')
    if (right) link(pairs(requiredChild(node, 'left'), right), states, visitor)
  }

  function forOnce(node: SyntaxNode, states: States, visitor: Visitor): void {
    link(pairs(requiredChild(node, 'left'), requiredChild(node, 'right')), states, visitor)
    const body = visitsElse ? (childOf(node, 'body') ?? lastOf(node)) : lastOf(node)
    if (body.type === 'block') visitor.visit(body, states)
  }

  function pairs(left: SyntaxNode, right: SyntaxNode): Pair[] {
    const [lefts, rights] = [partsOf(left), partsOf(right)]
    if (lefts.length !== rights.length || lefts.length === 0) return [[left, right]]
    return lefts.flatMap((part, index) => {
      const other = rights[index]
      return other ? [[part, other] as const] : []
    })
  }

  function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
    return hasParts(node) ? node.children.filter(({ type }) => type !== ',') : []
  }
}

type Pair = readonly [left: SyntaxNode, right: SyntaxNode]

function defaultParameter(node: SyntaxNode, states: States, visitor: Visitor): void {
  const names = visitor.variables(requiredChild(node, 'name'))
  const value = childOf(node, 'value')
  if (value) visitor.visit(value, states)
  else for (const name of names) visitor.edge(name, 'comesFrom', [], [])
  visitor.define(names, value ? visitor.variables(value) : [], 'comesFrom', states)
}

function link(pairs: readonly Pair[], states: States, visitor: Visitor): void {
  visitor.all(
    pairs.map(([, right]) => right),
    states,
  )
  for (const [left, right] of pairs) {
    const sources = visitor.variables(right)
    const [names, indexes] = [sources.map(({ code }) => code), sources.map(({ index }) => index)]
    for (const target of visitor.variables(left)) {
      visitor.edge(target, 'computedFrom', names, indexes)
      states.set(target.code, [target.index])
    }
  }
}

/** The conditions and the first block share one state; every other clause starts from the state before the statement. */
function branch(node: SyntaxNode, states: States, visitor: Visitor): void {
  const current = visitor.copyOf(states)
  const branches: States[] = []
  for (const child of node.children) {
    const clause = child.type === 'elif_clause' || child.type === 'else_clause'
    const state = clause ? visitor.copyOf(states) : current
    visitor.visit(child, state)
    if (clause) branches.push(state)
  }
  branches.push(current)
  // Without an `else`, no branch may be taken.
  if (!node.children.some(({ type }) => type.includes('else'))) branches.push(visitor.copyOf(states))
  visitor.join(states, branches)
}

/** Visits `for` clauses first, because a comprehension defines its variables after it uses them. */
function clausesFirst({ children }: SyntaxNode, states: States, visitor: Visitor): void {
  const isClause = ({ type }: SyntaxNode) => type === 'for_in_clause'
  visitor.all(children.filter(isClause), states)
  visitor.all(
    children.filter((child) => !isClause(child)),
    states,
  )
}

function lastOf(node: SyntaxNode): SyntaxNode {
  return node.children.at(-1) ?? node
}
