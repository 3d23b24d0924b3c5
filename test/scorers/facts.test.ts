import { describe, expect, it } from 'vitest'
import { bodiesOf } from '../../harness/scorers/bodies.ts'
import { withoutComments } from '../../harness/scorers/codebleu/comments.ts'
import { Parsers, type Grammar } from '../../harness/lib/syntax/parse.ts'
import { factsOf } from '../../harness/scorers/facts.ts'

const parsers = new Parsers()

describe('static facts', () => {
  it('are files, bytes, lines and tokens by language, and bodies', async () => {
    const facts = await factsOf(
      [
        { path: 'a.py', content: '# one\n\ndef f(a):\n    """doc"""\n    return a + 1\n\n\ndef g():\n    pass\n' },
        { path: 'b.js', content: 'function h() {\n  // nothing yet\n}\n' },
        { path: 'c.js', content: 'const s = "a b c"\n' },
        { path: 'notes.txt', content: 'two words\n\n' },
        { path: 'logo.png', content: Uint8Array.of(1, 0, 2) },
      ],
      parsers,
    )
    expect(facts).toEqual({
      files: 5,
      bytes: 68 + 34 + 18 + 11 + 3,
      languages: [
        { language: 'python', files: 1, lines: 4, tokens: 16 },
        { language: 'javascript', files: 2, lines: 3, tokens: 10 },
        { language: 'txt', files: 1, lines: 1, tokens: 2 },
      ],
      bodies: { total: 3, empty: 1, placeholder: 1 },
      leftOut: [{ path: 'logo.png', reason: 'it is not text' }],
    })
  })

  it('of an empty project are 0', async () => {
    const none = { files: 0, bytes: 0, languages: [], bodies: { total: 0, empty: 0, placeholder: 0 }, leftOut: [] }
    expect(await factsOf([], parsers)).toEqual(none)
  })
})

describe('bodies', () => {
  it.each<[Grammar, string, string]>([
    ['python', 'def f():\n    """What it does."""\n', 'empty'],
    ['python', 'def f():\n    pass  # TODO\n', 'placeholder'],
    ['python', 'def f():\n    ...\n', 'placeholder'],
    ['python', 'def f():\n    """doc"""\n    raise NotImplementedError\n', 'placeholder'],
    ['python', 'def f():\n    raise ValueError("no")\n', 'real'],
    ['python', 'def f():\n    return 1\n', 'real'],
    ['javascript', 'const f = () => {}', 'empty'],
    ['javascript', 'const f = () => 1', 'real'],
    ['javascript', 'class A { f() { /* later */ } }', 'empty'],
    ['javascript', 'function f() { throw new Error("Not implemented") }', 'placeholder'],
    ['typescript', 'function f(): void { throw new Error("todo") }', 'placeholder'],
    ['tsx', 'const f = () => <a />', 'real'],
    ['java', 'class A { void f() { throw new UnsupportedOperationException(); } }', 'placeholder'],
    ['java', 'class A { A() {} }', 'empty'],
    ['c', 'void f(void) { ; }', 'placeholder'],
    ['cpp', 'int A::f() { return 1; }', 'real'],
    ['go', 'package a\nfunc f() { panic("not implemented") }', 'placeholder'],
    ['go', 'package a\nfunc f() {}', 'empty'],
  ])('%s: %j is %s', async (grammar, text, body) => {
    expect(bodiesOf(withoutComments(await parsers.parse(grammar, text)).tree)).toEqual([body])
  })

  it('are not counted for declarations without one', async () => {
    const tree = await parsers.parse('java', 'interface A { void f(); }')
    expect(bodiesOf(tree)).toEqual([])
  })
})
