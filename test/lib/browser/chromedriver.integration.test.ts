import { chmod, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { expectLanguage, findChromedriverBrowser } from '../../../harness/lib/browser/chromedriver.ts'
import { temporaryFolder, writeTree } from '../../helpers.ts'

async function program(file: string, version: string): Promise<string> {
  await writeFile(file, `#!/bin/sh\necho "${version}"\n`)
  await chmod(file, 0o755)
  return file
}

describe('findChromedriverBrowser', () => {
  it('finds a browser of the version of chromedriver', async () => {
    await using folder = await temporaryFolder()
    const driver = await program(folder.file('chromedriver'), 'ChromeDriver 156.0.1.2 (abc)')
    const browser = await program(folder.file('chromium'), 'Chromium 156.0.9.9 built on Debian')
    const env = { PATH: '/usr/bin:/bin', PE_CHROMEDRIVER: driver, PE_CHROMIUM: browser }
    expect(await findChromedriverBrowser(env)).toEqual({ driver, browser })
  })

  it('names browser and chromedriver if their versions differ', async () => {
    await using folder = await temporaryFolder()
    const driver = await program(folder.file('chromedriver'), 'ChromeDriver 150.0.1.2 (abc)')
    const browser = await program(folder.file('chromium'), 'Chromium 156.0.9.9')
    const env = { PATH: '/usr/bin:/bin', PE_CHROMEDRIVER: driver, PE_CHROMIUM: browser }
    await expect(findChromedriverBrowser(env)).rejects.toThrow(
      /drives Chromium 150.*found: .*chromium \(156\).*apt-get install/s,
    )
  })

  it('refuses a browser without the locale of the mission', async () => {
    await using folder = await temporaryFolder()
    const browser = await program(folder.file('chrome'), 'Chromium 156.0.9.9')
    await expectLanguage(browser, 'zh-CN')
    await writeTree(folder.path, { 'locales/en-US.pak': '' })
    await expect(expectLanguage(browser, 'zh-CN')).rejects.toThrow(/lacks the locale zh-CN.*chromium-l10n/)
    await writeTree(folder.path, { 'locales/zh-CN.pak': '' })
    await expectLanguage(browser, 'zh-CN')
  })

  it('names PE_CHROMEDRIVER if its file does not exist', async () => {
    await using folder = await temporaryFolder()
    await expect(findChromedriverBrowser({ PATH: '/nowhere', PE_CHROMEDRIVER: folder.file('none') })).rejects.toThrow(
      /PE_CHROMEDRIVER names/,
    )
  })
})
