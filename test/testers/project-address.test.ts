import { describe, expect, it } from 'vitest'
import { NO_LOOKUPS } from '../../harness/lib/browser/no-lookups.ts'
import { LOOPBACK_HOSTS } from '../../harness/lib/network/loopback.ts'
import { expectHomepage } from '../../harness/testers/homepage.ts'
import { addressOnTarget } from '../../harness/testers/playwright/addresses.ts'
import { isOnTarget } from '../../harness/testers/project-address.ts'
import { addressCases, target } from './project-address-cases.ts'

addressCases('playwright', (value, alone) => addressOnTarget(value, 'home', target(alone)))

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
