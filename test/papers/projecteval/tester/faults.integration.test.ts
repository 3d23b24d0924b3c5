/** Whose fault a failure is: the project's, the agent's or the harness's. */
import { describe, expect, it } from 'vitest'
import { HOME, forWebsites } from './fixtures.ts'
import { sites } from './faults-cases.ts'

describe('the outcome of a testcode', forWebsites, () => {
  it('depends on whose fault a missing element is', async () => {
    await using site = await sites()
    const missing = { status: 'bad-parameter' }
    expect(await site.judge('presses', { url: HOME, button: 'nowhere' })).toMatchObject(missing)
    expect(await site.judge('presses', { url: HOME, button: 'go' })).toMatchObject({ status: 'passed' })
    // The same value has led to an element before.
    expect(await site.judge('presses', { url: `${HOME}who`, button: 'go' })).toMatchObject({ status: 'failed' })
    expect(await site.judge('literal', { url: HOME })).toMatchObject({ status: 'failed' })
    expect(await site.judge('presses', { url: `${HOME}broken`, button: 'other' })).toMatchObject({ status: 'failed' })
  })
})
