/** Which addresses are the project's: the one rule of both website testers. */
import { describe, expect, it } from 'vitest'
import type { Sandbox, WebsiteTarget } from '../../harness/contracts/types.ts'
import { BadParameter } from '../../harness/errors.ts'
import { NO_LOOKUPS } from '../../harness/lib/browser/no-lookups.ts'
import { LOOPBACK_HOSTS } from '../../harness/lib/network/loopback.ts'
import { expectHomepage } from '../../harness/testers/homepage.ts'
import { addressOnTarget } from '../../harness/testers/playwright/addresses.ts'
import { isOnTarget } from '../../harness/testers/project-address.ts'
import { addressOn } from '../../harness/testers/python-selenium/addresses.ts'

/** A project that declared port 8000 and listens on port 41234. */
function target(privateLoopback: boolean): WebsiteTarget {
  const sandbox = { name: 'none', privateLoopback } as Sandbox
  const parts = { kind: 'website', origin: 'http://localhost:41234', declaredPort: 8000, homepage: '/', sandbox }
  return {
    ...parts,
    log: () => '',
    ended: () => undefined,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  } as WebsiteTarget
}

const testers = [
  ['playwright', (value: string, alone: boolean) => addressOnTarget(value, 'home', target(alone))],
  ['python-selenium', (value: string, alone: boolean) => addressOn(target(alone), value)],
] as const

describe.each(testers)('an address of the project, for %s', (_, mapped) => {
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

describe('a page that the browser shows', () => {
  it.each([
    ['http://localhost:41234/a', true, true],
    ['http://0.0.0.0:41234/a', true, true],
    ['http://localhost:9000/', true, false],
    ['http://127.0.0.2:41234/', false, false],
    ['https://localhost:41234/', false, false],
    ['chrome-error://chromewebdata/', false, false],
    ['', false, false],
  ])('%s', (address, alone, shared) => {
    expect([isOnTarget(address, target(true)), isOnTarget(address, target(false))]).toEqual([alone, shared])
  })

  it('is no homepage if another server answered', async () => {
    const page = { status: 200, type: 'text/html', isEmpty: () => Promise.resolve(false) }
    await expectHomepage({ ...page, url: 'http://localhost:41234/home' }, target(false))
    await expect(expectHomepage({ ...page, url: 'http://localhost:9000/' }, target(false))).rejects.toThrow(
      'the homepage leads away from the project, to http://localhost:9000/',
    )
  })
})

it('the browser resolves every host that the project may have', () => {
  for (const host of LOOPBACK_HOSTS) expect(NO_LOOKUPS).toContain(`EXCLUDE ${host}`)
})
