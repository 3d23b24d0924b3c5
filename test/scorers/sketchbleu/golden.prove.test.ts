/** The other cases of golden.test.ts. */
import { describe, expect, it } from 'vitest'
import { repositoryIds } from '../../../harness/benchmarks/libraries/dataset.ts'
import { workOf } from '../../../scripts/proofs/sketchbleu/repositories.ts'
import { needs, publishedFolder } from '../../needs.ts'
import { scorer, sketch } from './golden-cases.ts'

describe('SketchBLEU of published repositories', await needs('data: codeprojecteval'), () => {
  const source = publishedFolder('codeprojecteval')

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
