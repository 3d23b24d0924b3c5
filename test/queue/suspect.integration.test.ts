import { describe, expect, it } from 'vitest'
import { Interrupted } from '../../harness/errors.ts'
import { signalled } from './suspect-cases.ts'

describe('a trial that runs alone', () => {
  it('has its own process group, and its end by a signal is no death if the worker is stopped, too', async () => {
    expect(await signalled('SIGTERM', AbortSignal.abort())).toBeInstanceOf(Interrupted)
  })

  it('has died if a signal ends it and nobody stops the worker', async () => {
    const end = await signalled('SIGTERM', new AbortController().signal)
    expect(end).toMatchObject({ message: 'it is a death' })
  })
})
