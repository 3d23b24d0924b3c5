import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ProjectFault } from '../../harness/errors.ts'
import { usualPython } from '../../harness/lib/python/find.ts'
import { checkRequirements, installCommand } from '../../harness/launchers/install-command.ts'
import { install, installCache } from '../../harness/launchers/install.ts'
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

beforeEach(async () => {
  folder = await temporaryFolder()
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

/** @returns How many commands were run for it */
async function installIn(
  workspace: Workspace,
  argv: readonly string[],
  limit = 20_000,
  installer: SandboxOptions = {},
): Promise<number> {
  await using sandbox = await openSandbox('process', folder.path)
  let commands = 0
  const counting = (counted: Sandbox): Sandbox => ({
    ...counted,
    spawn(command) {
      commands += 1
      return counted.spawn(command)
    },
  })
  const openInstaller = async () => counting(await openSandbox('process', folder.path, installer))
  await install(
    workspace,
    argv,
    counting(sandbox),
    limitsOf(folder.path, { install: limit, openInstaller, ...pythonOf(argv) }),
  )
  // What was installed is shown to the first command that runs after it.
  await runStep('look', { argv: ['true'], cwd: workspace.folder, stdin: 'none' }, sandbox, limit)
  return commands
}

/** A package client for Python: what it does to install, and when it is asked for its version. */
async function clientThat(installs: string, answers = 'true'): Promise<string> {
  const client = folder.file('pip')
  await writeFile(client, `#!/bin/sh\ncase " $* " in *" install "*) ${installs} ;; *) ${answers} ;; esac\n`, {
    mode: 0o755,
  })
  return client
}

/** A client of the kind above stands for the machine's own Python. */
function pythonOf([program = '']: readonly string[]): { python?: Python } {
  return path.basename(program) === 'pip' ? { python: { ...usualPython(), program } } : {}
}

/** What a script of the project prints. */
async function output(workspace: Workspace, script: string): Promise<string> {
  await using sandbox = await openSandbox('process', folder.path)
  await using child = await sandbox.spawn({ argv: ['node', '-e', script], cwd: workspace.folder, stdin: 'none' })
  await child.exit
  return `${child.stdout.text()}${child.stderr.text()}`
}

describe('install', () => {
  it('keeps what a lock file pins, and installs it once', async () => {
    const first = await workspaceWith(PINNED)
    expect(await installIn(first, NPM_CI)).toBe(1)
    expect(existsSync(path.join(first.folder, 'node_modules'))).toBe(true)

    const second = await workspaceWith({ ...PINNED, 'other.js': '' })
    expect(await installIn(second, NPM_CI)).toBe(0)
    expect(existsSync(path.join(second.folder, 'node_modules'))).toBe(true)
    expect(await readdir(installCache())).toHaveLength(1)
  })

  it('lets no project change what the next one is given', async () => {
    const first = await workspaceWith(PINNED)
    await installIn(first, NPM_CI)
    await writeFile(path.join(first.folder, 'node_modules', 'index.js'), 'throw new Error("forged")')
    const second = await workspaceWith(PINNED)
    expect(await installIn(second, NPM_CI)).toBe(0)
    expect(existsSync(path.join(second.folder, 'node_modules', 'index.js'))).toBe(false)
  })

  it('installs anew for another manifest', async () => {
    await installIn(await workspaceWith(PINNED), NPM_CI)
    await installIn(
      await workspaceWith({ ...PINNED, 'package.json': JSON.stringify({ ...MANIFEST, description: 'x' }) }),
      NPM_CI,
    )
    expect(await readdir(installCache())).toHaveLength(2)
  })

  it('does it once, and well, for two that ask at once', async () => {
    const both = await Promise.all([workspaceWith(PINNED), workspaceWith(PINNED)])
    await Promise.all(both.map((workspace) => installIn(workspace, NPM_CI)))
    for (const workspace of both) expect(existsSync(path.join(workspace.folder, 'node_modules'))).toBe(true)
    expect(await readdir(installCache())).toHaveLength(1)
  })

  it('gives nothing half installed to the next one', async () => {
    const broken = { ...PINNED, 'package-lock.json': '{ not json' }
    for (const workspace of await Promise.all([workspaceWith(broken), workspaceWith(broken)])) {
      await expect(installIn(workspace, NPM_CI)).rejects.toThrow(ProjectFault)
    }
    expect(existsSync(installCache()) ? await readdir(installCache()) : []).toEqual([])
  })

  it('runs no script of a package', async () => {
    const scripts = { scripts: { preinstall: 'touch ran', install: 'touch ran', postinstall: 'touch ran' } }
    const workspace = await workspaceWith({ 'package.json': JSON.stringify({ ...MANIFEST, ...scripts }) })
    expect(await installIn(workspace, ['npm', 'install'])).toBe(1)
    const everything = await readdir(folder.path, { recursive: true })
    expect(everything.map((file) => path.basename(file))).toContain('package-lock.json')
    expect(everything.map((file) => path.basename(file))).not.toContain('ran')
  })

  const RUNS = {
    scripts: { preinstall: 'touch ran', install: 'touch ran', postinstall: 'touch ran', prepare: 'touch ran' },
  }
  it.each([
    ['behind the end of options', ['npm', 'ci', '--'], {}],
    ['behind an option', ['npm', 'ci', '--loglevel=silent', '--'], {}],
    ['by another name', ['npm', 'clean-install'], {}],
    ['with an option before the subcommand', ['npm', '--silent', 'install'], {}],
    ['in another folder', ['npm', '--prefix', 'inner', 'install'], {}],
    ['with a setting of the project', ['npm', 'install'], { '.npmrc': 'ignore-scripts=false\nscript-shell=/bin/sh' }],
    ['with a setting there', ['npm', 'install', '-C', '.'], { '.npmrc': 'ignore-scripts=false\nscript-shell=/bin/sh' }],
    ['of workspaces', ['npm', 'install', '--workspaces'], { '.npmrc': 'ignore-scripts = false' }],
  ])('runs no script of a project %s', async (_, argv, more) => {
    const inner = { ...MANIFEST, name: 'inner', ...RUNS }
    const manifest = { ...MANIFEST, ...RUNS, workspaces: ['inner'] }
    const packages = { '': manifest, inner, 'node_modules/inner': { resolved: 'inner', link: true } }
    const workspace = await workspaceWith({
      'package.json': JSON.stringify(manifest),
      'package-lock.json': JSON.stringify({ ...MANIFEST, lockfileVersion: 3, requires: true, packages }),
      'inner/package.json': JSON.stringify(inner),
      ...more,
    })
    // It may fail, but not by running anything.
    await installIn(workspace, argv).catch((error: unknown) => {
      expect(error).toBeInstanceOf(ProjectFault)
    })
    const everything = await readdir(folder.path, { recursive: true })
    expect(everything.filter((file) => path.basename(file) === 'ran')).toEqual([])
  })

  it.each([
    ['--ignore-scripts=false'],
    ['--no-ignore-scripts'],
    ['--ignore-scripts', 'false'],
    ['--no-ignore-s'],
    ['--foreground-scripts'],
    ['--script-shell=/bin/sh'],
    ['--git=./git'],
    ['--userconfig=.npmrc'],
    ['--globalconfig', 'npmrc'],
    ['--prefix'],
    ['--prefix=../..'],
    ['--loglevel'],
    ['--omit', '--no-ignore-scripts'],
  ])('lets nothing undo that npm runs no scripts: %s %s', (...words) => {
    const of = () => installCommand(['npm', 'ci', ...words], 'python3')?.argv ?? []
    // A bare word is the name of a package.
    if (words[1] === 'false') expect(of().slice(2)).toEqual([...of().slice(2, -1), 'false'])
    else expect(of).toThrow(ProjectFault)
  })

  it.each([
    ['--no-binary=:all:'],
    ['--no-binary', ':all:'],
    ['--no-bin=:all:'],
    ['--only-binary=:none:'],
    ['--target=/tmp'],
    ['--prefix=x'],
    ['--config-settings=a=b'],
    ['--global-option=x'],
    ['--python=./python'],
    ['--cert=x'],
    ['-r', '../../x'],
    ['-r', 'https://example.org/r.txt'],
  ])('lets nothing undo that pip takes only wheels: %s %s', (...words) => {
    expect(() => installCommand(['python3', '-m', 'pip', 'install', ...words], 'python3')).toThrow(ProjectFault)
  })

  it.each([
    '--no-binary :all:',
    '  --no-binary=flask',
    '--no-b :all:',
    'flask\n--no-\\\nbinary :all:',
    '--only-binary=:none:',
    '--only-b :none:',
    '--only-binary=a,:none:',
    '-r https://example.org/r.txt',
    '-rhttps://example.org/r.txt',
    '--requirement=https://example.org/r.txt',
  ])('refuses requirements that say so: %s', (text) => {
    expect(() => {
      checkRequirements(text, 'requirements.txt')
    }).toThrow(/is not allowed there/)
  })

  it('takes what honest plans say', () => {
    const python = 'python3'
    const pip = (...words: string[]) => installCommand(['python3', '-m', 'pip', ...words], python)?.argv.slice(-3)
    expect(pip('install', '-r', 'requirements.txt', '--no-cache-dir')).toEqual([
      '-r',
      'requirements.txt',
      '--no-cache-dir',
    ])
    expect(pip('--quiet', 'install', '--user', 'flask==3.0', 'requests>=2')).toEqual([
      '--quiet',
      'flask==3.0',
      'requests>=2',
    ])
    const npm = (...words: string[]) => installCommand(['npm', ...words], python)?.argv.slice(-2)
    expect(npm('install', '--omit', 'dev')).toEqual(['--omit', 'dev'])
    expect(npm('i', 'express@4', '--save', '--no-audit')).toEqual(['--save', 'express@4'])
    for (const other of [
      ['npm', 'run', 'x'],
      ['npx', 'y'],
      ['sh', '-c', 'npm ci'],
      ['./npm', 'ci'],
      ['python3', 'pip'],
    ])
      expect(installCommand(other, python)).toBeUndefined()
    for (const text of [
      '# --no-binary',
      '- a list',
      '-r other.txt\n-e .\nflask --hash=sha256:0',
      '--only-binary=:all:',
    ])
      checkRequirements(text, 'requirements.txt')
  })

  it('gives a command that is no package client no way to the registries', async () => {
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

  it('shows nobody where a link leads that was put in the place of the packages', async () => {
    const client = await clientThat('ln -s /tmp .packages')
    const installing = installIn(await workspaceWith({ 'requirements.txt': '' }), [client, '-m', 'pip', 'install'])
    await expect(installing).rejects.toMatchObject({
      code: 'project',
      step: 'install',
      message: /no folder ".packages"/,
    })
    expect(existsSync(installCache()) ? await readdir(installCache()) : []).toEqual([])
  })

  it('keeps what can be copied of what a client leaves', async () => {
    const client = await clientThat('mkdir .packages && mkfifo .packages/pipe && touch .packages/module.py')
    await installIn(await workspaceWith({ 'requirements.txt': '' }), [client, '-m', 'pip', 'install'])
    const [entry = ''] = await readdir(installCache())
    expect(await readdir(path.join(installCache(), entry, '.packages'))).toEqual(['module.py'])
  })

  it('takes the manifests as the agent gave them, whatever the project has made of them since', async () => {
    const client = await clientThat(
      'mkdir .packages && cp requirements.txt .packages',
      'rm requirements.txt; mkfifo requirements.txt',
    )
    const workspace = await workspaceWith({ 'requirements.txt': 'flask' })
    await installIn(workspace, [client, '-m', 'pip', 'install'])
    const [entry = ''] = await readdir(installCache())
    expect(await readFile(path.join(installCache(), entry, '.packages', 'requirements.txt'), 'utf8')).toBe('flask')
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
    expect(await readdir(installCache())).toHaveLength(2)
  })

  it('shows packages that lie in the project, which are not kept, where Python looks for them', async () => {
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
    expect(existsSync(installCache())).toBe(false)
  })

  it('runs any other command in the folder of the project', async () => {
    const workspace = await workspaceWith({ 'a.txt': '' })
    await installIn(workspace, ['sh', '-c', 'printf made > installed'])
    expect(await readFile(path.join(workspace.folder, 'installed'), 'utf8')).toBe('made')
    expect(existsSync(installCache())).toBe(false)
  })

  it('gives programs what such a command left in the folder, links as they are', async () => {
    const workspace = await workspaceWith({ 'a.txt': '', 'lib/b.txt': '' })
    await using sandbox = await openSandbox('process', folder.path)
    const openInstaller = () => openSandbox('process', folder.path)
    const argv = ['sh', '-c', 'printf made > lib/made; ln -s /etc/hostname link; mkfifo pipe; mkdir bin; rm a.txt']
    const limits = limitsOf(folder.path, { install: 20_000, openInstaller })
    const installed = await install(workspace, argv, sandbox, limits)
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
  ])('blames the project that puts %s in the place of its own folder', async (_, puts) => {
    const client = await clientThat(`rm -r "$PWD"; ${puts}`)
    const workspace = await workspaceWith({ 'requirements.txt': './lib' })
    const installing = installIn(workspace, [client, '-m', 'pip', 'install'])
    await expect(installing).rejects.toMatchObject({ code: 'project', step: 'install', message: /in its place/ })
  })

  it('installs anew what is kept without its packages', async () => {
    const client = await clientThat('mkdir .packages && touch .packages/module.py')
    await installIn(await workspaceWith({ 'requirements.txt': '' }), [client, '-m', 'pip', 'install'])
    const [entry = ''] = await readdir(installCache())
    await rm(path.join(installCache(), entry, '.packages'), { recursive: true })
    await installIn(await workspaceWith({ 'requirements.txt': '' }), [client, '-m', 'pip', 'install'])
    expect(await readdir(path.join(installCache(), entry, '.packages'))).toEqual(['module.py'])
  })

  it('blames the project where the command fails or takes too long, with what it printed', async () => {
    const workspace = await workspaceWith({ 'a.txt': '' })
    const failing = installIn(workspace, ['sh', '-c', 'echo no such package >&2; exit 1'])
    await expect(failing).rejects.toMatchObject({ code: 'project', output: 'no such package' })
    await expect(installIn(workspace, ['sleep', '600'], 300)).rejects.toThrow(/install limit 0.3 s/)
  })

  it('blames nobody’s project for a registry that cannot be reached', async () => {
    // Nobody listens there: the port was free a moment ago.
    vi.stubEnv('npm_config_registry', `http://127.0.0.1:${String(await freePort())}/`)
    const workspace = await workspaceWith({
      'package.json': JSON.stringify({ ...MANIFEST, dependencies: { 'left-pad': '1.3.0' } }),
    })
    const argv = ['npm', 'install', '--fetch-retries=0']
    const installing = installIn(workspace, argv, 20_000, { registry: true })
    await expect(installing).rejects.toMatchObject({ code: 'harness', message: /127\.0\.0\.1:\d+ \(ECONNREFUSED\)/ })
  })

  describe('a registry that cannot be reached', () => {
    const needing = { 'package.json': JSON.stringify({ ...MANIFEST, dependencies: { 'left-pad': '1.3.0' } }) }

    beforeEach(async () => {
      // Nobody listens there: the port was free a moment ago.
      vi.stubEnv('npm_config_registry', `http://127.0.0.1:${String(await freePort())}/`)
    })

    it('is no excuse for a command that fails by itself, with manifests that need nothing', async () => {
      const workspace = await workspaceWith(PINNED)
      const installing = installIn(workspace, ['sh', '-c', 'exit 7'], 20_000, { registry: true })
      await expect(installing).rejects.toMatchObject({ code: 'project', step: 'install', message: /exit code 7/ })
    })

    it('is no excuse for a command that fails without any manifest', async () => {
      const workspace = await workspaceWith({ 'a.txt': '' })
      const installing = installIn(workspace, ['sh', '-c', 'exit 7'], 20_000, { registry: true })
      await expect(installing).rejects.toMatchObject({ code: 'project', step: 'install' })
    })

    it('is no excuse for another package client', async () => {
      vi.stubEnv('PIP_INDEX_URL', `http://127.0.0.1:${String(await freePort())}/`)
      vi.stubEnv('npm_config_registry', '')
      // Without a lock file this fails.
      const workspace = await workspaceWith({ 'package.json': PINNED['package.json'] })
      const failing = installIn(workspace, NPM_CI, 20_000, { registry: true })
      await expect(failing).rejects.toMatchObject({ code: 'project' })
    })

    it('is why a script of the project fails whose manifests cannot be installed alone either', async () => {
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
  it('sees none of the packages of the harness', async () => {
    const workspace = await workspaceWith({ 'a.txt': '' })
    const script = `try { console.log(require.resolve('yargs')) } catch (error) { console.log(error.code) }`
    expect(await output(workspace, script)).toBe('MODULE_NOT_FOUND\n')
    await installIn(await workspaceWith(PINNED), NPM_CI)
    expect(await output(workspace, script)).toBe('MODULE_NOT_FOUND\n')
  })
})

describe('installCache', () => {
  it('is an absolute folder also where XDG_CACHE_HOME is empty, which means unset', () => {
    expect(installCache()).toBe(folder.file('cache/pe/installs'))
    vi.stubEnv('XDG_CACHE_HOME', '')
    expect(path.isAbsolute(installCache())).toBe(true)
  })
})
