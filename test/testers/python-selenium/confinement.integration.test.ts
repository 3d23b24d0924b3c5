/** Which files and addresses values of the agent may name, and what the project can reach. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forWebsites, open, website, type OpenFixture } from './fixtures.ts'
import { routes, testcodes } from './confinement-cases.ts'

describe('values of the agent', forWebsites, () => {
  let site: OpenFixture
  beforeAll(async () => {
    const materials = { '5-note.md': 'A material\n' }
    site = await open({ ...website(routes), testcodes, materials, setup: { testcodeTimeout: 15_000 } })
  })
  afterAll(() => site[Symbol.asyncDispose]())

  it('are bad if they are missing or not a text; a number counts as a text', async () => {
    expect(await site.judge('opens', {})).toMatchObject({
      status: 'bad-parameter',
      reason: expect.stringContaining('"url"') as string,
    })
    expect(await site.judge('opens', { url: null })).toMatchObject({ status: 'bad-parameter' })
    expect(await site.judge('opens', { url: { deep: 1 } })).toMatchObject({ status: 'bad-parameter' })
    expect(await site.judge('opens', { url: 12 })).toMatchObject({
      status: 'bad-parameter',
      reason: expect.stringContaining('"12" is not an absolute address') as string,
    })
  })
})
