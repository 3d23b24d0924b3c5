import { rename, rm } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { readDataset } from '../../../harness/papers/projecteval/dataset.ts'
import { materialsNamedBy, withheldFor } from '../../../harness/papers/projecteval/materials.ts'
import { pythonTestcode } from '../../../harness/papers/projecteval/benchmark.ts'
import { writeTree } from '../../helpers.ts'
import { needs, publishedFolder } from '../../needs.ts'
import { MISSIONS, smallDataset } from './small.ts'

describe('a dataset', () => {
  it('is read unchanged, with testcodes in file order', async () => {
    await using folder = await smallDataset()
    const { missions, warnings } = await readDataset(folder.path)
    expect(warnings).toEqual([])
    expect(missions.map(({ id, type }) => [id, type])).toEqual([
      ['1', 'website'],
      ['2', 'batch'],
    ])
    expect(missions[0]?.testcodes.map(({ page, function: name }) => `${page}/${name}`)).toEqual([
      'Home/Greet',
      'Home/Greet',
      'Home/Quiet',
      'About/Upload',
    ])
    expect(missions[0]?.canonical.files.map(({ file }) => file)).toEqual(['manage.py', '__init__.py', null])
    expect(missions[0]?.canonical.answers.map(({ values }) => values.length)).toEqual([2, 0, 0])
    expect(missions[0]?.checklist[0]).toEqual({
      page: 'Home',
      required: true,
      functions: [{ function: 'Greet', description: 'Greets.', required: true }],
    })
  })

  it.each(['data', 'dataset'])('is found in %s/', async (name) => {
    await using folder = await smallDataset()
    await using outer = await smallDataset()
    await writeTree(outer.path, { 'README.md': '' })
    await rm(outer.file('project_eval_project.json'))
    await rename(folder.path, outer.file(name))
    expect((await readDataset(outer.path)).folder).toBe(outer.file(name))
    await rename(outer.file(name), folder.path)
  })

  it.each<[string, unknown, RegExp]>([
    ['a text', 'mission', /project\.json\[0\]: .*the mission is left out/],
    ['no id', { ...MISSIONS[0], project_id: undefined }, /project_id/],
    ['an id that is not a number', { ...MISSIONS[0], project_id: '../1' }, /project_id: a number/],
    ['an unknown type', { ...MISSIONS[0], project_type: 'app' }, /project_type/],
    ['no prompt', { ...MISSIONS[0], nl_prompt: ' ' }, /nl_prompt/],
  ])('loses only a mission with %s', async (_, mission, warning) => {
    await using folder = await smallDataset({ missions: [mission, MISSIONS[1]] })
    const { missions, warnings } = await readDataset(folder.path)
    expect(missions.map(({ id }) => id)).toEqual(['2'])
    expect(warnings).toEqual([expect.stringMatching(warning)])
  })

  it('keeps the first of two missions with one id', async () => {
    await using folder = await smallDataset({ missions: [...MISSIONS, { ...MISSIONS[0], project_type: 'console' }] })
    const { missions, warnings } = await readDataset(folder.path)
    expect(missions[0]?.type).toBe('website')
    expect(warnings).toEqual(['mission 1 appears twice; the first one counts'])
  })

  it('keeps the position of an unreadable testcode, so that the others keep their index', async () => {
    const testcode = [
      { page: 'Home', function: [7, { function: 'Greet', test: 'def t(driver): pass', parameter: 'x' }] },
    ]
    await using folder = await smallDataset({ missions: [{ ...MISSIONS[0], testcode }] })
    const { missions, warnings } = await readDataset(folder.path)
    expect(missions[0]?.testcodes.map(({ source }) => source)).toEqual([undefined, 'def t(driver): pass'])
    expect(warnings).toEqual([
      expect.stringMatching(/mission 1: testcode: Home\[0\]: expected the source of a testcode, found nothing/),
      expect.stringMatching(/Home\[1\]: parameter: expected a list, found a string/),
    ])
  })

  it.each([undefined, null, ' ', 7])(
    'keeps the positions of the testcodes of a page whose name is %j',
    async (page) => {
      const one = (test: string) => [{ function: 'Greet', test, parameter: [] }]
      const testcode = [
        { page, function: one('def a(driver): pass') },
        { page: 'Home', function: one('def b(driver): pass') },
      ]
      await using folder = await smallDataset({ missions: [{ ...MISSIONS[0], testcode }] })
      const { missions, warnings } = await readDataset(folder.path)
      expect(missions[0]?.testcodes.map((each) => [each.page, each.source])).toEqual([
        ['a page without a name', 'def a(driver): pass'],
        ['Home', 'def b(driver): pass'],
      ])
      expect(warnings).toEqual(['mission 1: testcode[0]: the page has no name; its testcodes keep their positions'])
    },
  )

  it.each<[string, RegExp]>([
    [
      'project_eval_project.json',
      /no ProjectEval dataset in .*nor its data\/ or dataset\/ contains project_eval_project\.json/,
    ],
    ['project_eval_answer.json', /project_eval_answer\.json cannot be read/],
    ['project_eval_parameter.json', /project_eval_parameter\.json cannot be read/],
  ])('is rejected without %s', async (name, message) => {
    await using folder = await smallDataset()
    await rm(folder.file(name))
    await expect(readDataset(folder.path)).rejects.toThrow(message)
  })

  it.each<[string, RegExp]>([
    ['{', /project_eval_project\.json is not valid JSON/],
    ['{}', /expected a list of missions, found an object/],
  ])('is rejected if the list of missions is %j', async (text, message) => {
    await using folder = await smallDataset()
    await writeTree(folder.path, { 'project_eval_project.json': text })
    await expect(readDataset(folder.path)).rejects.toThrow(message)
  })
})

