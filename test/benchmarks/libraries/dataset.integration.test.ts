import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cp, mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { selectIds } from '../../../harness/benchmarks/index.ts'
import { libraryBenchmark } from '../../../harness/benchmarks/libraries/benchmark.ts'
import { filesOfGlob } from '../../../harness/benchmarks/libraries/glob.ts'
import { readRepository, repositoryIds, surveyDataset } from '../../../harness/benchmarks/libraries/dataset.ts'
import { UsageError } from '../../../harness/errors.ts'
import { root, temporaryFolder, writeTree } from '../../helpers.ts'

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

it('names all missing files of a repository in one warning, and only those of the missions that were asked for', async () => {
  await using folder = await withConfig((config) => ({ ...config, required_files: ['samples/*', 'nowhere.txt'] }))
  const { warnings } = libraryBenchmark('codeprojecteval', folder.path, calibrateNothing)
  const expected = ['intervals: config.json names samples/*, nowhere.txt, which are not there']
  expect(await warnings?.()).toEqual(expected)
  expect(await warnings?.(['intervals'])).toEqual(expected)
  expect(await warnings?.(['other'])).toEqual([])
})

const calibrateNothing = () => Promise.reject(new Error('nothing is calibrated here'))

it('hides tests from visible tests, and not the modules of theirs that have none', () => {
  const { hidden } = readRepository(LIBRARIES, 'intervals')
  expect(hidden).toContain('unit_tests/test_intervals.py')
  expect(hidden).not.toContain('unit_tests/__init__.py')
})

it('hides from visible tests what is beside them and the code, unless these need it', async () => {
  await using folder = await temporaryFolder()
  await cp(path.join(LIBRARIES, 'intervals'), folder.file('intervals'), { recursive: true })
  await writeTree(folder.file('intervals'), {
    'acceptance_tests/test_all.py': 'def test_all(): pass\n',
    'expected/all.json': '{}',
    'samples/one.txt': '1',
    'check_tests/test_samples.py': "SAMPLE = open('samples/one.txt')\n",
    'pyproject.toml': '',
  })
  const { hidden } = readRepository(folder.path, 'intervals')
  expect(hidden).toEqual(expect.arrayContaining(['acceptance_tests', 'expected']))
  for (const kept of ['samples', 'pyproject.toml', 'intervals', 'check_tests']) expect(hidden).not.toContain(kept)
})

it('expands names with stars, each within one name', () => {
  const folder = path.join(LIBRARIES, 'intervals')
  expect(filesOfGlob(folder, 'docs/*.md')).toEqual(['docs/PRD.md', 'docs/UML.md', 'docs/architecture_design.md'])
  expect(filesOfGlob(folder, 'doc*/PRD.md')).toEqual(['docs/PRD.md'])
  expect(filesOfGlob(folder, '*.md')).toEqual([])
  expect(filesOfGlob(folder, 'requirements.txt')).toEqual(['requirements.txt'])
})

it.each([
  ['*', 'name', true],
  ['**', '', true],
  ['a*a', 'a', false],
  ['a*a', 'aa', true],
  ['*ab*b', 'ab', false],
  ['*ab*b', 'cabab', true],
  ['a*b*c', 'a-c-b', false],
  ['a.c', 'abc', false],
])('matches %j with %j: %s', async (glob, name, expected) => {
  await using folder = await temporaryFolder()
  if (name !== '') await writeFile(folder.file(name), '')
  expect(filesOfGlob(folder.path, glob)).toEqual(expected && name !== '' ? [name] : [])
})

