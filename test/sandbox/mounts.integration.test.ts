import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { browserMounts } from '../../harness/sandbox/bubblewrap/browser-sandbox.ts'
import { systemMounts, toolchainOf, writableAtOwnPath } from '../../harness/sandbox/bubblewrap/mounts.ts'
import { temporaryFolder, type TemporaryFolder } from '../helpers.ts'
import { needs } from '../needs.ts'

let home: TemporaryFolder

beforeEach(async () => {
  home = await temporaryFolder()
})
afterEach(async () => {
  await home[Symbol.asyncDispose]()
})

async function programIn(folder: string): Promise<string> {
  await mkdir(home.file(folder), { recursive: true })
  const program = home.file(path.join(folder, 'node'))
  await writeFile(program, '')
  return program
}

describe('the folders shown for a program', () => {
  it('are its bin folder and the libraries beside it, and not their parent folder', async () => {
    const program = await programIn('.local/bin')
    for (const name of ['lib/node_modules', 'share/keyrings'])
      await mkdir(home.file(`.local/${name}`), { recursive: true })
    expect(toolchainOf(program)).toEqual([home.file('.local/bin'), home.file('.local/lib')])
  })

  it('are only its own folder if that is not called bin', async () => {
    const program = await programIn('tools/node-20')
    expect(toolchainOf(program)).toEqual([home.file('tools/node-20')])
  })

  it('are empty for a program of the system', () => {
    expect(toolchainOf('/usr/bin/env')).toEqual([])
  })
})

describe('the folders above the downloads of a browser', await needs('bubblewrap'), () => {
  it('can be entered by its user, also if they are below /var', async () => {
    const downloads = await mkdtemp('/var/tmp/pe-mounts-')
    try {
      const mounts = [...systemMounts(), ...browserMounts('/usr/bin/chromium'), ...writableAtOwnPath(downloads)]
      const { stdout } = await execa('bwrap', [...mounts, '--', 'stat', '--format=%a', '/var', '/var/tmp'])
      expect(stdout.split('\n')).toEqual(['755', '755'])
    } finally {
      await rm(downloads, { recursive: true })
    }
  })
})
