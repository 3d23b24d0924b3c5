import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { UsageError } from '../../../harness/errors.ts'
import type { Where } from '../../../harness/contracts/published.ts'
import { readVerdicts } from '../../../harness/papers/projecteval/verdicts.ts'
import { temporaryFolder, writeTree } from '../../helpers.ts'
import { needs, publishedFolder } from '../../needs.ts'

const HEAD = 'model,timestamp,project_id,index,status,result,function'

async function read(text: string, where: Where = []) {
  await using folder = await temporaryFolder()
  await writeTree(folder.path, { 'verdicts.csv': text })
  return await readVerdicts(folder.file('verdicts.csv'), where)
}

describe('published verdicts', () => {
  it('are read by mission and index, with columns in any order', async () => {
    const text = 'status,index,project_id,result\r\nTrue,1,7,\r\nfalse,12,20,runtime error\r\n'
    expect(await read(text)).toEqual([
      { mission: 'p7', testcode: 't1', passed: true, result: '' },
      { mission: 'p20', testcode: 't12', passed: false, result: 'runtime error' },
    ])
  })

  it('are selected by the values of columns', async () => {
    const text = `${HEAD}\nm,1,1,1,True,,"View, all"\nm,2,1,1,False,assertion,View\n`
    expect(await read(text, [{ column: 'timestamp', value: '2' }])).toEqual([
      { mission: 'p1', testcode: 't1', passed: false, result: 'assertion' },
    ])
  })

  it.each<[string, string, Where, RegExp]>([
    [
      'several rows for one testcode',
      `${HEAD}\nm,1,1,1,True,,\nm,2,1,1,True,,\n`,
      [],
      /several rows for p1 t1; select one with --where timestamp=1 or timestamp=2/,
    ],
    ['identical rows', `${HEAD}\nm,1,1,1,True,,\nm,1,1,1,True,,\n`, [], /several rows for p1 t1$/],
    ['a missing column', 'project_id,status\n1,True\n', [], /no column "index"; its columns are project_id, status/],
    [
      'an unknown column to select by',
      `${HEAD}\nm,1,1,1,True,,\n`,
      [{ column: 'time', value: '1' }],
      /no column "time"/,
    ],
    ['no row', `${HEAD}\nm,1,1,1,True,,\n`, [{ column: 'timestamp', value: '3' }], /no row with timestamp=3/],
    ['no text', '', [], /no column "project_id"/],
    ['another status', `${HEAD}\nm,1,1,1,yes,,\n`, [], /selected row 1: status is "yes", not True or False/],
    ['an index of 0', `${HEAD}\nm,1,1,0,True,,\n`, [], /index is "0"/],
    ['a project that is not a number', `${HEAD}\nm,1,../1,1,True,,\n`, [], /project_id is "\.\.\/1"/],
    ['unclosed quotes', `${HEAD}\n"m`, [], /cannot be read as CSV/],
  ])('are rejected with %s', async (_, text, where, message) => {
    await expect(read(text, where)).rejects.toThrow(UsageError)
    await expect(read(text, where)).rejects.toThrow(message)
  })

  it('are rejected if there is no file', async () => {
    await expect(readVerdicts('/nowhere/verdicts.csv', [])).rejects.toThrow(/\/nowhere\/verdicts\.csv cannot be read/)
  })
})

describe('the published verdicts', await needs('data: projecteval'), () => {
  it('have 1,064 rows for published answers', async () => {
    const file = path.join(publishedFolder('projecteval'), 'official/gpt-5/test_point_result.csv')
    const runs = ['20251030-040002', '20251030-081054', '20251030-112043', '20251030-143432', '20251030-183910']
    const rows = await Promise.all(runs.map((value) => readVerdicts(file, [{ column: 'timestamp', value }])))
    expect(rows.map(({ length }) => length)).toEqual([137, 215, 232, 233, 247])
    expect(rows.flat().filter(({ passed }) => passed)).toHaveLength(375)
    await expect(readVerdicts(file, [])).rejects.toThrow(/select one with --where/)
  })
})
