import { expect, it } from 'vitest'
import { readAnswers } from '../../../harness/papers/projecteval/answers.ts'
import { temporaryFolder, writeTree } from '../../helpers.ts'

it('a file beside an answer file is not taken for one', async () => {
  await using folder = await temporaryFolder()
  await writeTree(folder.path, {
    'run.json': '{"1": []}',
    'run_parameter.json': '{"1": {}}',
    'my_parameter.json': '{"1": []}',
  })
  await expect(readAnswers(folder.file('run_parameter.json'))).rejects.toThrow(
    /name the answer file beside it, run\.json/,
  )
  for (const name of ['run.json', 'my_parameter.json'])
    expect([...(await readAnswers(folder.file(name))).projects.keys()]).toEqual(['1'])
})
