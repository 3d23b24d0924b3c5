/** Whose fault it is if limits are reached, and if they can no longer be checked. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { EndCause } from '../../harness/contracts/types.ts'
import { PROJECT_LIMITS } from '../../harness/sandbox/limits.ts'
import { Monitor } from '../../harness/sandbox/monitor.ts'
import { openSandbox } from '../../harness/sandbox/index.ts'

/** Resolves with what a monitor reports first. */
function reported(roots: () => Promise<readonly number[]>, memory: number): Promise<EndCause | string> {
  return new Promise((resolve) => {
    const monitor: Monitor = new Monitor({
      limits: { ...PROJECT_LIMITS, memory },
      group: undefined,
      roots,
      folders: () => [],
      onLimit: resolve,
      onFailure: resolve,
    })
    setTimeout(() => {
      monitor.stop()
      resolve('nothing')
    }, 5000)
  })
}

describe('the monitor', () => {
  it('names the limit as a value', async () => {
    const end = await reported(() => Promise.resolve([process.pid]), 1024 * 1024)
    expect(end).toEqual({ cause: 'memory limit 1 MiB', limit: 'memory' })
  })

  it('reports a failure of its own as one, and as no limit of the project', async () => {
    const end = await reported(() => Promise.reject(new Error('EMFILE: too many open files')), PROJECT_LIMITS.memory)
    expect(end).toBe('the resource limits could no longer be checked: EMFILE: too many open files')
  })
})

describe('a sandbox', () => {
  it('has no problem as long as its limits can be checked', async () => {
    const scratch = await mkdtemp(path.join(tmpdir(), 'pe-test-'))
    try {
      await using sandbox = await openSandbox('process', scratch, { limits: PROJECT_LIMITS })
      expect(sandbox.problem?.()).toBeUndefined()
    } finally {
      await rm(scratch, { recursive: true })
    }
  })
})
