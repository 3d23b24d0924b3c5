/** Programs with windows on a real display: isolation, input, parameters, evidence and faults. */
import { casesNamed } from '../../helpers.ts'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { needs } from '../../needs.ts'
import { judged, REFUSES_CASES, refuses, IS_NOT_LAUNCHED_IF_IT_CASES, isNotLaunchedIfIt } from './desktop-cases.ts'

describe('a program with windows', await needs('bubblewrap', 'desktop'), () => {
  it('is played with keys and the mouse, and read', async () => {
    const result = await judged(async (see) => {
      const [field, colour] = [see.region('field'), see.colour('box')]
      see.expect(await see.window()).toEqual({ width: 320, height: 240 })
      const before = await see.until('the box', () => see.find(colour, field))
      see.expect(before.count).toBe(400)
      await see.changes(field, () => see.press(see.key('right')))
      const after = await see.until('the box', () => see.find(colour, field))
      see.expect(after.x - before.x).toBe(20)
      see.expect(await see.colourAt(see.point('inside'))).toBe('#102030')
      await see.stays(field, () => see.press('F5'))
      await see.changes(see.region('score'), () => see.click(see.point('inside')))
      see.expect(await see.number(see.region('score'))).toBe(120)
    })
    expect(result).toMatchObject({ status: 'passed', evidence: { film: 'evidence/only-film.png' } })
    expect(result.film?.width).toBeGreaterThan(240)
  })

  it('is at fault if it ends, with its exit code', async () => {
    const result = await judged(async (see) => {
      await see.press(see.key('quit'))
      await see.changes(see.region('field'), () => Promise.resolve())
    })
    expect(result).toMatchObject({ status: 'error', reason: 'the program has ended: exit code 3' })
  })

  refuses(casesNamed(REFUSES_CASES, 'field'))

  isNotLaunchedIfIt(casesNamed(IS_NOT_LAUNCHED_IF_IT_CASES, 'ends'))

  it('leaves nothing behind', async () => {
    const { folder } = await judged(() => Promise.resolve())
    expect(existsSync(folder)).toBe(false)
  })
})
