/** The node types that give names their values, by language. */
import type { SyntaxNode } from '../../../lib/syntax/syntax-tree.ts'
import { ruleOf, type Shapes, type Traversal } from './shapes.ts'
import type { Rule, States, Visitor } from './visit.ts'

const COMMON = { branches: ['if_statement'], while: ['while_statement', 'do_statement'], counting: ['for_statement'] }
const SIDES = ['left', 'right'] as const
const NAME_VALUE = ['name', 'value'] as const

const JAVASCRIPT: Shapes = {
  ...COMMON,
  define: { variable_declarator: NAME_VALUE },
  assign: { assignment_expression: SIDES, augmented_assignment_expression: SIDES, assignment_pattern: SIDES },
  increment: ['update_expression'],
  each: { for_in_statement: SIDES },
}
const JAVA: Shapes = {
  ...COMMON,
  define: { variable_declarator: NAME_VALUE },
  assign: { assignment_expression: SIDES },
  increment: ['update_expression'],
  each: { enhanced_for_statement: NAME_VALUE },
}
const C: Shapes = {
  ...COMMON,
  define: { init_declarator: ['declarator', 'value'] },
  assign: { assignment_expression: SIDES },
  increment: ['update_expression'],
  each: { for_range_loop: ['declarator', 'right'] },
}
const GO: Shapes = {
  ...{ ...COMMON, while: [] },
  define: { var_spec: NAME_VALUE, const_spec: NAME_VALUE },
  assign: { assignment_statement: SIDES, short_var_declaration: SIDES, range_clause: SIDES },
  increment: ['inc_statement', 'dec_statement'],
  each: {},
}

const TRAVERSAL: Traversal = {
  branch,
  count: (node, states, visitor) =>
    visitor.loop(
      () => visitor.all(node.children, states),
      () => visitor.all(repeated(node), states),
    ),
}

export const strictRules = {
  javascript: ruleOf(JAVASCRIPT, TRAVERSAL),
  java: ruleOf(JAVA, TRAVERSAL),
  c: ruleOf(C, TRAVERSAL),
  go: ruleOf(GO, TRAVERSAL),
} satisfies Record<string, Rule>

/** The alternative starts from the state before the statement; afterwards the definitions of both branches are possible. */
function branch({ children }: SyntaxNode, states: States, visitor: Visitor): void {
  const isAlternative = ({ field }: SyntaxNode) => field === 'alternative'
  const otherwise = visitor.copyOf(states)
  visitor.all(
    children.filter((child) => !isAlternative(child)),
    states,
  )
  visitor.all(children.filter(isAlternative), otherwise)
  visitor.join(states, [visitor.copyOf(states), otherwise])
}

const INITIAL: readonly (string | undefined)[] = ['initializer', 'init']

/** The parts of a loop that are repeated. */
function repeated({ children }: SyntaxNode): SyntaxNode[] {
  const parts = children.filter(({ field }) => !INITIAL.includes(field))
  return parts.flatMap((child) => (child.type === 'for_clause' ? repeated(child) : [child]))
}