describe('a testcode', () => {
  const of = (source: string | undefined) => pythonTestcode({ page: 'P', function: 'F', source, parameters: [] })

  it('is known by the function that its source defines', () => {
    expect(of('def test_a(driver):\n    def inner(): pass\n    inner()')).toMatchObject({
      testcode: { function: 'test_a' },
    })
  })

  it.each([
    ['without a source', undefined, /no source/],
    ['with an empty source', '', /defines no function/],
    ['without a function', 'print(1)', /defines no function/],
    ['with two functions', 'def a(): pass\ndef b(): pass', /several functions/],
    ['with a long source', `def a(): pass${' '.repeat(100_001)}`, /too long/],
  ])('cannot be run %s', (_, source, problem) => {
    expect(of(source)).toEqual({ problem: expect.stringMatching(problem) as string })
  })
})

describe('materials', () => {
  it('are found in the string literals of a testcode, alone or at the end of a path', () => {
    const source = `def t(driver):\n\ta = os.getcwd() + "\\\\data\\\\material\\\\3-up load.md"\n\tb = '3-in.xlsx'\n\tc = "13-x.md"\n\td = "3-2"`
    expect(materialsNamedBy(source, '3')).toEqual(['3-up load.md', '3-in.xlsx'])
  })

  it('exclude their testcode if never published; otherwise a missing one leaves it unjudged', () => {
    expect(withheldFor([], '/data/material')).toBeUndefined()
    expect(withheldFor(['3-in.xlsx'], '/data/material')).toMatchObject({
      status: 'unjudged',
      reason: expect.stringMatching(/"3-in.xlsx" is missing from \/data\/material\//) as string,
    })
    expect(withheldFor(['19-Deathlist-Standard 1.csv'], '/data/material')?.status).toBe('excluded')
  })
})

describe('the published dataset', await needs('data: projecteval'), () => {
  it('is read completely and without a warning', async () => {
    const { missions, warnings } = await readDataset(publishedFolder('projecteval'))
    expect(warnings).toEqual([])
    expect(missions.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => String(index + 1)))
    const count = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
    const testcodes = missions.flatMap((mission) => mission.testcodes)
    expect(testcodes).toHaveLength(264)
    expect(count(testcodes.map(({ parameters }) => parameters.length))).toBe(798)
    expect(count(missions.map(({ checklist }) => checklist.length))).toBe(72)
    expect(count(missions.flatMap(({ checklist }) => checklist.map(({ functions }) => functions.length)))).toBe(219)
    expect(count(missions.map(({ skeleton }) => skeleton.length))).toBe(266)
    const files = missions.flatMap(({ canonical }) => canonical.files)
    expect(files.filter(({ code }) => code === '')).toHaveLength(38)
    expect(testcodes.filter((testcode) => !('testcode' in pythonTestcode(testcode)))).toEqual([])
  })
})
