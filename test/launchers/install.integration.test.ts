import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ProjectFault } from '../../harness/errors.ts'
import { systemPython } from '../../harness/lib/python/find.ts'
import { install } from '../../harness/launchers/install.ts'
import { cacheFolder } from '../../harness/lib/files/caches.ts'
import { runStep } from '../../harness/launchers/run-step.ts'
import { freePort } from '../../harness/launchers/ports.ts'
import { openSandbox } from '../../harness/sandbox/index.ts'
import type { SandboxOptions } from '../../harness/sandbox/limits.ts'
import type { InstallerNetwork, Python, Sandbox, Workspace } from '../../harness/contracts/types.ts'
import { materialise } from '../../harness/trial/workspace.ts'
import { limitsOf, temporaryFolder, type TemporaryFolder } from '../helpers.ts'

const MANIFEST = { name: 'tiny', version: '1.0.0', private: true }
const PINNED = {
  'package.json': JSON.stringify(MANIFEST),
  'package-lock.json': JSON.stringify({ ...MANIFEST, lockfileVersion: 3, requires: true, packages: { '': MANIFEST } }),
}
const NPM_CI = ['npm', 'ci']

let folder: TemporaryFolder
let projects = 0
/** Files that scripts wrote while a registry could be reached. */
let early: string[] = []

