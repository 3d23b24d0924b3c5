/** Every page of loading-cases.ts. */
import { afterAll, describe, expect, it } from 'vitest'
import { testers } from '../website.ts'
import { APP, BROKEN, HONEST, failWithTheReason, html, judged, pass } from './loading-cases.ts'

afterAll(() => testers[Symbol.asyncDispose]())

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
