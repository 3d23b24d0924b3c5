/** The rule of all testers of websites: which addresses are the project's. */
import { describe, expect, it } from 'vitest'
import type { Sandbox, WebsiteTarget } from '../../harness/contracts/types.ts'
import { BadParameter } from '../../harness/errors.ts'
import { LOOPBACK_HOSTS } from '../../harness/lib/network/loopback.ts'

/** A project that declared port 8000 and listens on port 41234. */
export function target(privateLoopback: boolean): WebsiteTarget {
  const sandbox = { name: 'none', privateLoopback } as Sandbox
  const parts = { kind: 'website', origin: 'http://localhost:41234', declaredPort: 8000, homepage: '/', sandbox }
  return {
    ...parts,
    log: () => '',
    ended: () => undefined,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  } as WebsiteTarget
}

/** @param mapped The address that a tester opens for one of an answer; `alone` if the project has a loopback of its own */
export function addressCases(tester: string, mapped: (value: string, alone: boolean) => string): void {
  describe(`an address of the project, for ${tester}`, () => {
    it.each(LOOPBACK_HOSTS)('may have the host %s', (host) => {
      const url = new URL(mapped(` http://${host}:8000/a?b#c `, false))
      expect([url.port, url.pathname, url.search, url.hash]).toEqual(['41234', '/a', '?b', '#c'])
    })

    it.each([
      ['/a', 'is not an absolute address'],
      ['ftp://localhost:8000/', 'is not an http address'],
      ['http://localhost.example.org:8000/', 'not to the project'],
      ['http://localhost:8000@example.org/', 'not to the project'],
      ['http://127.0.0.2:8000/', 'not to the project'],
      ['http://user:secret@localhost:8000/', 'contains credentials'],
    ])('is not %s', (value, why) => {
      for (const alone of [true, false]) {
        expect(() => mapped(value, alone)).toThrow(BadParameter)
        expect(() => mapped(value, alone)).toThrow(why)
      }
    })

    it('has another port only on a loopback of its own', () => {
      expect(() => mapped('http://localhost:9000/', false)).toThrow('the project declared 8000')
      expect(mapped('http://localhost:9000/', true)).toBe('http://localhost:9000/')
    })
  })
}
