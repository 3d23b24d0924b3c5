import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { parsers } from 'prettier/plugins/markdown'
import { describe, expect, it } from 'vitest'
import { parseCsv } from '../../../harness/lib/parsing/csv.ts'
import { leaderboardCsv } from '../../../harness/reporters/leaderboard/csv.ts'
import { leaderboardHtml } from '../../../harness/reporters/leaderboard/html.ts'
import { leaderboardMarkdown } from '../../../harness/reporters/leaderboard/markdown.ts'
import { SCHEMA_VERSION, type Leaderboard } from '../../../harness/contracts/schema.ts'
import { HOSTILE_TEXTS } from '../formats/results.ts'

function board(text: string): Leaderboard {
  const cell = {
    best: 0.625,
    interval: { low: 0.25, high: 0.75, level: 0.95, method: 'bootstrap' as const },
    samples: 5,
    points: 100,
    unjudged: 0,
    incomplete: false,
  }
  return {
    schemaVersion: SCHEMA_VERSION,
    rows: [
      {
        agent: text,
        outputFormat: text,
        runs: [text, 'b'],
        date: '2025-01-01',
        cells: [
          { variant: 'L1.cascade', score: 0.5, ...cell },
          { variant: 'L2.cascade', score: null, ...cell, best: null, interval: null, samples: 0 },
          { variant: 'L1.direct', score: 0.1605633, ...cell, incomplete: true },
          { variant: 'L2.direct', score: 0, ...cell },
          { variant: 'L3.direct', score: 1, ...cell },
        ],
        averages: { cascade: null, direct: 0.38685, all: null },
      },
    ],
    forced: [text],
    tables: [{ title: 'Tests passed', of: 'Repository', columns: [text], rows: [{ name: text, cells: ['≥ 3'] }] }],
  }
}

/** Names of all elements and attributes. */
function shapeOf(page: string): string[] {
  const visit = (node: DefaultTreeAdapterTypes.ParentNode): string[] =>
    node.childNodes.flatMap((child) =>
      'tagName' in child ? [child.tagName, ...child.attrs.map(({ name }) => `@${name}`), ...visit(child)] : [],
    )
  return visit(parse(page))
}

