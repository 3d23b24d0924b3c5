import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { repositoryIds } from '../../../harness/benchmarks/codeprojecteval/dataset.ts'
import { digestOfFiles } from '../../../harness/lib/files/digest.ts'
import type { Work } from '../../../harness/contracts/types.ts'
import type { Setting, SketchDetail } from '../../../harness/contracts/schema.ts'
import { Analyser } from '../../../harness/scorers/analyser.ts'
import { sketchScorer } from '../../../harness/scorers/sketchbleu/sketchbleu.ts'
import { workOf } from '../../../scripts/proofs/sketchbleu/repositories.ts'
import { variantOf } from '../../../scripts/proofs/sketchbleu/variant.ts'
import { root } from '../../helpers.ts'
import { needs, publishedFolder } from '../../needs.ts'

interface Golden {
  readonly value: number
  readonly ngram: number
  readonly weighted: number
  readonly syntax: number
  readonly dataflow: number
  /** sha256 of the variant. */
  readonly variant: string
}

const golden = JSON.parse(readFileSync(path.join(root, 'test/fixtures/sketchbleu/golden.json'), 'utf8')) as Readonly<
  Record<string, Golden>
>
const scorer = sketchScorer(new Analyser())

async function sketch(produced: Work, canonical: Work, setting: Setting) {
  const score = await scorer.score(produced, canonical, setting)
  if (!score.scored || !('compared' in score.detail)) throw new Error(`not scored: ${JSON.stringify(score)}`)
  return { value: score.value, detail: score.detail satisfies SketchDetail }
}

describe('SketchBLEU of published repositories', await needs('data: codeprojecteval'), () => {
  const source = publishedFolder('codeprojecteval')

  it('has golden values of at least five repositories', () => {
    expect(Object.keys(golden).length).toBeGreaterThanOrEqual(5)
  })

  it.each(Object.entries(golden))('equals the golden values of a variant of %s', async (id, expected) => {
    const canonical = await workOf(source, id)
    const code = variantOf(id, canonical.code)
    const all = [...code, ...canonical.tests].map(({ path: file, content }) => ({ path: file, content: content ?? '' }))
    expect(digestOfFiles(all)).toBe(expected.variant)
    const { value, detail } = await sketch({ code }, canonical, 'paper')
    const { variant: _, ...numbers } = expected
    for (const [name, number] of Object.entries({ value, ...detail.components }))
      expect(number, name).toBeCloseTo(numbers[name as keyof typeof numbers], 6)
  })

  it('is 1 in the strict setting for every reference and itself, and less in none of its parts', async () => {
    for (const id of repositoryIds(source)) {
      const canonical = await workOf(source, id)
      const { value, detail } = await sketch({ code: canonical.code }, canonical, 'strict')
      expect(value, id).toBeCloseTo(1, 12)
      expect(Object.values(detail.components), id).toEqual(Object.values(detail.components).map(() => 1))
    }
  })

  it('gives a project of nothing but the copied tests full marks for its tokens in the paper setting', async () => {
    const full: string[] = []
    for (const id of repositoryIds(source)) {
      const canonical = await workOf(source, id)
      const score = await scorer.score({ code: [] }, canonical, 'paper')
      if (!score.scored || !('compared' in score.detail)) continue
      const { ngram, weighted } = score.detail.components
      if (ngram === 1 && Math.abs(weighted - 1) < 1e-9) full.push(id)
      const strict = await sketch({ code: [] }, canonical, 'strict')
      expect(strict.value, id).toBe(0)
    }
    // With the seven repositories that are not published here, all of them with long tests, these are the 13 of 18 that are known.
    expect(full).toEqual([
      'cookiecutter',
      'csvs-to-sqlite',
      'djangorestframework-simplejwt',
      'flask',
      'parsel',
      'trailscraper',
    ])
  })
})
