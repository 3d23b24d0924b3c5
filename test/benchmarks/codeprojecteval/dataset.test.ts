import { cp, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { filesOfGlob } from '../../../harness/benchmarks/codeprojecteval/glob.ts'
import { readRepository, repositoryIds } from '../../../harness/benchmarks/codeprojecteval/dataset.ts'
import { UsageError } from '../../../harness/errors.ts'
import { root, temporaryFolder } from '../../helpers.ts'

const LIBRARIES = path.join(root, 'test', 'fixtures', 'libraries')

it('reads documents with their roles, code, tests, requirements, and names what is missing', () => {
  expect(readRepository(LIBRARIES, 'intervals')).toMatchObject({
    id: 'intervals',
    documents: [
      { path: 'docs/PRD.md', role: 'prd' },
      { path: 'docs/UML.md', role: 'uml' },
      { path: 'docs/architecture_design.md', role: 'architecture' },
      { path: 'requirements.txt', role: 'other' },
    ],
    sources: ['intervals'],
    unit: 'unit_tests',
    check: 'check_tests',
    requirements: ['pytest'],
    warnings: ['intervals: config.json names samples/*, which is not there'],
  })
})

it('hides tests from visible tests, and not the modules of theirs that have none', () => {
  const { hidden } = readRepository(LIBRARIES, 'intervals')
  expect(hidden).toContain('unit_tests/test_intervals.py')
  expect(hidden).not.toContain('unit_tests/__init__.py')
})

it('expands names with stars, each within one name', () => {
  const folder = path.join(LIBRARIES, 'intervals')
  expect(filesOfGlob(folder, 'docs/*.md')).toEqual(['docs/PRD.md', 'docs/UML.md', 'docs/architecture_design.md'])
  expect(filesOfGlob(folder, 'doc*/PRD.md')).toEqual(['docs/PRD.md'])
  expect(filesOfGlob(folder, '*.md')).toEqual([])
  expect(filesOfGlob(folder, 'requirements.txt')).toEqual(['requirements.txt'])
})

/** A repository with another configuration. */
async function withConfig(change: (config: Record<string, unknown>) => unknown) {
  const folder = await temporaryFolder()
  await cp(path.join(LIBRARIES, 'intervals'), path.join(folder.path, 'intervals'), { recursive: true })
  const config = { PRD: 'docs/PRD.md', source_code: 'intervals', unit_tests: 'unit_tests' }
  await writeFile(path.join(folder.path, 'intervals', 'config.json'), JSON.stringify(change(config)))
  return folder
}

it.each<[string, (config: Record<string, unknown>) => unknown, RegExp]>([
  [
    'a path out of the repository',
    (config) => ({ ...config, unit_tests: '../other' }),
    /config\.json is not as published/,
  ],
  ['an absolute path', (config) => ({ ...config, PRD: '/etc/passwd' }), /config\.json is not as published/],
  ['no code', (config) => ({ ...config, source_code: 'nowhere' }), /names no source code/],
  ['no tests', (config) => ({ ...config, unit_tests: 'nowhere' }), /unit_tests: there is no folder "nowhere"/],
  ['no requirements', (config) => ({ ...config, PRD: 'nowhere.md' }), /PRD: there is no such document/],
  [
    'too many files',
    (config) => ({ ...config, required_files: Array(300).fill('a') }),
    /config\.json is not as published/,
  ],
  ['something else', () => [], /config\.json is not as published/],
])('refuses a configuration with %s', async (_, change, message) => {
  await using folder = await withConfig(change)
  expect(() => readRepository(folder.path, 'intervals')).toThrow(UsageError)
  expect(() => readRepository(folder.path, 'intervals')).toThrow(message)
})

it('finds the code of DevBench by its graph of imports', async () => {
  await using folder = await withConfig(({ source_code: _, ...config }) => ({
    ...config,
    code_file_DAG: { 'intervals/__init__.py': ['nowhere/a.py'] },
    UML_class: 'docs/UML.md',
    dependencies: '',
  }))
  expect(readRepository(folder.path, 'intervals')).toMatchObject({ sources: ['intervals'], requirements: [] })
})

it('names a folder without repositories', async () => {
  await using folder = await temporaryFolder()
  await mkdir(path.join(folder.path, 'empty'))
  expect(() => repositoryIds(folder.path)).toThrow(/has no repository: each is a folder with a config\.json/)
  expect(() => repositoryIds(path.join(folder.path, 'nowhere'))).toThrow(/there is no folder/)
})
