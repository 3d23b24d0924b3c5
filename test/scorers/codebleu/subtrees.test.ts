import { gunzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Language, Parser, type Node } from 'web-tree-sitter'
import { beforeAll, describe, expect, it } from 'vitest'
import { GRAMMARS, type Grammar } from '../../../harness/lib/syntax/parse.ts'
import { subtreesOf } from '../../../harness/scorers/codebleu/analysis.ts'
import { copyTree } from '../../../harness/lib/syntax/syntax-tree.ts'
import { Vocabulary } from '../../../harness/scorers/codebleu/vocabulary.ts'
import { sha256 } from '../../../harness/lib/files/digest.ts'
import { root } from '../../helpers.ts'

const TEXTS: readonly string[] = [
  '',
  'def f(a, b=1):\n    """doc"""\n    if a not in b and a is not None:\n        return [x for x in b if x]\n',
  'class A(B):\n    x: int = 3\n    def g(self, *args, **kw) -> str: ...\n',
  'x = (1, "a", f"{b}")\nwith open(p) as f:\n    pass\n',
  'def broken(:\n    return )\n',
  '<div class="a">\n  {{ x }}\n</div>\n<script>var a = {b: 1};</script>',
  'a { color: red; }\n.b > c::before { content: "x" }\n@media (x) { y { z: 1 } }',
  'function f(a, {b, ...c}) { for (const x of a) { if (x) y += `${x}`; else delete b.c } }',
  'const f = async (a) => { try { await a?.b() } catch { throw new Error("no") } }\nexport default class extends A {}',
  'interface A<T> extends B { readonly x?: T[] }\ntype C = keyof A<string>\nlet d = <T,>(x: T) => x as unknown',
  'class A { int f(int a) { for (int i = 0; i < a; i++) { a += i; } return a; } }',
  '#include <stdio.h>\nint main(void) { int a[3] = {1, 2}; while (a[0]--) printf("%d", a[0]); return 0; }',
  'template <typename T> class A : public B { T x; auto f() -> int { return [&](int y) { return y; }(1); } };',
  'package a\nfunc f(a int) (b string, err error) { x, ok := m[a]; if !ok { return }; for i := range x { b += i }; return }',
  'é = "日本😀" ; $ ? ` \\ \u0000 \ud800',
  '((((((((((',
  '>>>>>> not any language { [ (',
]

let parsers: ReadonlyMap<Grammar, Parser>
beforeAll(async () => {
  await Parser.init()
  const loaded = GRAMMARS.map(async (grammar) => {
    const wasm = gunzipSync(readFileSync(path.join(root, 'grammars', `${grammar}.wasm.gz`)))
    return [grammar, new Parser().setLanguage(await Language.load(wasm))] as const
  })
  parsers = new Map(await Promise.all(loaded))
})

function parse(grammar: Grammar, text: string) {
  const tree = parsers.get(grammar)?.parse(text)
  if (!tree) throw new Error('not parsed')
  return tree
}

/** The S-expressions of the root and all nodes with children, in document order. */
function written(node: Node): string[] {
  const own = node.parent === null || node.childCount > 0 ? [node.toString()] : []
  return [...own, ...node.children.flatMap(written)]
}

/** A token may have no name; the parser's API then returns something else. */
function typeOf({ type, isNamed }: Node): string {
  return type === 'ERROR' && !isNamed ? '' : type
}

/** For each element, the index of the first equal one. */
function groups(items: readonly (string | number)[]): number[] {
  const first = new Map<string | number, number>()
  return items.map((item) => first.get(item) ?? (first.set(item, first.size), first.size - 1))
}

describe.each(GRAMMARS)('subtrees of %s', (grammar) => {
  it('are equal if their S-expressions are, over all texts', () => {
    const vocabulary = new Vocabulary()
    const expected: string[] = []
    const found: number[] = []
    for (const text of TEXTS) {
      const tree = parse(grammar, text)
      // In reverse, since children come before their parents.
      found.push(...subtreesOf(copyTree(tree, text), vocabulary).toReversed())
      expected.push(...written(tree.rootNode))
    }
    expect(groups([...found])).toEqual(groups(expected))
  })

  it('come from exact copies of the trees', () => {
    for (const text of TEXTS) {
      const tree = parse(grammar, text)
      const { nodes, hasErrors } = copyTree(tree, text)
      expect(hasErrors).toBe(tree.rootNode.hasError)
      const all: Node[] = []
      const collect = (node: Node): void => {
        all.push(node)
        for (const child of node.children) collect(child)
      }
      collect(tree.rootNode)
      expect(nodes.map(({ type, named, missing, start, end }) => [type, named, missing, start, end])).toEqual(
        all.map((node) => [typeOf(node), node.isNamed, node.isMissing, node.startIndex, node.endIndex]),
      )
      for (const node of nodes)
        expect(nodes.slice(node.index, node.next)).toHaveLength(all[node.index]?.descendantCount ?? NaN)
    }
  })
})

describe('grammars', () => {
  const list = JSON.parse(readFileSync(path.join(root, 'grammars', 'grammars.json'), 'utf8')) as {
    name: string
    version: string
    bytes: number
    sha256: string
  }[]

  it('are exactly those that are used', () => {
    expect(list.map(({ name }) => name).toSorted()).toEqual([...GRAMMARS].toSorted())
  })

  it.each(list)('$name is unchanged since it was copied from its package', ({ name, bytes, sha256: digest }) => {
    const wasm = gunzipSync(readFileSync(path.join(root, 'grammars', `${name}.wasm.gz`)))
    expect(wasm).toHaveLength(bytes)
    expect(sha256(wasm)).toBe(digest)
  })

  it('of Python has the version of the published scores', () => {
    expect(list.find(({ name }) => name === 'python')?.version).toBe('0.23.6')
  })
})
