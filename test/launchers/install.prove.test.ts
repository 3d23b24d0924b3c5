/** The other cases of install.integration.test.ts. */
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ProjectFault } from '../../harness/errors.ts'
import { cacheFolder } from '../../harness/lib/files/caches.ts'
import { install } from '../../harness/launchers/install.ts'
import { freePort } from '../../harness/launchers/ports.ts'
import { openSandbox } from '../../harness/sandbox/index.ts'
import { limitsOf } from '../helpers.ts'
import {
  MANIFEST,
  PINNED,
  NPM_CI,
  workspaceWith,
  installIn,
  installed,
  scriptsRun,
  output,
  INSTALLS,
  blamesReplacedFolder,
  clientThat,
  folder,
  pythonOf,
  runsNoScriptEarly,
  useOwnFolder,
} from './install-cases.ts'

useOwnFolder()

const needing = { 'package.json': JSON.stringify({ ...MANIFEST, dependencies: { 'left-pad': '1.3.0' } }) }

describe('install', () => {
  runsNoScriptEarly(INSTALLS)
  blamesReplacedFolder('a file', 'nothing')

  it('installs from the files that requirements.txt refers to', async () => {
    const client = await clientThat('mkdir .packages && cat requirements/base.txt constraints.txt')
    const files = { 'requirements.txt': '-r requirements/base.txt', 'requirements/base.txt': '', 'constraints.txt': '' }
    await installIn(await workspaceWith(files), [client, '-m', 'pip', 'install'])
    await installIn(await workspaceWith({ ...files, 'requirements/base.txt': 'flask' }), [
      client,
      '-m',
      'pip',
      'install',
    ])
    expect(await readdir(cacheFolder('installs'))).toHaveLength(2)
  })

  it('installs again if a cache entry has no packages', async () => {
    const client = await clientThat('mkdir .packages && touch .packages/module.py')
    await installIn(await workspaceWith({ 'requirements.txt': '' }), [client, '-m', 'pip', 'install'])
    const [entry = ''] = await readdir(cacheFolder('installs'))
    await rm(path.join(cacheFolder('installs'), entry, '.packages'), { recursive: true })
    await installIn(await workspaceWith({ 'requirements.txt': '' }), [client, '-m', 'pip', 'install'])
    expect(await readdir(path.join(cacheFolder('installs'), entry, '.packages'))).toEqual(['module.py'])
  })

  it('provides packages of the project itself on PYTHONPATH, without caching them', async () => {
    const client = await clientThat('mkdir .packages && touch .packages/module.py')
    const workspace = await workspaceWith({ 'requirements.txt': './lib' })
    await using sandbox = await openSandbox('process', folder.path)
    const openInstaller = () => openSandbox('process', folder.path)
    await install(
      workspace,
      [client, '-m', 'pip', 'install'],
      sandbox,
      limitsOf(folder.path, { install: 20_000, openInstaller, ...pythonOf([client]) }),
    )
    const argv = ['sh', '-c', 'ls "$PYTHONPATH"']
    await using child = await sandbox.spawn({ argv, cwd: workspace.folder, stdin: 'none' })
    await child.exit
    expect(child.stdout.text()).toContain('module.py')
    expect(existsSync(cacheFolder('installs'))).toBe(false)
  })

  it('installs again for another manifest', async () => {
    await installIn(await workspaceWith(PINNED), NPM_CI)
    await installIn(
      await workspaceWith({ ...PINNED, 'package.json': JSON.stringify({ ...MANIFEST, description: 'x' }) }),
      NPM_CI,
    )
    expect(await readdir(cacheFolder('installs'))).toHaveLength(2)
  })

  it('caches one installation if two projects install at once', async () => {
    const both = await Promise.all([workspaceWith(PINNED), workspaceWith(PINNED)])
    await Promise.all(both.map((workspace) => installIn(workspace, NPM_CI)))
    for (const workspace of both) expect(existsSync(path.join(workspace.folder, 'node_modules'))).toBe(true)
    expect(await readdir(cacheFolder('installs'))).toHaveLength(1)
  })

  it('does not cache a failed installation', async () => {
    const broken = { ...PINNED, 'package-lock.json': '{ not json' }
    for (const workspace of await Promise.all([workspaceWith(broken), workspaceWith(broken)])) {
      await expect(installIn(workspace, NPM_CI)).rejects.toThrow(ProjectFault)
    }
    expect(existsSync(cacheFolder('installs')) ? await readdir(cacheFolder('installs')) : []).toEqual([])
  })

  it('names the scripts that failed, and goes on', async () => {
    const scripts = { postinstall: 'echo no network >&2; exit 3', prepare: 'touch ran' }
    const workspace = await workspaceWith({ 'package.json': JSON.stringify({ ...MANIFEST, scripts }) })
    const { notes } = await installed(workspace, ['npm', 'install'])
    expect(notes).toEqual(['"postinstall" of the project failed without a network (exit code 3)'])
    expect(await scriptsRun()).toHaveLength(1)
  })

  it('installs packages that lie in folders of the project, each with its own', async () => {
    const manifest = { ...MANIFEST, workspaces: ['packages/*'] }
    const workspace = await workspaceWith({
      'package.json': JSON.stringify(manifest),
      'packages/one/package.json': JSON.stringify({ name: '@tiny/one', version: '1.0.0', main: 'index.js' }),
      'packages/one/index.js': 'module.exports = "one"',
    })
    await installIn(workspace, ['npm', 'install'])
    expect(await output(workspace, 'console.log(require("@tiny/one"))')).toBe('one\n')
  })

  describe('a registry that cannot be reached', () => {
    beforeEach(async () => {
      // Nothing listens there: the port was free a moment ago.
      vi.stubEnv('npm_config_registry', `http://127.0.0.1:${String(await freePort())}/`)
    })

    it('does not excuse a failing command if the manifests need no packages', async () => {
      const workspace = await workspaceWith(PINNED)
      const installing = installIn(workspace, ['sh', '-c', 'exit 7'], 20_000, { registry: true })
      await expect(installing).rejects.toMatchObject({ code: 'project', step: 'install', message: /exit code 7/ })
    })

    it('does not excuse a failure of another package client', async () => {
      vi.stubEnv('PIP_INDEX_URL', `http://127.0.0.1:${String(await freePort())}/`)
      vi.stubEnv('npm_config_registry', '')
      // Without a lock file this fails.
      const workspace = await workspaceWith({ 'package.json': PINNED['package.json'] })
      const failing = installIn(workspace, NPM_CI, 20_000, { registry: true })
      await expect(failing).rejects.toMatchObject({ code: 'project' })
    })

    it('excuses a failing script if the manifests alone cannot be installed either', async () => {
      const workspace = await workspaceWith(needing)
      const script = 'npm install --fetch-retries=0 --ignore-scripts'
      const installing = installIn(workspace, ['sh', '-c', script], 20_000, { registry: true })
      await expect(installing).rejects.toMatchObject({ code: 'harness', message: /ECONNREFUSED/ })
    })
  })

  it('installs packages that lie in the project itself', async () => {
    const manifest = { ...MANIFEST, dependencies: { lib: 'file:./lib' } }
    const packages = { '': manifest, 'node_modules/lib': { resolved: 'lib', link: true }, lib: { version: '1.0.0' } }
    const workspace = await workspaceWith({
      'package.json': JSON.stringify(manifest),
      'package-lock.json': JSON.stringify({ ...MANIFEST, lockfileVersion: 3, requires: true, packages }),
      'lib/package.json': '{ "name": "lib", "version": "1.0.0", "main": "index.js" }',
      'lib/index.js': 'module.exports = 42',
    })
    await installIn(workspace, NPM_CI)
    expect(await output(workspace, 'console.log(require("lib"))')).toBe('42\n')
  })
})

describe('a project', () => {
  it('cannot load packages of the harness', async () => {
    const workspace = await workspaceWith({ 'a.txt': '' })
    const script = `try { console.log(require.resolve('yargs')) } catch (error) { console.log(error.code) }`
    expect(await output(workspace, script)).toBe('MODULE_NOT_FOUND\n')
    await installIn(await workspaceWith(PINNED), NPM_CI)
    expect(await output(workspace, script)).toBe('MODULE_NOT_FOUND\n')
  })
})
