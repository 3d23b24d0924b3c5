import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, readlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { install } from '../../harness/launchers/install.ts'
import { cacheFolder } from '../../harness/lib/files/caches.ts'
import { freePort } from '../../harness/launchers/ports.ts'
import { openSandbox } from '../../harness/sandbox/index.ts'
import type { InstallerNetwork } from '../../harness/contracts/types.ts'
import { limitsOf } from '../helpers.ts'
import {
  MANIFEST,
  PINNED,
  NPM_CI,
  folder,
  early,
  workspaceWith,
  installIn,
  installed,
  scriptsRun,
  clientThat,
  blamesReplacedFolder,
  useOwnFolder,
} from './install-cases.ts'

useOwnFolder()

describe('install', () => {
  it('installs the packages of a lock file once and caches them, whatever a project does to its own', async () => {
    const first = await workspaceWith(PINNED)
    expect(await installIn(first, NPM_CI)).toBe(1)
    expect(existsSync(path.join(first.folder, 'node_modules'))).toBe(true)
    await writeFile(path.join(first.folder, 'node_modules', 'index.js'), 'throw new Error("forged")')

    const second = await workspaceWith({ ...PINNED, 'other.js': '' })
    expect(await installIn(second, NPM_CI)).toBe(0)
    expect(existsSync(path.join(second.folder, 'node_modules'))).toBe(true)
    expect(existsSync(path.join(second.folder, 'node_modules', 'index.js'))).toBe(false)
    expect(await readdir(cacheFolder('installs'))).toHaveLength(1)
  })

  it('runs the scripts of a project after its packages are there, without a registry', async () => {
    const scripts = {
      preinstall: 'touch ran',
      install: 'touch ran',
      postinstall: 'test -d node_modules && echo done > after',
    }
    const workspace = await workspaceWith({ 'package.json': JSON.stringify({ ...MANIFEST, scripts }) })
    const { commands, notes } = await installed(workspace, ['npm', 'install'])
    expect(commands).toBe(2)
    expect(notes).toEqual([])
    expect(early).toEqual([])
    expect(await scriptsRun()).toHaveLength(1)
    expect(await readFile(path.join(workspace.folder, 'after'), 'utf8')).toBe('done\n')
  })

  it('gives only package clients access to the registries', async () => {
    const asked: (InstallerNetwork | undefined)[] = []
    const workspace = await workspaceWith(PINNED)
    await using sandbox = await openSandbox('process', folder.path)
    const openInstaller = (network?: InstallerNetwork) => {
      asked.push(network)
      return openSandbox('process', folder.path)
    }
    const limits = limitsOf(folder.path, { install: 20_000, openInstaller })
    await install(workspace, ['sh', '-c', 'npm --version'], sandbox, limits)
    await install(workspace, ['npm', 'install', '--prefix', '.'], sandbox, limits)
    expect(asked).toEqual([{ registries: false }, {}])
  })

  it('refuses a link in place of the packages', async () => {
    const client = await clientThat('ln -s /tmp .packages')
    const installing = installIn(await workspaceWith({ 'requirements.txt': '' }), [client, '-m', 'pip', 'install'])
    await expect(installing).rejects.toMatchObject({
      code: 'project',
      step: 'install',
      message: /no folder ".packages"/,
    })
    expect(existsSync(cacheFolder('installs')) ? await readdir(cacheFolder('installs')) : []).toEqual([])
  })

  it('caches regular files and skips pipes', async () => {
    const client = await clientThat('mkdir .packages && mkfifo .packages/pipe && touch .packages/module.py')
    await installIn(await workspaceWith({ 'requirements.txt': '' }), [client, '-m', 'pip', 'install'])
    const [entry = ''] = await readdir(cacheFolder('installs'))
    expect(await readdir(path.join(cacheFolder('installs'), entry, '.packages'))).toEqual(['module.py'])
  })

  it('takes the manifests as the agent wrote them, even if the project has replaced them', async () => {
    const client = await clientThat(
      'mkdir .packages && cp requirements.txt .packages',
      'rm requirements.txt; mkfifo requirements.txt',
    )
    const workspace = await workspaceWith({ 'requirements.txt': 'flask' })
    await installIn(workspace, [client, '-m', 'pip', 'install'])
    const [entry = ''] = await readdir(cacheFolder('installs'))
    expect(await readFile(path.join(cacheFolder('installs'), entry, '.packages', 'requirements.txt'), 'utf8')).toBe(
      'flask',
    )
  })

  it('runs any other command in the folder of the project', async () => {
    const workspace = await workspaceWith({ 'a.txt': '' })
    await installIn(workspace, ['sh', '-c', 'printf made > installed'])
    expect(await readFile(path.join(workspace.folder, 'installed'), 'utf8')).toBe('made')
    expect(existsSync(cacheFolder('installs'))).toBe(false)
  })

  it('copies no more than the disk limit, whatever holes and links such a command left', async () => {
    const workspace = await workspaceWith({ 'a.txt': '' })
    await using sandbox = await openSandbox('process', folder.path)
    const openInstaller = () => openSandbox('process', folder.path)
    const limits = limitsOf(folder.path, { diskBytes: 1024 * 1024, openInstaller })
    const { workspace: installed } = await install(workspace, ['truncate', '--size=64M', 'hole'], sandbox, limits)
    const copy = await mkdtemp(folder.file('copy-'))
    await expect(installed.copy(copy)).rejects.toMatchObject({
      code: 'project',
      limit: 'disk',
      message: /^disk limit 1 MiB/,
    })
    expect(await readdir(copy)).toEqual([])
  })

  it('copies the files that such a command left for programs, with links as links', async () => {
    const workspace = await workspaceWith({ 'a.txt': '', 'lib/b.txt': '' })
    await using sandbox = await openSandbox('process', folder.path)
    const openInstaller = () => openSandbox('process', folder.path)
    const argv = ['sh', '-c', 'printf made > lib/made; ln -s /etc/hostname link; mkfifo pipe; mkdir bin; rm a.txt']
    const limits = limitsOf(folder.path, { install: 20_000, openInstaller })
    const { workspace: installed } = await install(workspace, argv, sandbox, limits)
    const copy = await mkdtemp(folder.file('copy-'))
    await installed.copy(copy)
    expect((await readdir(copy, { recursive: true })).toSorted()).toEqual([
      'bin',
      'lib',
      'lib/b.txt',
      'lib/made',
      'link',
    ])
    expect(await readlink(path.join(copy, 'link'))).toBe('/etc/hostname')
  })

  blamesReplacedFolder('a link')

  it('blames the project if the command fails or takes too long, and keeps its output', async () => {
    const workspace = await workspaceWith({ 'a.txt': '' })
    const failing = installIn(workspace, ['sh', '-c', 'echo no such package >&2; exit 1'])
    await expect(failing).rejects.toMatchObject({ code: 'project', output: 'no such package' })
    await expect(installIn(workspace, ['sleep', '600'], 300)).rejects.toThrow(/install limit 0.3 s/)
  })

  it('does not blame the project for a registry that cannot be reached', async () => {
    // Nothing listens there: the port was free a moment ago.
    vi.stubEnv('npm_config_registry', `http://127.0.0.1:${String(await freePort())}/`)
    const workspace = await workspaceWith({
      'package.json': JSON.stringify({ ...MANIFEST, dependencies: { 'left-pad': '1.3.0' } }),
    })
    const argv = ['npm', 'install', '--fetch-retries=0']
    const installing = installIn(workspace, argv, 20_000, { registry: true })
    await expect(installing).rejects.toMatchObject({ code: 'harness', message: /127\.0\.0\.1:\d+ \(ECONNREFUSED\)/ })
  })

  describe('a registry that cannot be reached', () => {
    beforeEach(async () => {
      // Nothing listens there: the port was free a moment ago.
      vi.stubEnv('npm_config_registry', `http://127.0.0.1:${String(await freePort())}/`)
    })

    it('does not excuse a failing command without a manifest', async () => {
      const workspace = await workspaceWith({ 'a.txt': '' })
      const installing = installIn(workspace, ['sh', '-c', 'exit 7'], 20_000, { registry: true })
      await expect(installing).rejects.toMatchObject({ code: 'project', step: 'install' })
    })
  })
})
