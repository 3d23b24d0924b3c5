import { existsSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findChromedriverBrowser } from '../harness/lib/browser/chromedriver.ts'
import { isModuleHidden } from '../harness/lib/processes/environment.ts'
import { systemPython } from '../harness/lib/python/find.ts'
import { preparedPackages } from '../harness/lib/python/prepared-packages.ts'
import { missingForDesktop } from '../harness/lib/x11/machine.ts'
import { createControlGroup } from '../harness/sandbox/cgroup/cgroup.ts'
import { chooseSandbox } from '../harness/sandbox/index.ts'
import { PROJECT_LIMITS } from '../harness/sandbox/limits.ts'
import { openDisplay } from '../harness/sandbox/bubblewrap/display.ts'
import { findLibrary } from '../harness/scorers/embedders/library.ts'
import { TextReader } from '../harness/testers/desktop/reading.ts'
import { temporaryFolder, writeTree } from './helpers.ts'
import { PARTS, isPartHidden, needs, refuseUnknownParts } from './needs.ts'

/** Found parts are kept for a whole process. */
const fresh = () => import('./needs.ts')
beforeEach(() => vi.resetModules())
afterEach(() => {
  vi.unstubAllEnvs()
})

describe('a test that needs parts', () => {
  it('runs if it needs none, or if they are there', async () => {
    vi.stubEnv('PE_HIDE_OPTIONAL', '')
    const { has, needs: freshNeeds } = await fresh()
    expect(await freshNeeds()).toEqual({ meta: {} })
    // The set-up installs it, so nothing is noted.
    if (await has('python3')) expect(await freshNeeds('python3')).toEqual({ meta: {} })
    await using data = await temporaryFolder()
    await writeTree(data.path, { 'workspaces/a': '' })
    vi.stubEnv('PE_GREENFIELD_DIR', data.path)
    expect(await freshNeeds('data: greenfield')).toEqual({
      meta: { 'by hand data: greenfield': expect.any(String) as string },
    })
  })

  it('is skipped with the name of each missing part, and the way to get it', async () => {
    vi.stubEnv('PE_HIDE_OPTIONAL', 'desktop,redis')
    const { has, needs: freshNeeds } = await fresh()
    expect(await has('desktop')).toBe(false)
    expect(await freshNeeds('desktop', 'redis')).toEqual({
      skip: true,
      meta: { 'missing desktop': 'npm run setup -- desktop', 'missing redis': 'apt-get install redis-tools' },
    })
  })

  it('is skipped if its data are not in the folder that is named', async () => {
    vi.stubEnv('PE_HIDE_OPTIONAL', '')
    vi.stubEnv('PE_GREENFIELD_DIR', '/nowhere')
    const { needs: freshNeeds, publishedFolder } = await fresh()
    expect(publishedFolder('greenfield')).toBe('/nowhere')
    expect(await freshNeeds('data: greenfield')).toMatchObject({ skip: true })
  })
})

describe('the program', () => {
  it('uses what the machine has, which the tests have found without it', async () => {
    const { has } = await fresh()
    expect((await chooseSandbox()).name).toBe((await has('bubblewrap')) ? 'bubblewrap' : 'process')
    const group = await createControlGroup(PROJECT_LIMITS)
    await group?.remove()
    expect(group !== undefined).toBe(await has('control groups'))
  })
})

/** Debian's packages of the set-up, each with a file of it. Without one, its tests would be skipped, and a run green with few of them. */
const INSTALLED = {
  ...{ bubblewrap: 'bin/bwrap', python3: 'bin/python3', 'g++': 'bin/g++', gcc: 'bin/gcc', make: 'bin/make' },
  ...{ cmake: 'bin/cmake', valgrind: 'bin/valgrind', redis: 'bin/redis-check-rdb' },
  'python3-pytest': 'lib/python3/dist-packages/pytest',
  'python3-django': 'lib/python3/dist-packages/django',
  'python3-flask': 'lib/python3/dist-packages/flask',
} as const

describe('the set-up', await needs('root', 'Debian'), () => {
  it.each(Object.entries(INSTALLED))('has installed %s', (part, file) => {
    expect(PARTS.get(part as keyof typeof INSTALLED)?.isSetUp).toBe(true)
    expect(existsSync(`/usr/${file}`), `/usr/${file}: run "npm run setup", and see why it could not be installed`).toBe(
      true,
    )
  })
})

describe('PE_HIDE_OPTIONAL', () => {
  it('hides what it names, and with 1 all that the set-up does not install', () => {
    const hidden = (PE_HIDE_OPTIONAL: string) =>
      [...PARTS].filter(([name, part]) => isPartHidden(name, part, { PE_HIDE_OPTIONAL })).map(([name]) => name)
    expect(hidden('')).toEqual([])
    expect(hidden('redis,data: greenfield')).toEqual(['redis', 'data: greenfield'])
    expect(hidden('1')).toEqual([...PARTS].filter(([, { isSetUp }]) => isSetUp !== true).map(([name]) => name))
    expect(hidden('1')).toEqual(expect.arrayContaining(['desktop', 'chromedriver', 'java']))
  })

  it('refuses a name that no part has', () => {
    refuseUnknownParts({ PE_HIDE_OPTIONAL: '1' })
    refuseUnknownParts({ PE_HIDE_OPTIONAL: 'desktop,python3-pil' })
    expect(() => refuseUnknownParts({ PE_HIDE_OPTIONAL: 'desktop,desktp' })).toThrow(
      /^PE_HIDE_OPTIONAL names "desktp"; the parts are bubblewrap, /,
    )
  })

  it('hides them from the program, too', async () => {
    const env = { PE_HIDE_OPTIONAL: '1' }
    vi.stubEnv('PE_HIDE_OPTIONAL', '1')
    expect(await missingForDesktop(systemPython())).toHaveLength(6)
    await expect(findChromedriverBrowser(env)).rejects.toThrow(/^chromedriver is missing/)
    // A program that somebody named is hidden like one that is installed.
    await expect(findChromedriverBrowser({ ...env, PE_CHROMEDRIVER: '/bin/true' })).rejects.toThrow(
      /^chromedriver is missing/,
    )
    expect(findLibrary(env)).toBeUndefined()
    expect(preparedPackages('projecteval', env)).toEqual([])
    const displayParts = { scratch: '/nowhere', entrance: undefined, identity: [], provide: () => undefined }
    await expect(openDisplay(displayParts, { width: 1, height: 1 })).rejects.toThrow('there is no /usr/bin/Xvfb')
    const openHelpers = () => Promise.reject(new Error('no sandbox is needed'))
    const picture = { width: 1, height: 1, pixels: new Uint8Array(4) }
    const reader = new TextReader({ scratch: '/nowhere', openHelpers })
    await expect(reader.text(picture)).rejects.toThrow('there is no /usr/bin/tesseract')
    for (const name of ['pandas', 'openpyxl', 'matplotlib', 'statsmodels', 'scipy', 'numpy', 'sklearn', 'PIL.Image'])
      expect(isModuleHidden(name, env), name).toBe(true)
    expect(isModuleHidden('django', env)).toBe(false)
  })
})
