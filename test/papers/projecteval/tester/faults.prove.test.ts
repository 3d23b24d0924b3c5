/** The other cases of faults.integration.test.ts. */
import { describe, expect, it } from 'vitest'
import { HOME, forWebsites } from './fixtures.ts'
import { sites } from './faults-cases.ts'

describe('the outcome of a testcode', forWebsites, () => {
  it('does not depend on quotes and computations in a value', async () => {
    await using site = await sites()
    const missing = { status: 'bad-parameter' }
    expect(await site.judge('presses', { url: HOME, button: '"]' })).toMatchObject(missing)
    expect(await site.judge('path', { url: HOME, button: '//button[last()]' })).toMatchObject({ status: 'passed' })
    const computes = { status: 'bad-parameter', reason: expect.stringContaining('does not compute') as string }
    expect(await site.judge('path', { url: HOME, button: '//button[1 + 0]' })).toMatchObject(computes)
    expect(await site.judge('path-around', { url: HOME, button: 'go' })).toMatchObject({ status: 'passed' })
    const injected = "' or @id = concat(//h1, '') or '"
    expect(await site.judge('path-around', { url: HOME, button: injected })).toMatchObject(computes)
  })

  it('distinguishes exceptions that the testcode raises from others', async () => {
    await using site = await sites()
    expect(await site.judge('raises', { url: HOME })).toMatchObject({
      status: 'failed',
      reason: "Exception: Can't find it (line 6 of the testcode)",
    })
    expect(await site.judge('index', { url: HOME })).toMatchObject({ status: 'error' })
    expect(await site.judge('exits', { url: HOME })).toMatchObject({ status: 'failed' })
    expect(await site.judge('returns', { url: HOME })).toMatchObject({ status: 'failed' })
    expect(await site.judge('broken', { url: HOME })).toMatchObject({ status: 'unjudged' })
  })

  it('is a timeout at the deadline, which does not affect other testcodes', async () => {
    await using site = await sites({ testcodeTimeout: 2000 })
    expect(await site.judge('cookie', { url: `${HOME}cookie` })).toMatchObject({ status: 'passed' })
    expect(await site.judge('sleeps', { url: HOME })).toMatchObject({ status: 'timeout' })
    expect(await site.judge('who', { url: `${HOME}who` })).toMatchObject({ status: 'passed' })
    expect(await site.judge('computes', { url: HOME })).toMatchObject({ status: 'timeout' })
    expect(await site.judge('who', { url: `${HOME}who` })).toMatchObject({ status: 'passed' })
    expect(await site.judge('opens', { url: `${HOME}never` })).toMatchObject({ status: 'timeout' })
    expect(await site.judge('who', { url: `${HOME}who` })).toMatchObject({ status: 'passed' })
  })

  it('is a timeout if the page hangs, and the browser is replaced', async () => {
    await using site = await sites({ testcodeTimeout: 3000 })
    expect(await site.judge('presses', { url: `${HOME}hang`, button: 'go' })).toMatchObject({ status: 'timeout' })
    expect(await site.judge('presses', { url: HOME, button: 'go' })).toMatchObject({ status: 'passed' })
  })

  it('is an error of the project if a crash recurs', async () => {
    await using site = await sites()
    const crashed = await site.judge('opens', { url: `${HOME}crash` })
    expect(crashed).toMatchObject({ status: 'error' })
    expect(crashed.attempts).toHaveLength(2)
    expect(await site.judge('presses', { url: HOME, button: 'go' })).toMatchObject({ status: 'passed' })
  })

  it('is unjudged if the browser is lost once', async () => {
    await using site = await sites()
    await site.target.sandbox.browser?.end()
    expect(await site.judge('presses', { url: HOME, button: 'go' })).toMatchObject({
      status: 'unjudged',
      reason: expect.stringContaining('did not do so again: passed') as string,
    })
    expect(await site.judge('presses', { url: HOME, button: 'go' })).toMatchObject({ status: 'passed' })
  })

  it('has the end of the server as its reason', async () => {
    await using site = await sites()
    await site.judge('opens', { url: `${HOME}end` })
    await expect.poll(() => 'ended' in site.target && site.target.ended()).toContain('exit code 7')
    const after = await site.judge('presses', { url: HOME, button: 'go' })
    expect(after).toMatchObject({
      status: 'error',
      reason: expect.stringContaining('the server has ended: exit code 7') as string,
    })
  })

  it('is unjudged if a Python package is missing, and names the package', async () => {
    await using site = await sites({ python: { program: '/usr/bin/python3', path: [], folders: [] } })
    const { status, reason } = await site.judge('package', { url: HOME })
    const missing = { status: 'unjudged', reason: expect.stringContaining('apt-get install') as string }
    // With pandas there is nothing to say.
    expect({ status, reason }).toMatchObject(status === 'passed' ? { reason: undefined } : missing)
  })
})
