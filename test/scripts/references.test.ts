import { describe, expect, it } from 'vitest'
import { referencesIn } from '../../scripts/checks/english/find.ts'

const OTHER =
  '# Other\n\n## The `first` part\n\n## Twice\n\n## Twice\n\n<a id="here"></a>\n\n```sh\n# no heading\n```\n'
const repository = {
  has: (file: string) => ['docs/other.md', 'docs/page.md', 'harness/run', 'docs/a.png'].includes(file),
  read: () => OTHER,
}

function findings(...lines: readonly string[]): string[] {
  return referencesIn('docs/page.md', lines.join('\n'), repository).map(({ line, message }) => `${line}: ${message}`)
}

describe('a link of a document', () => {
  it('leads to a file', () => {
    const links = '[one](other.md) ![two](a.png) [three](../harness/run/) [web](https://example.org/x.md)'
    expect(findings(links)).toEqual([])
    expect(findings('', '[one](missing.md)', '![two](../a.png)')).toEqual([
      '2: the link missing.md leads to no file',
      '3: the link ../a.png leads to no file',
    ])
  })

  it('leads to a heading or an anchor, as GitHub names them', () => {
    expect(findings('[a](other.md#the-first-part) [b](other.md#twice-1) [c](other.md#here) [d](#other)')).toEqual([])
    expect(findings('[a](other.md#twice-2) [b](#no-heading)')).toEqual([
      '1: docs/other.md has no heading for #twice-2',
      '1: docs/page.md has no heading for #no-heading',
    ])
  })

  it('is not searched in a block of code', () => {
    expect(findings('```md', '[one](missing.md)', '```')).toEqual([])
  })
})

describe('a quoted path', () => {
  it('of a folder of this repository exists', () => {
    expect(findings('`harness/run/` and `harness/run`')).toEqual([])
    expect(findings('`harness/gone.ts`, `test/gone/`')).toEqual([
      '1: there is no harness/gone.ts',
      '1: there is no test/gone/',
    ])
  })

  it('may have a placeholder, or belong to somewhere else', () => {
    expect(
      findings('`missions/<id>/x.ts` `test/*/a.ts` `docs/NAME.md/` `mine/todo/project` `reports/run.json`'),
    ).toEqual([])
  })
})
