/** The other cases of gateway.integration.test.ts. */
import { describe, expect, it } from 'vitest'
import { needs } from '../needs.ts'
import { casesNamed } from '../helpers.ts'
import { ASK, IS_STARTED_AGAIN_CASES, isStartedAgain, tool } from './gateway-cases.ts'

describe('a tool in its room', await needs('bubblewrap'), () => {
  it('that reaches its time limit keeps its files, its tokens and its output', async () => {
    await using here = await tool(
      `${ASK} ask().then((response) => response.text()).then(() => { fs.writeFileSync('a.txt', '1'); console.log('working'); setInterval(() => {}, 1000) })`,
      () => ({ text: 'go on', input: 7, output: 3 }),
      4,
    )
    expect((await here.generate()).files.map(({ path }) => path)).toEqual(['a.txt'])
    expect(await here.use()).toMatchObject({ calls: 1, tokens: { input: 7, output: 3 } })
    expect(here.notes).toContain('the tool ended early: time limit 4 s')
  })

  isStartedAgain(casesNamed(IS_STARTED_AGAIN_CASES, 'gets no answer'))
})