describe('a leaderboard', () => {
  it('shows percentage points with two digits, a dash for unknown ones, and a mark for incomplete ones', () => {
    const lines = [...leaderboardMarkdown(board('x'))].join('').split('\n')
    expect(lines[2]).toBe('| `x` | `x` | 50.00 | – | – | 16.06\\* | 0.00 | 100.00 | 38.69 | – |')
    expect(lines.slice(4).map((line) => line.trimEnd())).toEqual([
      'Points passed of 100. An average is shown where everything that it covers is there.',
      'Several samples are pooled; the best one is never taken for the score.',
      'The runs `x`, `b` are pooled for `x`.',
      '\\* Incomplete: some trials have not ended.',
      'Forced: `x`',
      '',
      '**Tests passed**',
      '',
      '| Repository | `x` |',
      '| --- | ---: |',
      '| `x` | ≥ 3 |',
      '',
    ])
  })

  it('says what agents lack, how they are ranked, and which runs are pooled', () => {
    const [row] = board('x').rows
    if (!row) throw new Error('the board has a row')
    const rows = [
      { ...row, agent: 'folder:a', version: '1a2b3c4', missing: { variants: ['L2.cascade'], missions: ['m'] } },
      { ...row, agent: 'mine' },
      { ...row, agent: 'single', runs: ['x'] },
    ]
    const page = leaderboardHtml({ ...board('x'), rows, rankedBy: ['L1.cascade', 'L1.direct'] })
    for (const line of [
      'Ranked by the mean of what every agent has: L1.cascade, L1.direct.',
      'Not everything is there: folder:a 1a2b3c4 lacks L2.cascade and the missions m.',
      'The runs x, b are pooled for folder:a 1a2b3c4, mine.',
    ])
      expect(page).toContain(`<p>${line}</p>`)
    expect(page).not.toContain('for single')
    const unrelated = [...leaderboardMarkdown({ ...board('x'), rows, rankedBy: [] })].join('')
    expect(unrelated).toContain('Ranked by the mean of the scores that each agent has')
    expect(unrelated).toContain('`folder:a 1a2b3c4` lacks `L2.cascade` and the missions `m`.')
  })

  it('shows the tables of a paper below the scores in the page, and leaves them out of CSV', () => {
    const page = leaderboardHtml(board('x'))
    expect(page.indexOf('<h2>Tests passed</h2>')).toBeGreaterThan(page.indexOf('</table>'))
    expect(page).toContain('<td class="number">≥ 3</td>')
    const { tables, ...without } = board('x')
    expect(tables).toHaveLength(1)
    expect(leaderboardHtml(without)).not.toContain('<h2>')
    expect([...leaderboardCsv(board('x'))]).toEqual([...leaderboardCsv(without)])
  })

  it('has shares in CSV, with intervals, best samples and numbers of samples', () => {
    const [head = [], row = []] = parseCsv(Buffer.from([...leaderboardCsv(board('x'))].join('')))
    const of = (name: string) => row[head.indexOf(name)]
    expect(of('Direct-Level1')).toBe('0.1605633')
    expect(of('Cascade-Level2')).toBe('')
    expect([
      of('Cascade-Level1 from'),
      of('Cascade-Level1 to'),
      of('Cascade-Level1 best'),
      of('Cascade-Level1 samples'),
    ]).toEqual(['0.25', '0.75', '0.625', '5'])
    expect(of('Runs')).toBe('x b')
  })

  it.each(HOSTILE_TEXTS)('lets no name bring in markup: %s', (_, text) => {
    expect(shapeOf(leaderboardHtml(board(text)))).toEqual(shapeOf(leaderboardHtml(board('plain'))))
    const types = (value: string) =>
      JSON.stringify(
        (parsers.markdown.parse as unknown as (text: string) => unknown)(
          [...leaderboardMarkdown(board(value))].join(''),
        ),
      ).match(/"type":"(?!inlineCode|text)\w+"/g)
    expect(types(text)).toEqual(types('plain'))
    expect(parseCsv(Buffer.from([...leaderboardCsv(board(text))].join('')))).toHaveLength(2)
  })
})

describe('a leaderboard of missions with suites', () => {
  const suites = [
    { id: 'cases', weight: 0.8, score: 0.5 },
    { id: 'style', weight: null, score: null },
  ]
  const plain = board('a')
  const [row] = plain.rows
  if (!row) throw new Error('the board has a row')
  const cells = row.cells.slice(0, 1).map((cell) => ({ ...cell, variant: 'plain', suites }))
  const withSuites: Leaderboard = { ...plain, scoring: 'mean', rows: [{ ...row, cells }] }

  it('has a column for each suite, after the scores', () => {
    const [head = [], values = []] = parseCsv(Buffer.from([...leaderboardCsv(withSuites)].join('')))
    expect(head.slice(-3)).toEqual(['plain, cases (weight 0.8)', 'plain, style', 'Runs'])
    expect(values.slice(-3)).toEqual(['0.5', '', 'a b'])
    const markdown = [...leaderboardMarkdown(withSuites)].join('')
    expect(markdown).toMatch(/`plain, cases \(weight 0\.8\)` \| `plain, style` \|\n/)
    expect(markdown).toContain('| 50.00 | – |\n')
  })

  it('says that scores are means of missions, and shows suites in the page', () => {
    expect([...leaderboardMarkdown(withSuites)].join('')).toContain('Mean scores of the missions, of 100.')
    expect(leaderboardHtml(withSuites)).toContain('cases × 0.8: 50.00')
  })

  it('is not changed where missions have one suite', () => {
    expect([...leaderboardMarkdown(plain)].join('')).toContain('Points passed of 100.')
    expect(leaderboardHtml(plain)).not.toContain('×')
  })
})
