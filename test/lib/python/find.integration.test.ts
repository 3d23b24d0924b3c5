import { SANDBOXES } from '../../../harness/contracts/schema.ts'
import { execFile } from 'node:child_process'
import { chmod, mkdir, symlink } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { UsageError } from '../../../harness/errors.ts'
import { findPython } from '../../../harness/lib/python/find.ts'
import { preparedPackages } from '../../../harness/lib/python/prepared-packages.ts'
import { chooseSandbox, openSandbox } from '../../../harness/sandbox/index.ts'
import type { Python } from '../../../harness/contracts/types.ts'
import { temporaryFolder, writeTree } from '../../helpers.ts'
import { needs } from '../../needs.ts'

const SYSTEM = '/usr/bin/python3'
const BUBBLEWRAP = await needs('bubblewrap')
const sandboxes = (await chooseSandbox()).name === 'bubblewrap' ? SANDBOXES : (['process'] as const)

/** A virtual environment outside /usr. Every user can read its folder, as usual. */
async function virtualEnvironment() {
  const folder = await temporaryFolder()
  await chmod(folder.path, 0o755)
  await promisify(execFile)(SYSTEM, ['-m', 'venv', '--without-pip', folder.file('env')])
  return folder
}

/** The output of a program that this Python runs in a sandbox. */
async function outputIn(name: (typeof SANDBOXES)[number], python: Python, code: string): Promise<string> {
  await using scratch = await temporaryFolder()
  const cwd = scratch.file('project')
  await mkdir(cwd)
  await using sandbox = await openSandbox(name, scratch.path, { python, browser: false })
  await using child = await sandbox.spawn({ argv: [python.program, '-c', code], cwd, stdin: 'none' })
  await child.exit
  return child.stdout.text().trim() + child.stderr.text().trim()
}

