import { describe, expect, it } from 'vitest'
import { SETTINGS, scoreSchema } from '../../harness/contracts/schema.ts'
import { ARCHITECTURE_SCORES, isAlone, isArchitectureScore } from '../../harness/contracts/vocabulary.ts'
import { Analyser } from '../../harness/scorers/analyser.ts'
import { Graphs } from '../../harness/scorers/architecture/graphs.ts'
import { embedderTool, scorers } from '../../harness/scorers/index.ts'
import type { Work } from '../../harness/contracts/types.ts'

const analyser = new Analyser()
const tools = {
  analyser,
  graphs: new Graphs(analyser.parsers),
  embedder: embedderTool({ embedder: 'lexical', model: '', offline: true }, {}),
}

/** As published, files of fewer than four words are not even like themselves. */
const GOOD: Work = {
  code: [
    { path: 'main.py', content: 'from helper import g\n\ndef f(a):\n    return g(a) + 1\n' },
    { path: 'helper.py', content: 'def g(a):\n    return 2 * a\n' },
    { path: 'index.html', content: '<p>Hello to all of you</p>\n' },
  ],
  skeleton: [{ path: 'main.py', content: 'def f(a, b, c, d):\n    ...\n' }],
  checklist: [{ page: 'Home', function: 'Show', description: 'Shows a text.' }],
  parameters: [{ of: 't1', name: 'url', value: 'http://localhost:8000/' }],
  architecture: {
    modules: [
      {
        ...{ name: 'all', description: '' },
        files: [{ path: 'helper.py', description: '', globals: [], classes: [], functions: [] }],
      },
    ],
  },
}

/** Some measures count what is wrong. */
function best(name: string): number {
  return isArchitectureScore(name) && ARCHITECTURE_SCORES[name].better === 'lower' ? 0 : 1
}

const TEXTS: readonly unknown[] = [
  '',
  ' ',
  '\0',
  '\ud800',
  '\ufeff',
  '((((((((',
  '"""',
  "'",
  'x'.repeat(300_000),
  'a '.repeat(50_000),
  '日本😀\u202e',
  '__proto__',
  '../../etc/passwd',
]
const VALUES: readonly unknown[] = [...TEXTS, null, undefined, 5, NaN, true, [], ['a'], {}, { toString: 1 }]

const hostile: Readonly<Record<string, readonly Work[]>> = {
  'nothing at all': [{}],
  'empty lists': [{ code: [], skeleton: [], checklist: [], parameters: [] }],
  'hostile texts': TEXTS.filter((text) => typeof text === 'string').map((text) => ({
    code: [{ path: text, content: text }],
    skeleton: [{ path: 'a.py', content: text }],
    checklist: [{ page: text, function: text, description: text }],
    parameters: [{ of: text, name: text, value: text }],
  })),
  'hostile values': VALUES.map((value) => ({ ...GOOD, parameters: [{ of: 't1', name: 'url', value }] })),
  'files that are no text': [
    { ...GOOD, code: [{ path: 'a.py', content: Uint8Array.of(0, 255, 254) }] },
    { ...GOOD, code: [{ path: 'a.py', content: null }] },
    { ...GOOD, code: [{ path: 'a.js', content: new Uint8Array(5_000_000).fill(97) }] },
  ],
  'much of everything': [
    {
      code: Array.from({ length: 300 }, (_, index) => ({
        path: `f${index}.js`,
        content: `const a${index} = ${index}\n`,
      })),
      skeleton: Array.from({ length: 300 }, () => ({ path: 'same.py', content: 'pass' })),
      checklist: Array.from({ length: 300 }, () => ({ page: 'a', function: 'b', description: 'c' })),
      parameters: Array.from({ length: 3000 }, (_, index) => ({ of: 't1', name: `n${index}`, value: `${index}` })),
    },
  ],
}

describe.each(Object.entries(scorers))('the %s scorer', (name, create) => {
  const scorer = create(tools)

  it('has the name under which it stands in the table, or one that says what it goes by', () => {
    expect([name, `lexical-${name}`]).toContain(scorer.name)
  })

  it.each(SETTINGS)('gives a solution and itself full marks: %s', async (setting) => {
    expect(await scorer.score(GOOD, GOOD, setting)).toMatchObject({
      scored: true,
      value: expect.closeTo(best(name), 6) as number,
    })
  })

  it.each(SETTINGS)('says why it has no score, where something is not there: %s', async (setting) => {
    expect(await scorer.score({}, GOOD, setting)).toEqual({ scored: false, reason: expect.any(String) as string })
    const alone = { scored: true }
    const compared = { scored: false, nothingCanonical: true }
    expect(await scorer.score(GOOD, {}, setting)).toMatchObject(isAlone(name) ? alone : compared)
  })

  describe.each(SETTINGS)('%s', (setting) => {
    it.each(Object.entries(hostile))('takes %s', async (_, works) => {
      for (const work of works) {
        const score = await scorer.score(work, GOOD, setting)
        // The schema holds no NaN, and no number outside of its range.
        expect(scoreSchema.parse(score)).toEqual(score)
        expect(scoreSchema.parse(JSON.parse(JSON.stringify(score)))).toEqual(score)
        expect(scoreSchema.parse(await scorer.score(GOOD, work, setting))).toBeDefined()
      }
    })
  })
})
