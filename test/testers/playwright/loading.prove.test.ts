/** Every page of loading-cases.ts. */
import { describe, expect, it } from 'vitest'
import { APP, BROKEN, HONEST, failWithTheReason, html, judged, pass } from './loading-cases.ts'

describe('pages that a person can use pass', () => {
  pass(Object.entries(HONEST))

  it('a first answer that takes longer than an action may', async () => {
    let pause = 8000
    const judgements = await judged((_, response) => {
      setTimeout(() => response.writeHead(200, html).end(APP), pause)
      pause = 0
    })
    expect(judgements.map(({ status }) => status)).toEqual(['passed', 'passed'])
  })
})

describe('pages that nobody can use fail with the reason', () => {
  failWithTheReason(Object.entries(BROKEN))
})
