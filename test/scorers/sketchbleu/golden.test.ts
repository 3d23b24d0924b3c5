import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { digestOfFiles } from '../../../harness/lib/files/digest.ts'
import { workOf } from '../../../scripts/proofs/sketchbleu/repositories.ts'
import { variantOf } from '../../../scripts/proofs/sketchbleu/variant.ts'
import { root } from '../../helpers.ts'
import { needs, publishedFolder } from '../../needs.ts'
import { sketch } from './golden-cases.ts'

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
})
