import { cp, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { repoCraftBenchmark } from '../../../harness/papers/repocraft/benchmark.ts'
import { UsageError } from '../../../harness/errors.ts'
import { categoriesSchema } from '../../../harness/contracts/schema.ts'
import { briefOf } from '../../../harness/trial/brief.ts'
import { root, temporaryFolder } from '../../helpers.ts'

const LIBRARIES = path.join(root, 'test', 'papers', 'repocraft', 'fixtures')

describe('a library', () => {
  const benchmark = repoCraftBenchmark(LIBRARIES)

  it('has a task for each testcode, and categories for its scorers', async () => {
    const mission = await benchmark.mission('Gauges')
    expect(mission).toMatchObject({ kind: 'library', stack: 'Python', runnable: 'condition' })
    expect(mission.suites.map(({ tester, testcodes }) => [tester, testcodes.map(({ id }) => id)])).toEqual([
      ['tasks', ['length-1', 'mean-1']],
    ])
    const data = categoriesSchema.parse(await benchmark.scorerData?.(mission))
    expect(data.categories.map(({ text }) => text)).toEqual([
      'Conversion / Length conversion',
      'Conversion / Temperature conversion',
      'Gauges / Latest reading',
      'Gauges / Mean of readings',
      'Export / Readings as text',
      'Export / Readings from text',
      'Plots / Histogram of pressure',
    ])
  })

  it('shows an agent its description and nothing else', async () => {
    const brief = await briefOf(benchmark, await benchmark.mission('Gauges'), 'description')
    expect(brief.input).toEqual({
      type: 'documents',
      documents: [
        { path: 'description.md', role: 'statement', content: expect.stringContaining('# Gauges') as string },
      ],
    })
    const text = JSON.stringify(brief)
    // Of the taxonomy, the tasks and the reference.
    for (const hidden of [
      'Histogram',
      'length-1',
      'You are testing',
      'by their factors',
      'convert_length',
      'tasks.json',
    ])
      expect(text).not.toContain(hidden)
    expect(brief.materials).toEqual([])
  })

  it('has its reference as canonical solution, with the tests and without caches', async () => {
    const { project } = await benchmark.canonical(await benchmark.mission('Gauges'))
    expect(project.files.map((file) => file.path)).toEqual([
      'gauges/__init__.py',
      'gauges/conversion.py',
      'gauges/gauge.py',
      'gauges/text.py',
      'tests/test_conversion.py',
      'tests/test_gauge.py',
    ])
  })
})

/** The libraries, changed. */
async function changed(change: (folder: string) => Promise<void>) {
  const folder = await temporaryFolder()
  await cp(LIBRARIES, folder.path, { recursive: true })
  await change(folder.file('Gauges'))
  return folder
}

describe('a library that is not complete', () => {
  it('has a mission without tasks and reference, and says so', async () => {
    await using folder = await changed(async (library) => {
      await rm(path.join(library, 'tasks.json'))
      await rm(path.join(library, 'reference'), { recursive: true })
    })
    const benchmark = repoCraftBenchmark(folder.path)
    const mission = await benchmark.mission('Gauges')
    expect(mission.suites[0]?.testcodes).toEqual([])
    await expect(benchmark.canonical(mission)).rejects.toThrow(
      /reference does not exist: library "Gauges" has no canon/,
    )
    expect(await benchmark.warnings?.()).toEqual([
      'Gauges: there is no tasks.json, so only coverage, novelty and size are measured',
      'Gauges: there is no folder reference, so it has no canonical solution',
    ])
  })

  it.each<[string, (library: string) => Promise<void>, RegExp]>([
    [
      'without a description',
      (library) => rm(path.join(library, 'description.md')),
      /there is no file .*description\.md/,
    ],
    [
      'with an empty one',
      (library) => writeFile(path.join(library, 'description.md'), ' \n'),
      /description\.md is empty/,
    ],
    [
      'with one that is too large',
      (library) => writeFile(path.join(library, 'description.md'), 'x'.repeat(1024 * 1024 + 1)),
      /description\.md is larger than 1 MiB/,
    ],
    [
      'with a broken taxonomy',
      (library) => writeFile(path.join(library, 'taxonomy.json'), '{'),
      /taxonomy\.json is not JSON/,
    ],
    ['with broken tasks', (library) => writeFile(path.join(library, 'tasks.json'), '[{}]'), /tasks\.json: 0\.category/],
  ])('is refused %s', async (_, change, message) => {
    await using folder = await changed(change)
    const benchmark = repoCraftBenchmark(folder.path)
    await expect(benchmark.mission('Gauges')).rejects.toThrow(UsageError)
    await expect(benchmark.mission('Gauges')).rejects.toThrow(message)
  })

  it('has another digest if its tasks, its taxonomy or its description change', async () => {
    const digests = new Set<string>()
    for (const name of ['', 'tasks.json', 'taxonomy.json', 'description.md']) {
      await using folder = await changed(async (library) => {
        if (name !== '')
          await writeFile(path.join(library, name), name.endsWith('.md') ? 'Other' : (CHANGES[name] ?? ''))
      })
      digests.add((await repoCraftBenchmark(folder.path).mission('Gauges')).digest)
    }
    expect(digests.size).toBe(4)
  })
})

const CHANGES: Readonly<Record<string, string>> = { 'tasks.json': '[]', 'taxonomy.json': '{"a":[]}' }

it('refuses a reference with a link, which could lead anywhere', async () => {
  await using folder = await changed((library) => symlink('/etc/passwd', path.join(library, 'reference', 'link.py')))
  const benchmark = repoCraftBenchmark(folder.path)
  const canonical = benchmark.canonical(await benchmark.mission('Gauges'))
  await expect(canonical).rejects.toThrow(UsageError)
  await expect(canonical).rejects.toThrow(/link\.py is neither a file nor a folder/)
})

it('names a folder without libraries', async () => {
  await using folder = await temporaryFolder()
  await expect(repoCraftBenchmark(folder.path).ids()).rejects.toThrow(/has no library: each is a folder with/)
  await expect(repoCraftBenchmark(folder.file('nowhere')).ids()).rejects.toThrow(/there is no folder/)
})
