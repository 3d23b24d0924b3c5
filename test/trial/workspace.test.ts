import { existsSync } from 'node:fs'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { AgentFault } from '../../harness/errors.ts'
import type { LaunchPlan } from '../../harness/contracts/schema.ts'
import { projectDigest } from '../../harness/lib/files/project-digest.ts'
import { checkProject, materialise } from '../../harness/trial/workspace.ts'
import { temporaryFolder } from '../helpers.ts'
import { files, contents } from './workspace-cases.ts'

const LAUNCH = { start: ['node', 'server.js'], port: 8000, homepage: '/' }

describe('checkProject', () => {
  it('accepts an ordinary project', () => {
    expect(() => checkProject({ files: files('a', 'b/a', 'b/c/a', 'A b.txt', '.env') })).not.toThrow()
  })

  it.each([
    ['no file', [], 'empty project'],
    ['a way out', files('ok', '../evil'), 'leads out of its folder'],
    ['an absolute path', files('/etc/passwd'), 'is absolute'],
    ['a drive letter', files('C:/x'), 'is absolute'],
    ['a backslash', files('a\\b'), 'contains a backslash'],
    ['a NUL', files('a\0b'), 'contains a control character'],
    ['a path of 4 KB', files('a/'.repeat(2047) + 'aa'), 'is longer than 1024 characters'],
    ['an empty part', files('a//b'), 'has an empty part'],
    ['one file twice', files('a', 'b', 'a'), 'one file on some systems'],
    ['two names that differ by case', files('src/Main.js', 'SRC/main.js'), 'one file on some systems'],
    ['two ways to write a letter', files('\u00fc', 'u\u0308'), 'one file on some systems'],
    ['a file that is a folder', files('a/b/c', 'a'), 'both as a file and as a folder'],
    ['a file that is a folder, by case', files('A', 'a/b'), 'both as a file and as a folder'],
    ['half a surrogate pair, twice', files('\ud800', '\ud801'), 'contains an unpaired surrogate'],
    ['packages, which are to be installed', files('a', 'node_modules/own/index.js'), 'install step of the launch plan'],
  ])('refuses %s', (_, list, message) => {
    expect(() => checkProject({ files: list })).toThrow(AgentFault)
    expect(() => checkProject({ files: list })).toThrow(message)
  })

  it.each([
    [{ start: [] }, 'start'],
    [{ start: ['node'], port: 70_000 }, 'port'],
    [{ run: ['node'], extra: 1 }, 'extra'],
    [null, 'expected object'],
    ['node server.js', 'expected object'],
  ])('refuses the launch plan %j, which could not be read back', (launch, message) => {
    const project = { files: files('a'), launch: launch as unknown as LaunchPlan }
    expect(() => checkProject(project)).toThrow(AgentFault)
    expect(() => checkProject(project)).toThrow(message)
  })

  it('refuses one file too many', () => {
    const many = Array.from({ length: 5001 }, (_, index) => ({ path: `f${String(index)}`, content: '' }))
    expect(() => checkProject({ files: many.slice(1) })).not.toThrow()
    expect(() => checkProject({ files: many })).toThrow(/more than 5000 files/)
  })

  it('refuses one byte too many, counted as they are written', () => {
    const MiB = 1024 * 1024
    const umlauts = 'ü'.repeat(16 * MiB)
    const full = [
      { path: 'a', content: umlauts },
      { path: 'b', content: Buffer.alloc(32 * MiB) },
    ]
    expect(() => checkProject({ files: full })).not.toThrow()
    expect(() => checkProject({ files: [...full, { path: 'c', content: 'x' }] })).toThrow(/larger than 64 MiB/)
  })

  it('names the path, but not all of a long one', () => {
    expect(() => checkProject({ files: files('../evil') })).toThrow('"../evil"')
    const error: unknown = (() => {
      try {
        checkProject({ files: files('x'.repeat(100_000)) })
      } catch (reason) {
        return reason
      }
      return undefined
    })()
    expect((error as Error).message.length).toBeLessThan(500)
  })
})

describe('materialise', () => {
  it('writes exactly the files, byte for byte', async () => {
    await using folder = await temporaryFolder()
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index))
    const list = [
      ...files('a.txt', 'b/c/d.txt'),
      { path: 'b/raw.bin', content: bytes },
      { path: 'ü/empty', content: '' },
    ]
    const workspace = await materialise({ files: list, launch: LAUNCH }, folder.file('project'))
    expect(await contents(workspace.folder)).toEqual([
      ['a.txt', 'content of a.txt'],
      ['b/c/d.txt', 'content of b/c/d.txt'],
      ['b/raw.bin', bytes.toString('latin1')],
      ['ü/empty', ''],
    ])
    expect(workspace).toMatchObject({ launch: LAUNCH, digest: projectDigest({ files: list, launch: LAUNCH }) })
  })

  it('writes nothing of a project that it refuses', async () => {
    await using folder = await temporaryFolder()
    await expect(materialise({ files: files('good', '../evil') }, folder.file('project'))).rejects.toThrow(AgentFault)
    expect(existsSync(folder.file('project'))).toBe(false)
    expect(existsSync(folder.file('evil'))).toBe(false)
  })

  it('follows no link that lies in its way', async () => {
    await using folder = await temporaryFolder()
    await mkdir(folder.file('project'))
    await writeFile(folder.file('outside'), 'untouched')
    await symlink(folder.file('outside'), folder.file('project/a'))
    await expect(materialise({ files: files('a') }, folder.file('project'))).rejects.toThrow(/EEXIST/)
    expect(await readFile(folder.file('outside'), 'utf8')).toBe('untouched')
  })
})

describe('a copy of a workspace', () => {
  it('is fresh, whatever was done to the workspace and to other copies', async () => {
    await using folder = await temporaryFolder()
    const workspace = await materialise({ files: files('a.txt', 'b/c.txt') }, folder.file('project'))
    await writeFile(folder.file('project/a.txt'), 'changed')
    await writeFile(folder.file('project/new.txt'), 'new')
    await workspace.copy(folder.file('one'))
    await writeFile(folder.file('one/b/c.txt'), 'changed')
    await workspace.copy(folder.file('two'))
    const fresh = [
      ['a.txt', 'content of a.txt'],
      ['b/c.txt', 'content of b/c.txt'],
    ]
    expect(await contents(folder.file('two'))).toEqual(fresh)
  })
})

describe('projectDigest', () => {
  it('changes with a file and with the launch plan, not with the order of the files', () => {
    const digest = projectDigest({ files: files('a', 'b'), launch: LAUNCH })
    expect(projectDigest({ files: files('b', 'a'), launch: LAUNCH })).toBe(digest)
    expect(projectDigest({ files: files('a', 'c'), launch: LAUNCH })).not.toBe(digest)
    expect(projectDigest({ files: files('a', 'b'), launch: { ...LAUNCH, port: 8001 } })).not.toBe(digest)
    expect(projectDigest({ files: files('a', 'b') })).not.toBe(digest)
  })

  it('does not depend on the order in which the fields of the plan were written', () => {
    const other = { homepage: '/', port: 8000, start: ['node', 'server.js'] }
    expect(projectDigest({ files: files('a'), launch: other })).toBe(
      projectDigest({ files: files('a'), launch: LAUNCH }),
    )
  })
})
