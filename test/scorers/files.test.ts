import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FilesDetail, Score, Setting } from '../../harness/contracts/schema.ts'
import { Analyser } from '../../harness/scorers/analyser.ts'
import { filesScorer } from '../../harness/scorers/files.ts'
import type { WorkFile } from '../../harness/contracts/types.ts'

const analyser = new Analyser()
const code = filesScorer('code', analyser)

const PYTHON = 'def f(a):\n    b = a + 1\n    return b\n'
const OTHER = 'import os\n\nfor name in os.listdir("."):\n    print(name)\n'
const PAGE = '<!doctype html>\n<title>A page</title>\n<p>Hello</p>\n'

type Tree = Readonly<Record<string, string | Uint8Array | null>>
const files = (tree: Tree): WorkFile[] => Object.entries(tree).map(([path, content]) => ({ path, content }))

function score(produced: Tree, canonical: Tree, setting: Setting): Promise<Score> {
  return code.score({ code: files(produced) }, { code: files(canonical) }, setting)
}

async function valueOf(produced: Tree, canonical: Tree, setting: Setting): Promise<number> {
  const result = await score(produced, canonical, setting)
  if (!result.scored) throw new Error(result.reason)
  return result.value
}

async function detailOf(produced: Tree, canonical: Tree, setting: Setting): Promise<FilesDetail> {
  const result = await score(produced, canonical, setting)
  if (!result.scored || !('files' in result.detail)) throw new Error('no detail')
  return result.detail
}

