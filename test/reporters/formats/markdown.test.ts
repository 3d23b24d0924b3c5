import { parsers } from 'prettier/plugins/markdown'
import { describe, expect, it } from 'vitest'
import { MARK, code, markdownFormat } from '../../../harness/reporters/formats/markdown.ts'
import { HOSTILE_TEXTS, resultOf, written } from './results.ts'

interface Node {
  readonly type: string
  readonly value?: string
  readonly children?: readonly Node[]
}

/** As a reader of GitHub's markdown takes it apart; all nodes, in order. */
function nodes(text: string): Node[] {
  const visit = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(visit)]
  return visit((parsers.markdown.parse as unknown as (text: string) => Node)(text))
}

const comment = async (text?: string) => (await written(markdownFormat, resultOf(text))).toString()

describe('markdown', () => {
  it('shows the score, its parts, and the points that did not pass', async () => {
    const text = await comment('why')
    expect(text.startsWith(`${MARK}\n### at least 20.8%: 2.5 of 12 points\n`)).toBe(true)
    expect(text).toContain(
      '> 1 of 12 points is unjudged, and counted as not passed; with all of them the score would be 29.2%.',
    )
    expect(text).toContain('> 1 testcode is excluded by the benchmark and in no denominator.')
    expect(text).toContain('> It ran in the weak sandbox.')
    expect(text).toContain('| `folder:why` | 1 direct | at least 20.8% | 2.5/12 | 1/2 | 0/1 |')
    expect(text).toContain('<details><summary>10 verdicts not passed</summary>')
    expect(text).toContain('| `partial` | partial (0.5 of 1 point) | `why` |')
    expect(text).toContain('| `fixture` `folder:why L1 direct #1` | `timeout` | timeout | `why` |')
  })

  it.each(HOSTILE_TEXTS)('shows an untrusted text only as code: %s', async (_, text) => {
    const [plain, hostile] = [nodes(await comment('plain')), nodes(await comment(text))]
    const others = (list: readonly Node[]) => list.filter(({ type }) => type !== 'inlineCode')
    const shape = (list: readonly Node[]) =>
      others(list)
        .map(({ type }) => type)
        .filter((type) => type !== 'text')
    expect(shape(hostile)).toEqual(shape(plain))
    const shown = others(hostile)
      .map(({ value = '' }) => value)
      .join('\n')
    expect(shown).not.toMatch(/@someone|#12|evil|HYPERLINK|alert/)
  })

  it('fits into a comment, however long the reasons are', async () => {
    expect((await comment('|`'.repeat(50_000))).length).toBeLessThan(60_000)
  })

  it('puts code between more backticks than it holds', () => {
    expect(code('a')).toBe('`a`')
    expect(code('a`b``c')).toBe('```a`b``c```')
    expect(code('`a')).toBe('`` `a ``')
    expect(code('')).toBe('')
    expect(code('a\n | b')).toBe('`a ¦ b`')
  })
})
