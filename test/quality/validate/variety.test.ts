import { describe, expect, it } from 'vitest'
import type { Subject } from '../../../harness/quality/validate/subject.ts'
import { varietyOf } from '../../../harness/quality/validate/solutions.ts'

interface Round {
  readonly typed: readonly string[]
  readonly drawn: readonly string[]
}

/** The variety of one testcode that typed and drew this under two seeds. */
function variety(rounds: readonly [Round, Round], fixedInputs: readonly { testcode: string; why: string }[] = []) {
  const subject = { mission: { id: 'one' }, proofs: { exceptions: { fixedInputs } } } as unknown as Subject
  const uses = rounds.map(({ typed, drawn }, at) => ({
    seed: `s${String(at)}`,
    uses: new Map([['it', { expectations: 1, parameters: new Set<string>(), typed: [...typed], drawn: [...drawn] }]]),
  }))
  return varietyOf(subject, uses, ['it'])
}

const THREE: Round = { typed: ['3'], drawn: ['["integer","n",3]'] }
const FOUR: Round = { typed: ['4'], drawn: ['["integer","n",4]'] }

describe('the variety of inputs', () => {
  it('is there if another seed types something else', () => {
    expect(variety([THREE, FOUR])?.result).toEqual({ mission: 'one', typing: 1, fixed: [], undecided: [] })
  })

  it('is missing if the draws differ and the inputs do not', () => {
    const found = variety([THREE, { ...FOUR, typed: ['3'] }])?.result
    expect(found).toMatchObject({ fixed: [{ testcode: 'it' }], undecided: [] })
  })

  it('is missing if nothing is drawn', () => {
    const found = variety([
      { typed: ['3'], drawn: [] },
      { typed: ['3'], drawn: [] },
    ])?.result
    expect(found).toMatchObject({ fixed: [{ testcode: 'it' }], undecided: [] })
  })

  it('is unknown if both seeds draw the same by chance', () => {
    expect(variety([THREE, THREE])?.result).toMatchObject({ fixed: [], undecided: ['it'] })
  })

  it('does not depend on chance where fixed inputs have a reason', () => {
    const listed = [{ testcode: 'it', why: 'There is nothing to draw.' }]
    const equal = variety([THREE, THREE], listed)
    expect(equal?.result).toMatchObject({ fixed: [{ why: 'There is nothing to draw.' }], undecided: [] })
    expect(equal?.findings).toEqual([])
    expect(variety([THREE, FOUR], listed)?.findings).toHaveLength(1)
  })
})