describe('the code score', () => {
  it.each(['paper', 'strict'] as const)(
    'of a solution and itself is 1, in whatever order and place: %s',
    async (setting) => {
      const canonical = { 'a.py': PYTHON, 'b.py': OTHER }
      expect(await valueOf({ 'src/z.py': OTHER, 'y.py': PYTHON }, canonical, setting)).toBe(1)
    },
  )

  it('is divided by the canonical files as published, and by the larger side in the strict setting', async () => {
    const canonical = { 'a.py': PYTHON }
    const produced = { 'a.py': PYTHON, 'b.py': OTHER, 'c.py': OTHER }
    expect(await valueOf(produced, canonical, 'paper')).toBe(1)
    expect(await valueOf(produced, canonical, 'strict')).toBeCloseTo(1 / 3, 12)
    expect(await valueOf(canonical, produced, 'strict')).toBeCloseTo(1 / 3, 12)
  })

  it('treats every file as Python as published, and compares files of one language in the strict setting', async () => {
    expect(await valueOf({ 'a.txt': PYTHON }, { 'a.py': PYTHON }, 'paper')).toBe(1)
    expect(await valueOf({ 'a.txt': PYTHON }, { 'a.py': PYTHON }, 'strict')).toBe(0)
    expect(await valueOf({ 'index.htm': PAGE }, { 'home.html': PAGE }, 'strict')).toBe(1)
  })

  it('has the decimals of the published scores', async () => {
    const value = await valueOf({ 'a.py': PYTHON }, { 'a.py': OTHER, 'b.py': PAGE, 'c.py': PYTHON }, 'paper')
    expect(value).toBe(0.333)
  })

  it('does not depend on what was scored before, to the last digit', async () => {
    const word = fc.constantFrom('if', 'for', 'while', 'return', 'not', 'x', 'y', 'items', '=', '+', '7')
    const text = fc.array(word, { minLength: 20, maxLength: 60 }).map((words) => words.join(' '))
    await fc.assert(
      fc.asyncProperty(text, text, async (mine, theirs) => {
        const alone = filesScorer('code', new Analyser())
        const work = (content: string) => ({ code: files({ 'a.py': content }) })
        expect(await code.score(work(mine), work(theirs), 'paper')).toEqual(
          await alone.score(work(mine), work(theirs), 'paper'),
        )
      }),
      { numRuns: 30 },
    )
  })

  it('lists matched files with their similarity, and files without a match', async () => {
    const { files: found } = await detailOf(
      { 'x.py': PYTHON, 'extra.py': OTHER },
      { 'a.py': PYTHON, 'page.html': PAGE },
      'strict',
    )
    expect(found).toMatchObject([
      { produced: 'x.py', canonical: 'a.py', similarity: 1, language: 'python', components: { ngram: 1, syntax: 1 } },
      { produced: 'extra.py', canonical: null, similarity: 0 },
      { produced: null, canonical: 'page.html', similarity: 0 },
    ])
  })

  it('leaves out files that are not text, with the reason', async () => {
    const produced = {
      'a.py': PYTHON,
      'logo.png': Uint8Array.of(137, 80, 78, 71, 0, 1),
      'latin.py': Uint8Array.of(0x61, 0xff, 0x62),
      'large.bin': new Uint8Array(3_000_000),
      'large.js': 'x;'.repeat(3_000_000),
    }
    const { leftOut } = await detailOf(produced, { 'a.py': PYTHON }, 'strict')
    expect(leftOut).toEqual([
      { side: 'produced', path: 'logo.png', reason: 'it is not text' },
      { side: 'produced', path: 'latin.py', reason: 'it is not text' },
      { side: 'produced', path: 'large.bin', reason: 'it is not text' },
      { side: 'produced', path: 'large.js', reason: 'it is larger than 256 KiB' },
    ])
    // A text counts as an extra file however long it is; a picture does not.
    expect(await valueOf(produced, { 'a.py': PYTHON }, 'strict')).toBe(1 / 2)
  })

  it.each(['paper', 'strict'] as const)(
    'pairs files that are too long to compare only if they are equal: %s',
    async (setting) => {
      const long = 'WORDS = 1\n'.repeat(30_000)
      const canonical = { 'a.py': PYTHON, 'words.py': Buffer.from(long) }
      expect(await valueOf({ 'a.py': PYTHON, 'words.py': long }, canonical, setting)).toBe(1)
      expect((await detailOf(canonical, canonical, setting)).leftOut).toEqual([])

      const changed = { 'a.py': PYTHON, 'words.py': `${long}X = 2\n` }
      expect(await valueOf(changed, canonical, setting)).toBe(1 / 2)
      expect((await detailOf(changed, canonical, setting)).leftOut).toEqual([
        { side: 'produced', path: 'words.py', reason: 'it is larger than 256 KiB' },
        { side: 'canonical', path: 'words.py', reason: 'it is larger than 256 KiB' },
      ])
    },
  )

  it('with a file without content leaves the mission unscored as published, and costs only that file in the strict setting', async () => {
    const produced = { 'a.py': PYTHON, 'b.py': null }
    expect(await score(produced, { 'a.py': PYTHON }, 'paper')).toEqual({
      scored: false,
      reason: '"b.py" was given without content',
    })
    expect(await valueOf(produced, { 'a.py': PYTHON }, 'strict')).toBe(1)
  })

  it('of an empty project is 0', async () => {
    expect(await valueOf({}, { 'a.py': PYTHON }, 'paper')).toBe(0)
    expect(await valueOf({}, { 'a.py': PYTHON }, 'strict')).toBe(0)
  })

  it('does not exist without a project or a canonical solution', async () => {
    expect(await code.score({}, { code: files({ 'a.py': PYTHON }) }, 'strict')).toEqual({
      scored: false,
      reason: 'there is no code',
    })
    expect(await code.score({ code: [] }, {}, 'strict')).toEqual({
      scored: false,
      reason: 'the canonical solution has no code',
      nothingCanonical: true,
    })
  })

  it('does not exist for thousands of files', async () => {
    const many = Object.fromEntries(Array.from({ length: 2100 }, (_, index) => [`f${index}.txt`, 'a']))
    expect(await score(many, many, 'strict')).toMatchObject({ scored: false })
  })
})
