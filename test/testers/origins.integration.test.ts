/** Where the sandboxed browser of a trial may navigate to and load from, in the strong sandbox. */
import { describe, expect, it } from 'vitest'
import { needs } from '../needs.ts'
import { elsewhere, judged, shows } from './origins-cases.ts'

describe('the sandboxed browser', await needs('bubblewrap'), () => {
  it('loads nothing from another origin', async () => {
    await using other = await elsewhere()
    const [judgement] = await judged(`<script src="${other.origin}/lib.js"></script>`, shows('ready'))
    expect(judgement).toMatchObject({ status: 'passed', evidence: { refused: [`${other.origin}/lib.js`] } })
    expect(other.asked).toEqual([])
  })
})
