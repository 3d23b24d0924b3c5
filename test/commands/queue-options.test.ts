import { afterEach, describe, expect, it, vi } from 'vitest'
import { queueOptions, resumeFlags } from '../../harness/commands/run/queue-options.ts'

type Args = Parameters<typeof queueOptions>[0]

const optionsOf = (listen: string, url?: string) =>
  queueOptions({
    ...{ executor: 'queue', redis: 'redis://127.0.0.1:6379', 'answer-cache': 'folder' },
    ...{ lease: 30, deaths: 3, watchdog: 900, listen, 'upload-url': url },
  } as Args)

describe('--listen', () => {
  it('with a host that stands for all addresses needs a URL for workers', () => {
    for (const host of ['0.0.0.0:8443', '[::]:8443', '*:8443'])
      expect(() => optionsOf(host)).toThrow(`--listen ${host} is no address for workers`)
    expect(optionsOf('0.0.0.0:8443', 'https://runs.example:8443')?.listen).toEqual({ host: '0.0.0.0', port: 8443 })
    expect(optionsOf('127.0.0.1:8443')?.listen).toEqual({ host: '127.0.0.1', port: 8443 })
  })
})

describe('flags of a queue', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('continue a run as it began, without the password of the Redis', () => {
    const usual = { executor: 'queue', 'answer-cache': 'folder', lease: 30, deaths: 3, watchdog: 900 }
    const flagsOf = (given: object) => {
      const options = queueOptions({ ...usual, redis: 'redis://me:secret@queue:6379/1', ...given } as unknown as Args)
      return options && resumeFlags(options).join(' ')
    }
    expect(flagsOf({})).toBe('--executor queue --redis redis://queue:6379/1')
    const more = { listen: '[::1]:8443', 'upload-url': 'https://runs.example', needs: 'gpu,todo:large', lease: 5 }
    expect(flagsOf({ ...more, 'requeue-stuck': true })).toBe(
      '--executor queue --redis redis://queue:6379/1 --listen [::1]:8443 --upload-url https://runs.example ' +
        '--needs gpu,todo:large --lease 5 --requeue-stuck',
    )
    vi.stubEnv('PE_REDIS', 'redis://:secret@queue:6379')
    expect(flagsOf({ redis: undefined })).toBe('--executor queue')
  })

  it('that would have no effect are refused', () => {
    for (const flag of ['redis', 'listen', 'needs', 'metrics', 'upload-url', 'tls-cert', 'tls-key'])
      expect(() => queueOptions({ executor: 'local', [flag]: '1' } as unknown as Args)).toThrow(
        `--${flag} has no effect without --executor queue`,
      )
    expect(queueOptions({ executor: 'local', lease: 30 } as Args)).toBeUndefined()
    const url = { executor: 'queue', 'answer-cache': 'folder', 'upload-url': 'https://runs.example' }
    expect(() => queueOptions(url as Args)).toThrow('--upload-url has no effect without --listen')
  })
})
