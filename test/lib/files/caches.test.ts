import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { cacheFolder, cacheRoot } from '../../../harness/lib/files/caches.ts'

/** Plain JavaScript, because scripts run before anything is compiled. */
const scripts = (await import(path.resolve('scripts/cache-folder.mjs'))) as { cacheRoot: typeof cacheRoot }

describe.each([
  ['the harness', cacheRoot],
  ['the scripts', scripts.cacheRoot],
])('the folder of all caches, for %s', (_, root) => {
  it.each([
    ['the folder that the system names', { XDG_CACHE_HOME: '/caches', HOME: '/home/ada' }, '/caches/pe'],
    ['below the home folder', { HOME: '/home/ada' }, '/home/ada/.cache/pe'],
    ['below the home folder if the name is empty', { XDG_CACHE_HOME: '', HOME: '/home/ada' }, '/home/ada/.cache/pe'],
    [
      'below the home folder if the name is relative',
      { XDG_CACHE_HOME: 'a', HOME: '/home/ada' },
      '/home/ada/.cache/pe',
    ],
  ])('is %s', (__, env, folder) => {
    expect(root(env)).toBe(folder)
  })

  it('is absolute whatever the variables are', () => {
    for (const env of [{}, { HOME: '' }, { HOME: 'a' }]) expect(path.isAbsolute(root(env))).toBe(true)
  })
})

it('each cache has its own folder', () => {
  expect(cacheFolder('installs', { XDG_CACHE_HOME: '/caches' })).toBe('/caches/pe/installs')
})