describe('the Python of a run', await needs('python3'), () => {
  it('is the system’s Python by default', async () => {
    expect(await findPython({}, {})).toEqual({ program: SYSTEM, path: [], folders: [] })
  })

  it('is chosen by a flag or else by the environment', async () => {
    await using folder = await virtualEnvironment()
    const environment = { PE_PYTHON: folder.file('env/bin/python3'), PE_PYTHON_PATH: '/usr/share' }
    const chosen = await findPython({}, environment)
    expect(chosen).toEqual({
      program: folder.file('env/bin/python3'),
      path: ['/usr/share'],
      folders: [folder.file('env')],
    })
    const flags = await findPython({ program: SYSTEM, path: [] }, environment)
    expect(flags.program).toMatch(/^\/usr\/bin\/python3/)
    expect([flags.path, flags.folders]).toEqual([[], []])
  })

  it('searches the usual folders if no others are named', async () => {
    const usualPath = ['/usr/share']
    expect((await findPython({ usualPath }, {})).path).toEqual(usualPath)
    expect((await findPython({ usualPath }, { PE_PYTHON_PATH: '/usr/lib' })).path).toEqual(['/usr/lib'])
    expect((await findPython({ usualPath, path: [] }, {})).path).toEqual([])
  })

  it('is the interpreter behind a script or a link', async () => {
    await using folder = await virtualEnvironment()
    await writeTree(folder.path, { 'shims/python': `#!/bin/sh\nexec ${folder.file('env/bin/python3')} "$@"\n` })
    await chmod(folder.file('shims/python'), 0o755)
    expect((await findPython({ program: folder.file('shims/python') }, {})).program).toBe(
      folder.file('env/bin/python3'),
    )
    await symlink(SYSTEM, folder.file('link'))
    expect((await findPython({ program: folder.file('link') }, {})).program).toMatch(/^\/usr\/bin\/python3\.\d+$/)
  })

  it.each<[string, Parameters<typeof findPython>[0], RegExp]>([
    [
      'an interpreter that does not exist',
      { program: '/nowhere/python' },
      /the Python "\/nowhere\/python" does not start/,
    ],
    ['a program that is not Python', { program: '/usr/bin/true' }, /does not start/],
    [
      'a folder that does not exist',
      { path: ['/nowhere/packages'] },
      /the folder \/nowhere\/packages, which does not exist/,
    ],
    ['a home folder', { path: [homedir()] }, /contains more than Python/],
    ['the root folder', { path: ['/'] }, /contains more than Python/],
  ])('cannot be %s', async (_, choice, message) => {
    await expect(findPython(choice, {})).rejects.toThrow(UsageError)
    await expect(findPython(choice, {})).rejects.toThrow(message)
  })

  describe.each(sandboxes)('in the sandbox %s', (name) => {
    it('runs from a virtual environment outside /usr, and sees its packages', async () => {
      await using folder = await virtualEnvironment()
      const [site] = await packagesOf(folder.file('env'))
      await writeTree(path.join(site ?? '', 'only_here'), { '__init__.py': 'place = "the environment"' })
      const python = await findPython({ program: folder.file('env/bin/python3') }, {})
      expect(await outputIn(name, python, 'import only_here; print(only_here.place)')).toBe('the environment')
    })

    it('finds the modules of its path before those of the system', async () => {
      await using folder = await temporaryFolder()
      await chmod(folder.path, 0o755)
      await writeTree(folder.path, { 'a/first.py': 'x = "a"', 'b/first.py': 'x = "b"', 'b/this.py': 'x = "ours"' })
      const python = await findPython({ path: [folder.file('a'), folder.file('b')] }, {})
      expect(await outputIn(name, python, 'import first, this; print(first.x, this.x)')).toBe('a ours')
    })

    it('searches its path after the packages installed for the project', async () => {
      await using folder = await temporaryFolder()
      await chmod(folder.path, 0o755)
      await writeTree(folder.path, { 'path/first.py': 'x = "path"', 'own/first.py': 'x = "own"', 'path/second.py': '' })
      const python = await findPython({ path: [folder.file('path')] }, {})
      await using scratch = await temporaryFolder()
      await mkdir(scratch.file('project'))
      await using sandbox = await openSandbox(name, scratch.path, { python, browser: false })
      await sandbox.provide(folder.file('own'), '.packages', 'PYTHONPATH')
      const argv = [python.program, '-c', 'import first, second; print(first.x)']
      await using child = await sandbox.spawn({ argv, cwd: scratch.file('project'), stdin: 'none' })
      await child.exit
      expect(child.stdout.text() + child.stderr.text()).toBe('own\n')
    })
  })

  it('is read-only for a project, which does not see the files beside it', BUBBLEWRAP, async () => {
    await using folder = await temporaryFolder()
    await chmod(folder.path, 0o755)
    await writeTree(folder.path, { 'path/first.py': '', 'secret.txt': 'SECRET' })
    const python = await findPython({ path: [folder.file('path')] }, {})
    const code = `import os\ntry:\n    open('${folder.file('path/new.py')}', 'w')\nexcept OSError as error:\n    print(error.strerror)\nprint(os.listdir('${folder.path}'))`
    expect(await outputIn('bubblewrap', python, code)).toBe(`Read-only file system\n['path']`)
  })
})

/** The package folders of an environment. */
async function packagesOf(environment: string): Promise<string[]> {
  const code = 'import json, site; print(json.dumps(site.getsitepackages()))'
  const { stdout } = await promisify(execFile)(path.join(environment, 'bin/python3'), ['-c', code])
  return JSON.parse(stdout) as string[]
}

describe('the prepared folder', () => {
  it('is found in the cache once it exists', async () => {
    await using cache = await temporaryFolder()
    expect(preparedPackages('projecteval', { XDG_CACHE_HOME: cache.path })).toEqual([])
    await mkdir(cache.file('pe/python/projecteval/packages'), { recursive: true })
    expect(preparedPackages('projecteval', { XDG_CACHE_HOME: cache.path })).toEqual([
      cache.file('pe/python/projecteval/packages'),
    ])
  })
})