beforeEach(async () => {
  folder = await temporaryFolder()
  early = []
  vi.stubEnv('XDG_CACHE_HOME', folder.file('cache'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await folder[Symbol.asyncDispose]()
})

function workspaceWith(files: Readonly<Record<string, string>>): Promise<Workspace> {
  projects += 1
  const list = Object.entries(files).map(([name, content]) => ({ path: name, content }))
  return materialise({ files: list }, folder.file(`project-${String(projects)}`))
}

/** @returns The number of commands that the installation ran */
async function installIn(...args: Parameters<typeof installed>): Promise<number> {
  return (await installed(...args)).commands
}

async function installed(
  workspace: Workspace,
  argv: readonly string[],
  limit = 20_000,
  installer: SandboxOptions = {},
): Promise<{ readonly commands: number; readonly notes: readonly string[] }> {
  await using sandbox = await openSandbox('process', folder.path)
  let commands = 0
  const counting = (counted: Sandbox): Sandbox => ({
    ...counted,
    spawn(command) {
      commands += 1
      return counted.spawn(command)
    },
  })
  const openInstaller = async ({ registries = true }: InstallerNetwork = {}): Promise<Sandbox> => {
    const opened = counting(await openSandbox('process', folder.path, installer))
    if (!registries) return opened
    const close = async () => {
      early.push(...(await scriptsRun()))
      await opened[Symbol.asyncDispose]()
    }
    return { ...opened, [Symbol.asyncDispose]: close }
  }
  const { notes } = await install(
    workspace,
    argv,
    counting(sandbox),
    limitsOf(folder.path, { install: limit, openInstaller, ...pythonOf(argv) }),
  )
  // The packages are shown to the first command after the installation.
  await runStep('check', { argv: ['true'], cwd: workspace.folder, stdin: 'none' }, sandbox, limit)
  return { commands, notes }
}

/** The files that the scripts of these tests write. `readdir` would follow links of the tests to other folders. */
async function scriptsRun(): Promise<string[]> {
  const { stdout } = await execa('find', [folder.path, '-name', 'ran', '-printf', '%P\\n'])
  return stdout === '' ? [] : stdout.split('\n')
}

/** A package client for Python that runs one script to install, and another one to report its version. */
async function clientThat(installs: string, answers = 'true'): Promise<string> {
  const client = folder.file('pip')
  await writeFile(client, `#!/bin/sh\ncase " $* " in *" install "*) ${installs} ;; *) ${answers} ;; esac\n`, {
    mode: 0o755,
  })
  return client
}

/** Uses a client of `clientThat` as the machine's Python. */
function pythonOf([program = '']: readonly string[]): { python?: Python } {
  return path.basename(program) === 'pip' ? { python: { ...systemPython(), program } } : {}
}

/** The output of a script of the project. */
async function output(workspace: Workspace, script: string): Promise<string> {
  await using sandbox = await openSandbox('process', folder.path)
  await using child = await sandbox.spawn({ argv: ['node', '-e', script], cwd: workspace.folder, stdin: 'none' })
  await child.exit
  return `${child.stdout.text()}${child.stderr.text()}`
}

const RUNS = {
  scripts: { preinstall: 'touch ran', install: 'touch ran', postinstall: 'touch ran', prepare: 'touch ran' },
}

const needing = { 'package.json': JSON.stringify({ ...MANIFEST, dependencies: { 'left-pad': '1.3.0' } }) }

describe('install', () => {
  it('installs the packages of a lock file once and caches them', async () => {
    const first = await workspaceWith(PINNED)
    expect(await installIn(first, NPM_CI)).toBe(1)
    expect(existsSync(path.join(first.folder, 'node_modules'))).toBe(true)

    const second = await workspaceWith({ ...PINNED, 'other.js': '' })
    expect(await installIn(second, NPM_CI)).toBe(0)
    expect(existsSync(path.join(second.folder, 'node_modules'))).toBe(true)
    expect(await readdir(cacheFolder('installs'))).toHaveLength(1)
  })

  it('does not let a project change the packages of the next one', async () => {
    const first = await workspaceWith(PINNED)
    await installIn(first, NPM_CI)
    await writeFile(path.join(first.folder, 'node_modules', 'index.js'), 'throw new Error("forged")')
    const second = await workspaceWith(PINNED)
    expect(await installIn(second, NPM_CI)).toBe(0)
    expect(existsSync(path.join(second.folder, 'node_modules', 'index.js'))).toBe(false)
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
  it.each([
    ['with a trailing --', ['npm', 'ci', '--'], {}],
    ['with an option and a trailing --', ['npm', 'ci', '--loglevel=silent', '--'], {}],
    ['with an alias of the subcommand', ['npm', 'clean-install'], {}],
    ['with an option before the subcommand', ['npm', '--silent', 'install'], {}],
    ['in another folder', ['npm', '--prefix', 'inner', 'install'], {}],
    ['with settings in its .npmrc', ['npm', 'install'], { '.npmrc': 'ignore-scripts=false\nscript-shell=/bin/sh' }],
    [
      'with settings in the .npmrc of -C',
      ['npm', 'install', '-C', '.'],
      { '.npmrc': 'ignore-scripts=false\nscript-shell=/bin/sh' },
    ],
    ['of workspaces', ['npm', 'install', '--workspaces'], { '.npmrc': 'ignore-scripts = false' }],
  ])('runs no script of a project while a registry can be reached, %s', async (_, argv, more) => {
    const inner = { ...MANIFEST, name: 'inner', ...RUNS }
    const manifest = { ...MANIFEST, ...RUNS, workspaces: ['inner'] }
    const packages = { '': manifest, inner, 'node_modules/inner': { resolved: 'inner', link: true } }
    const workspace = await workspaceWith({
      'package.json': JSON.stringify(manifest),
      'package-lock.json': JSON.stringify({ ...MANIFEST, lockfileVersion: 3, requires: true, packages }),
      'inner/package.json': JSON.stringify(inner),
      ...more,
    })
    // It may fail, but it must not run a script then.
    await installIn(workspace, argv).catch((error: unknown) => {
      expect(error).toBeInstanceOf(ProjectFault)
    })
    expect(early).toEqual([])
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

  it.each([
    ['a link', 'ln -s /tmp "$PWD"'],
    ['a file', 'touch "$PWD"'],
    ['nothing', 'true'],
  ])('blames a project that puts %s in place of its own folder', async (_, puts) => {
    const client = await clientThat(`rm -r "$PWD"; ${puts}`)
    const workspace = await workspaceWith({ 'requirements.txt': './lib' })
    const installing = installIn(workspace, [client, '-m', 'pip', 'install'])
    await expect(installing).rejects.toMatchObject({
      code: 'project',
      step: 'install',
      message: /removed or replaced the folder of the project/,
    })
  })

  it('installs again if a cache entry has no packages', async () => {
    const client = await clientThat('mkdir .packages && touch .packages/module.py')
    await installIn(await workspaceWith({ 'requirements.txt': '' }), [client, '-m', 'pip', 'install'])
    const [entry = ''] = await readdir(cacheFolder('installs'))
    await rm(path.join(cacheFolder('installs'), entry, '.packages'), { recursive: true })
    await installIn(await workspaceWith({ 'requirements.txt': '' }), [client, '-m', 'pip', 'install'])
    expect(await readdir(path.join(cacheFolder('installs'), entry, '.packages'))).toEqual(['module.py'])
  })

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

    it('does not excuse a failing command if the manifests need no packages', async () => {
      const workspace = await workspaceWith(PINNED)
      const installing = installIn(workspace, ['sh', '-c', 'exit 7'], 20_000, { registry: true })
      await expect(installing).rejects.toMatchObject({ code: 'project', step: 'install', message: /exit code 7/ })
    })

    it('does not excuse a failing command without a manifest', async () => {
      const workspace = await workspaceWith({ 'a.txt': '' })
      const installing = installIn(workspace, ['sh', '-c', 'exit 7'], 20_000, { registry: true })
      await expect(installing).rejects.toMatchObject({ code: 'project', step: 'install' })
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
