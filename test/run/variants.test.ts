import { describe, expect, it } from 'vitest'
import { PROJECTEVAL_VARIANTS, levelAndMode, shortVariant, variantText } from '../../harness/contracts/variants.ts'
import type { Level, Mode } from '../../harness/contracts/schema.ts'
import { UsageError } from '../../harness/errors.ts'
import { chooseVariants } from '../../harness/run/variants.ts'

const chosen = (levels?: Level[], modes?: Mode[], variants?: string[]) =>
  chooseVariants(PROJECTEVAL_VARIANTS, { levels, modes, variants })
const OTHERS = [
  { id: 'full', title: 'the whole task' },
  { id: 'easy', title: 'with a template' },
]

describe('the variants of ProjectEval', () => {
  it('are all combinations of level and mode, without a cascade at level 3', () => {
    expect(PROJECTEVAL_VARIANTS.map(({ id }) => id)).toEqual([
      ...['L1.direct', 'L1.cascade', 'L2.direct', 'L2.cascade', 'L3.direct'],
    ])
  })

  it('are recognised, and have names for people', () => {
    expect(levelAndMode('L2.cascade')).toEqual({ level: 2, mode: 'cascade' })
    expect(variantText('L2.cascade')).toBe('level 2, cascade')
    expect(shortVariant('L2.cascade')).toBe('L2 cascade')
    for (const other of ['full', 'L4.direct', 'L2', 'L2.directly', 'xL2.direct']) {
      expect(levelAndMode(other)).toBeUndefined()
      expect(variantText(other)).toBe(other)
    }
  })
})

describe('chooseVariants', () => {
  it('defaults to level 1 in direct mode', () => {
    expect(chosen()).toEqual({ ids: ['L1.direct'], notices: [] })
  })

  it('combines each level with each mode, in the order of the flags', () => {
    expect(chosen([2, 1], ['cascade', 'direct']).ids).toEqual(['L2.cascade', 'L2.direct', 'L1.cascade', 'L1.direct'])
  })

  it('leaves out a cascade at level 3 with a notice', () => {
    const { ids, notices } = chosen([2, 3], ['direct', 'cascade'])
    expect(ids).toEqual(['L2.direct', 'L2.cascade', 'L3.direct'])
    expect(notices).toEqual([expect.stringContaining('--level 3')])
    expect(chosen([2, 3]).notices).toEqual([])
    expect(chosen([2], ['cascade']).notices).toEqual([])
  })

  it('refuses only a cascade at level 3, with a remedy', () => {
    expect(() => chosen([3], ['cascade'])).toThrow(UsageError)
    expect(() => chosen([3], ['cascade'])).toThrow(/--mode direct/)
  })

  it('takes the variants of --variant, and for an unknown one lists the existing ones', () => {
    expect(chosen(undefined, undefined, ['L3.direct']).ids).toEqual(['L3.direct'])
    expect(() => chosen(undefined, undefined, ['L3.cascade'])).toThrow(/L1\.direct, L1\.cascade.*L3\.direct/)
  })

  it('says that a benchmark has no rounds, unless it has others', () => {
    const asked = { levels: undefined, modes: undefined, variants: ['rounds-3'] }
    expect(() => chooseVariants(OTHERS, asked)).toThrow(UsageError)
    expect(() => chooseVariants(OTHERS, asked)).toThrow(
      'this benchmark has no rounds, so not rounds-3; its variants are full, easy',
    )
    const rounds = [...OTHERS, { id: 'rounds-2', title: 'twice', rounds: 2 }]
    expect(() => chooseVariants(rounds, asked)).toThrow('there is no variant "rounds-3"')
    expect(chooseVariants(rounds, { ...asked, variants: ['rounds-2'] }).ids).toEqual(['rounds-2'])
  })

  it('defaults to the first variant of a benchmark without levels', () => {
    const none = { levels: undefined, modes: undefined, variants: undefined }
    expect(chooseVariants(OTHERS, none).ids).toEqual(['full'])
    expect(() => chooseVariants(OTHERS, { ...none, levels: [1] })).toThrow(/--variant: full, easy/)
    expect(() => chooseVariants([], none)).toThrow(UsageError)
  })
})
