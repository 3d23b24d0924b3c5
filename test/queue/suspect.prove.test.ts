import { describe, expect, it } from 'vitest'
import { Interrupted } from '../../harness/errors.ts'
import { signalled } from './suspect-cases.ts'

describe('a trial that runs alone', () => {
  it.each(['SIGINT', 'SIGHUP'] as const)(
    'has its own process group, and its end by %s is no death if the worker is stopped, too',
    async (signal) => {
      expect(await signalled(signal, AbortSignal.abort())).toBeInstanceOf(Interrupted)
    },
    30_000,
  )
})