it('matches a name with many stars without trying every way', async () => {
  await using folder = await temporaryFolder()
  await writeFile(folder.file('a'.repeat(200)), '')
  expect(filesOfGlob(folder.path, `${'*a'.repeat(140)}b`)).toEqual([])
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

/** A link, a pipe or a file of this size in place of what has this path. */
type Change = (place: string) => Promise<unknown>
const run = promisify(execFile)
const link =
  (target: string): Change =>
  (place) =>
    symlink(target, place)
const pipe: Change = (place) => run('mkfifo', [place])
const large: Change = async (place) => {
  await writeFile(place, '')
  // Sparse: it takes no room on the disk.
  await truncate(place, 3 * 1024 ** 3)
}

describe('a repository with a link, a pipe or too much in it', () => {
  it.each<[string, string, Change, RegExp]>([
    ['a pipe as its configuration', 'config.json', pipe, /config\.json is not a regular file; put/],
    ['a link as its configuration', 'config.json', link('/etc/passwd'), /config\.json is a link, .*; put/],
    ['a dangling link as its configuration', 'config.json', link('/nowhere'), /config\.json is a link, .*; put/],
    [
      'a link as a document',
      'docs/PRD.md',
      link('/etc/passwd'),
      /intervals\/config\.json: PRD: docs\/PRD\.md is a link/,
    ],
    ['a link to its documents', 'docs', link('/etc'), /intervals\/docs is a link/],
    ['tests that are a link', 'unit_tests', link('/'), /config\.json: unit_tests: unit_tests is a link, .*; put/],
    ['a dangling link in its tests', 'unit_tests/data', link('/nowhere'), /unit_tests: unit_tests\/data is a link/],
    ['a link in its code', 'intervals/data', link('.'), /source_code: intervals\/data is a link/],
    ['a link in a cache', '__pycache__', link('/etc'), /intervals\/__pycache__ is a link/],
    ['a pipe in its tests', 'unit_tests/data', pipe, /unit_tests: unit_tests\/data is neither a file nor a folder/],
    ['a large test', 'unit_tests/big.py', large, /unit_tests: unit_tests\/big\.py is larger than 64 MiB/],
    ['a large file', 'big.bin', large, /intervals\/big\.bin is larger than 64 MiB, the limit/],
  ])('is refused with %s', async (_, place, change, message) => {
    await using folder = await withConfig((config) => config)
    await rm(folder.file('intervals', place), { recursive: true, force: true })
    await change(folder.file('intervals', place))
    expect(() => readRepository(folder.path, 'intervals')).toThrow(UsageError)
    expect(() => readRepository(folder.path, 'intervals')).toThrow(message)
  })

  it('is refused with too many files', async () => {
    await using folder = await withConfig((config) => config)
    for (let index = 0; index <= 5000; index += 1) writeFileSync(folder.file('intervals', `data-${String(index)}`), '')
    expect(() => readRepository(folder.path, 'intervals')).toThrow(/is one of more than 5000 files/)
  })

  it('is refused with a document in a file', async () => {
    await using folder = await withConfig((config) => ({ ...config, PRD: 'docs/PRD.md/more' }))
    expect(() => readRepository(folder.path, 'intervals')).toThrow(/PRD: there is no such document/)
  })
})

describe('a dataset with a repository that cannot be used', () => {
  it('still has the others, and says why', async () => {
    await using folder = await withConfig((config) => config)
    await writeTree(folder.path, {
      'broken/config.json': '{',
      'bare/unit_tests/test_a.py': '',
      'a name/config.json': '{}',
      'other/README.md': '',
    })
    const { repositories, unusable } = surveyDataset(folder.path)
    expect(repositories.map(({ id }) => id)).toEqual(['intervals'])
    expect(unusable).toEqual([
      { name: '"a name"', reason: expect.stringContaining('is not an id of a mission') as string },
      { name: 'broken', reason: expect.stringContaining('is not as published') as string },
      { name: 'bare', reason: 'it has tests and no config.json' },
    ])
    const benchmark = libraryBenchmark('codeprojecteval', folder.path, () => Promise.reject(new Error('not needed')))
    const warnings = await benchmark.warnings?.()
    expect(warnings).toContain('bare: it is left out: it has tests and no config.json')
    expect(warnings?.join('\n')).toMatch(/^broken: it is left out: .*is not as published/m)
    expect(await benchmark.ids()).toEqual(['intervals'])
    await expect(selectIds(benchmark, ['broken'])).rejects.toThrow(/"broken" cannot be used: .*is not as published/)
    await expect(benchmark.mission('broken')).rejects.toThrow(/broken\/config\.json is not as published/)
  })

  it('names the reasons if it has no other', async () => {
    await using folder = await withConfig((config) => ({ ...config, PRD: 'nowhere.md' }))
    expect(() => surveyDataset(folder.path)).toThrow(UsageError)
    expect(() => surveyDataset(folder.path)).toThrow(
      /no repository that can be used: intervals: .*PRD: there is no such/,
    )
  })
})
