import { briefFor } from '../../briefs.ts'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openBenchmark, selectMissions } from '../../../harness/benchmarks/index.ts'
import { questionsOf } from '../../../harness/trial/brief.ts'
import { pythonTestcodesSchema } from '../../../harness/contracts/schema.ts'
import { checkProject } from '../../../harness/trial/workspace.ts'
import { countedTestcodes } from '../../../harness/contracts/suites.ts'
import { suiteOf, writeTree } from '../../helpers.ts'
import { needs, publishedFolder } from '../../needs.ts'
import { ANSWERS, MISSIONS, smallDataset, type DatasetParts } from './small.ts'
import { papers } from '../../papers.ts'

async function opened(parts: DatasetParts = {}) {
  const folder = await smallDataset(parts)
  const benchmark = await openBenchmark(`projecteval:${folder.path}`, papers)
  return { ...folder, benchmark, missions: await selectMissions(benchmark, []) }
}

describe('a mission of ProjectEval', () => {
  it('takes ids and stack from the dataset, and uses the Python tester', async () => {
    await using small = await opened()
    const facts = small.missions.map((mission) => {
      const { id, kind, stack, locale } = mission
      return { id, kind, stack, tester: suiteOf(mission).tester, locale }
    })
    expect(facts).toEqual([
      { id: 'p1', kind: 'website', stack: 'Python/Django', tester: 'python-selenium', locale: 'zh-CN' },
      { id: 'p2', kind: 'batch', stack: 'Python', tester: 'python-selenium', locale: undefined },
    ])
    const [first] = small.missions
    if (!first) throw new Error('no mission')
    expect(first.title).toBe('Make a page that greets whoever gives a name, in as many…')
    expect(countedTestcodes(first).map(({ id, page, function: name }) => [id, page, name])).toEqual([
      ['t1', 'Home', 'Greet'],
      ['t2', 'Home', 'Greet'],
      ['t3', 'Home', 'Quiet'],
      ['t4', 'About', 'Upload'],
    ])
    expect(countedTestcodes(first)[0]?.expects).toBe('Greets.')
    expect(small.benchmark.testcodeSeconds).toEqual({ default: 10, paper: 3 })
  })

  it('asks for the parameters of each testcode with their descriptions, and has canonical values by index', async () => {
    await using small = await opened()
    const [first] = small.missions
    if (!first) throw new Error('no mission')
    expect(
      questionsOf(first).map(({ testcode, parameters }) => [testcode, parameters.map(({ name }) => name)]),
    ).toEqual([
      ['t1', ['test_url', 'name_id']],
      ['t2', ['test_url']],
    ])
    expect(questionsOf(first)[0]?.parameters[1]).toEqual({
      name: 'name_id',
      kind: 'text',
      description: 'What name_id is.',
    })
  })

  it('does not change testcodes', async () => {
    await using small = await opened()
    const [first] = small.missions
    if (!first) throw new Error('no mission')
    const testcodes = pythonTestcodesSchema.parse(await small.benchmark.testcodes(first, suiteOf(first)))
    expect(testcodes['t1']).toEqual({
      source: 'def test_greet(driver, test_url, name_id):\r\n\tdriver.get(test_url)',
      function: 'test_greet',
      parameters: ['test_url', 'name_id'],
    })
  })

  it('does not name materials in the brief', async () => {
    await using small = await opened({
      materials: { '1-up.md': '', '1-Out-Standard.xlsx': '', '2-in.csv': '', '11-x.md': '' },
    })
    const [first] = small.missions
    if (!first) throw new Error('no mission')
    expect(first.materials).toEqual(['1-Out-Standard.xlsx', '1-up.md'])
    expect(first.materialsFolder).toBe(small.file('material'))
    expect((await briefFor(first, 'L1.direct')).materials).toEqual([])
  })

  it('leaves a testcode unjudged if its material is missing, and names the file', async () => {
    await using small = await opened({ materials: {} })
    expect(small.missions[0]?.withheld).toEqual({
      t4: { status: 'unjudged', reason: expect.stringContaining('"1-up.md" is missing from') as string },
    })
  })

  it('excludes a testcode that cannot be run, and keeps the index of the others', async () => {
    const testcode = [
      {
        page: 'Home',
        function: [
          { function: 'A', test: 7 },
          { function: 'B', test: 'def b(driver): pass' },
        ],
      },
    ]
    await using small = await opened({ missions: [{ ...MISSIONS[0], testcode }] })
    const [first] = small.missions
    if (!first) throw new Error('no mission')
    expect(first.withheld).toEqual({ t1: { status: 'excluded', reason: 'the dataset has no source for it' } })
    expect(Object.keys(pythonTestcodesSchema.parse(await small.benchmark.testcodes(first, suiteOf(first))))).toEqual([
      't2',
    ])
    expect(await small.benchmark.warnings?.()).toHaveLength(1)
  })

  it('changes its digest with its testcodes and materials', async () => {
    await using small = await opened()
    await using other = await opened({ materials: { '1-up.md': '# other' } })
    expect(other.missions[0]?.digest).not.toBe(small.missions[0]?.digest)
    expect(other.missions[1]?.digest).toBe(small.missions[1]?.digest)
    await writeTree(small.path, { 'material/1-up.md': '# other' })
    expect((await small.benchmark.mission('p1')).digest).toBe(other.missions[0]?.digest)
  })

  it('starts its canonical solution with manage.py, or with its only file', async () => {
    await using small = await opened()
    const [website, batch] = small.missions
    if (!website || !batch) throw new Error('no missions')
    expect((await small.benchmark.canonical(website)).project.launch).toEqual({ startFile: 'manage.py' })
    expect((await small.benchmark.canonical(batch)).project.launch).toEqual({ startFile: '2-answer.py' })
  })

  it('has no canonical solution if none was published', async () => {
    await using small = await opened({ answers: { '2': ANSWERS['2'] } })
    const [website] = small.missions
    if (!website) throw new Error('no mission')
    await expect(small.benchmark.canonical(website)).rejects.toThrow(/no canonical solution for mission "p1"/)
  })
})

describe('the published benchmark', await needs('data: projecteval'), () => {
  it('has 264 testcodes with canonical values, one of which is excluded', async () => {
    const benchmark = await openBenchmark(`projecteval:${publishedFolder('projecteval')}`, papers)
    const missions = await selectMissions(benchmark, [])
    let values = 0
    for (const mission of missions) {
      const { project, answers } = await benchmark.canonical(mission)
      checkProject(project)
      const testcodes = pythonTestcodesSchema.parse(await benchmark.testcodes(mission, suiteOf(mission)))
      expect(Object.keys(testcodes)).toHaveLength(countedTestcodes(mission).length)
      for (const [id, { parameters }] of Object.entries(testcodes)) {
        expect(Object.keys(answers[id] ?? {}).toSorted()).toEqual(parameters.toSorted())
        values += parameters.length
      }
    }
    expect(values).toBe(798)
    const withheld = missions.flatMap(({ id, withheld: each = {} }) =>
      Object.entries(each).map(([t, { status }]) => [id, t, status]),
    )
    expect(withheld).toEqual([['p19', 't6', 'excluded']])
  })

  it('gives each material to one mission', async () => {
    const missions = await selectMissions(
      await openBenchmark(`projecteval:${publishedFolder('projecteval')}`, papers),
      [],
    )
    const given = missions.flatMap(({ materials }) => materials)
    const folder = missions[0]?.materialsFolder ?? ''
    expect(given.toSorted()).toEqual((await readdir(path.join(folder))).toSorted())
  })
})
