/** Shared by the tests of install. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ProjectFault } from '../../harness/errors.ts'
import { execa } from 'execa'
import { systemPython } from '../../harness/lib/python/find.ts'
import { install } from '../../harness/launchers/install.ts'
import { runStep } from '../../harness/launchers/run-step.ts'
import { openSandbox } from '../../harness/sandbox/index.ts'
import type { SandboxOptions } from '../../harness/sandbox/limits.ts'
import type { InstallerNetwork, Python, Sandbox, Workspace } from '../../harness/contracts/types.ts'
import { materialise } from '../../harness/trial/workspace.ts'
import { limitsOf, temporaryFolder, type TemporaryFolder } from '../helpers.ts'

export const MANIFEST = { name: 'tiny', version: '1.0.0', private: true }

export const PINNED = {
  'package.json': JSON.stringify(MANIFEST),
  'package-lock.json': JSON.stringify({ ...MANIFEST, lockfileVersion: 3, requires: true, packages: { '': MANIFEST } }),
}

export const NPM_CI = ['npm', 'ci']

export let folder: TemporaryFolder

let projects = 0

/** Files that scripts wrote while a registry could be reached. */
export let early: string[] = []

export function workspaceWith(files: Readonly<Record<string, string>>): Promise<Workspace> {
  projects += 1
  const list = Object.entries(files).map(([name, content]) => ({ path: name, content }))
  return materialise({ files: list }, folder.file(`project-${String(projects)}`))
}

/** @returns The number of commands that the installation ran */
export async function installIn(...args: Parameters<typeof installed>): Promise<number> {
  return (await installed(...args)).commands
}

export async function installed(
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
export async function scriptsRun(): Promise<string[]> {
  const { stdout } = await execa('find', [folder.path, '-name', 'ran', '-printf', '%P\\n'])
  return stdout === '' ? [] : stdout.split('\n')
}

/** A package client for Python that runs one script to install, and another one to report its version. */
export async function clientThat(installs: string, answers = 'true'): Promise<string> {
  const client = folder.file('pip')
  await writeFile(client, `#!/bin/sh\ncase " $* " in *" install "*) ${installs} ;; *) ${answers} ;; esac\n`, {
    mode: 0o755,
  })
  return client
}

/** Uses a client of `clientThat` as the machine's Python. */
export function pythonOf([program = '']: readonly string[]): { python?: Python } {
  return path.basename(program) === 'pip' ? { python: { ...systemPython(), program } } : {}
}

/** The output of a script of the project. */
export async function output(workspace: Workspace, script: string): Promise<string> {
  await using sandbox = await openSandbox('process', folder.path)
  await using child = await sandbox.spawn({ argv: ['node', '-e', script], cwd: workspace.folder, stdin: 'none' })
  await child.exit
  return `${child.stdout.text()}${child.stderr.text()}`
}

/** Every test has a folder of its own, with the caches in it. */
export function useOwnFolder(): void {
  beforeEach(async () => {
    folder = await temporaryFolder()
    early = []
    vi.stubEnv('XDG_CACHE_HOME', folder.file('cache'))
  })

  afterEach(async () => {
    vi.unstubAllEnvs()
    await folder[Symbol.asyncDispose]()
  })
}

const RUNS = {
  scripts: { preinstall: 'touch ran', install: 'touch ran', postinstall: 'touch ran', prepare: 'touch ran' },
}

export const INSTALLS: readonly (readonly [string, readonly string[], Readonly<Record<string, string>>])[] = [
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
]

export function runsNoScriptEarly(cases: typeof INSTALLS): void {
  it.each(cases)('runs no script of a project while a registry can be reached, %s', async (_, argv, more) => {
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
}

const REPLACEMENTS = { 'a link': 'ln -s /tmp "$PWD"', 'a file': 'touch "$PWD"', nothing: 'true' } as const

export function blamesReplacedFolder(...all: readonly (keyof typeof REPLACEMENTS)[]): void {
  it.each(all)('blames a project that puts %s in place of its own folder', async (what) => {
    const client = await clientThat(`rm -r "$PWD"; ${REPLACEMENTS[what]}`)
    const workspace = await workspaceWith({ 'requirements.txt': './lib' })
    const installing = installIn(workspace, [client, '-m', 'pip', 'install'])
    await expect(installing).rejects.toMatchObject({
      code: 'project',
      step: 'install',
      message: /removed or replaced the folder of the project/,
    })
  })
}
