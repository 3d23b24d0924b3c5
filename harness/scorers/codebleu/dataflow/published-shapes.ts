/** The rules of the published implementation, with its omissions. */
import type { SyntaxNode } from '../../../lib/syntax/syntax-tree.ts'
import { ruleOf, type Shapes, type Traversal } from './shapes.ts'
import { childOf, type Rule, type States, type Visitor } from './visit.ts'

const NONE = { define: {}, assign: {}, increment: [], branches: ['if_statement'], each: {}, while: [], counting: [] }
const LOOPS = { while: ['while_statement'], counting: ['for_statement'] }
const SIDES = ['left', 'right'] as const
const NAME_VALUE = ['name', 'value'] as const

const JAVA: Shapes = {
  ...{ ...NONE, ...LOOPS },
  define: { variable_declarator: NAME_VALUE },
  assign: { assignment_expression: SIDES },
  increment: ['update_expression'],
  each: { enhanced_for_statement: NAME_VALUE },
}
const JAVASCRIPT: Shapes = {
  ...{ ...NONE, ...LOOPS },
  define: { variable_declarator: NAME_VALUE },
  assign: { assignment_pattern: SIDES, augmented_assignment_expression: SIDES },
  increment: ['update_expression'],
}
const GO: Shapes = {
  ...{ ...NONE, counting: ['for_statement'] },
  define: { var_spec: NAME_VALUE },
  assign: { assignment_statement: SIDES },
  increment: ['inc_statement'],
}
/** The node types of C#, which the published implementation uses for C; C has only some of them. */
const C: Shapes = {
  ...{ ...NONE, ...LOOPS },
  assign: { assignment_expression: SIDES },
  increment: ['postfix_unary_expression'],
  each: { for_each_statement: SIDES },
}

export const publishedRules = {
  java: ruleOf(JAVA, traversal('local_variable_declaration')),
  javascript: ruleOf(JAVASCRIPT, traversal('variable_declaration', true)),
  go: ruleOf(GO, traversal('for_clause', true)),
  c: ruleOf(C, traversal('local_variable_declaration')),
} satisfies Record<string, Rule>

/**
 * @param trigger The node type after which the second pass over a loop begins
 * @param fallsThrough Whether an `if` with an `else` also keeps the definitions from before it
 */
function traversal(trigger: string, fallsThrough = false): Traversal {
  return {
    branch: (node, states, visitor) => branch(node, states, visitor, fallsThrough),
    count: (node, states, visitor) =>
      visitor.loop(
        () => visitor.all(node.children, states),
        () => secondPass(node, trigger, states, visitor),
      ),
  }
}

const STOPS: readonly string[] = ['if_statement', 'else']

function branch(node: SyntaxNode, states: States, visitor: Visitor, fallsThrough: boolean): void {
  const { children } = node
  const current = visitor.copyOf(states)
  const stop = children.findIndex(({ type }) => STOPS.includes(type))
  const [before, after] = stop === -1 ? [children, []] : [children.slice(0, stop), children.slice(stop)]
  visitor.all(before, current)
  const branches = after.map((child) => {
    const copy = visitor.copyOf(states)
    visitor.visit(child, copy)
    return copy
  })
  branches.push(current)
  if (fallsThrough || !children.some(({ type }) => type.includes('else'))) branches.push(visitor.copyOf(states))
  visitor.join(states, branches)
}

function secondPass({ children }: SyntaxNode, trigger: string, states: States, visitor: Visitor): void {
  const at = children.findIndex(({ type }) => type === trigger)
  const first = children[at]
  if (!first) return
  const update = childOf(first, 'update')
  if (trigger === 'for_clause' && update) visitor.visit(update, states)
  visitor.all(children.slice(at + 1), states)
}
