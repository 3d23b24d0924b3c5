import type { SyntaxTree } from '../../../lib/syntax/syntax-tree.ts'
import { MOST_MENTIONS } from '../bounds.ts'
import { scriptsIn } from '../scripts-in-text.ts'
import { below, field, nameOf, stringOf } from '../tree.ts'

/** `shop.urls`, `shop.apps.ShopConfig` or `main:app`, as frameworks and servers expect. */
const DOTTED = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*(:[A-Za-z_]\w*|\.[A-Za-z_]\w*)$/

/** Strings that may name modules. Each application of Django is a whole package: `NAME.*`. */
export function mentionsOf(tree: SyntaxTree): string[] {
  const found = new Set(scriptsIn(tree.text))
  for (const node of tree.nodes) {
    if (found.size >= MOST_MENTIONS) break
    const text = node.type === 'string' ? stringOf(tree, node) : undefined
    if (text !== undefined && DOTTED.test(text)) found.add(text)
    if (node.type !== 'assignment' && node.type !== 'augmented_assignment') continue
    const [left, right] = [field(node, 'left'), field(node, 'right')]
    if (nameOf(tree, left) !== 'INSTALLED_APPS' || !right) continue
    for (const each of below(tree, right)) {
      const application = stringOf(tree, each)
      if (application !== undefined && /^[A-Za-z_][\w.]*$/.test(application)) found.add(`${application}.*`)
    }
  }
  return [...found].slice(0, MOST_MENTIONS)
}
