import { expect, it } from 'vitest'
import { expandAnswers, unknownAnswers } from '../../../harness/lib/files/answers.ts'
import { readSolution } from '../../../harness/lib/files/solution.ts'
import { temporaryFolder, writeTree } from '../../helpers.ts'

const asks = (testcode: string, ...names: string[]) => ({
  testcode,
  page: 'Home',
  function: 'Add',
  parameters: names.map((name) => ({ name, kind: 'element', description: '' })),
})
const QUESTIONS = [asks('adds', 'url', 'add_button'), asks('shows', 'url')]

it('gives the values under "*" to every testcode that asks for them, unless it has its own', () => {
  const given = { '*': { url: 'a', unused: 'b' }, shows: { url: 'own' }, other: { x: 1 } }
  expect(expandAnswers(given, QUESTIONS)).toEqual({ adds: { url: 'a' }, shows: { url: 'own' }, other: { x: 1 } })
  const plain = { adds: { url: 'a' } }
  expect(expandAnswers(plain, QUESTIONS)).toBe(plain)
})

it('names testcodes and names that nobody asks for, with the closest one', () => {
  expect(unknownAnswers({ add: {}, adds: { url: 'a', ad_button: 'b' } }, QUESTIONS)).toEqual([
    'no testcode "add" asks for values; did you mean "adds"?',
    'testcode "adds" does not ask for "ad_button"; did you mean "add_button"?',
  ])
  expect(unknownAnswers({ adds: { url: 'a' } }, QUESTIONS)).toEqual([])
  expect(unknownAnswers({ '*': { url: 'a', add_button: 'b', ad_button: 'b' } }, QUESTIONS)).toEqual([
    'it has a value for "ad_button", which the mission does not ask for; did you mean "add_button"?',
  ])
})

it('reads a solution without answers.json only if nothing is asked', async () => {
  await using folder = await temporaryFolder()
  await writeTree(folder.path, { 'project/main.js': '' })
  expect((await readSolution(folder.path, 'it', [])).answers).toEqual({})
  await expect(readSolution(folder.path, 'it', QUESTIONS)).rejects.toThrow(/answers\.json/)
  await expect(readSolution(folder.path, 'it')).rejects.toThrow(/answers\.json/)
  await writeTree(folder.path, { 'answers.json': '{ "*": { "url": "/" } }' })
  expect((await readSolution(folder.path, 'it', QUESTIONS)).answers).toEqual({
    adds: { url: '/' },
    shows: { url: '/' },
  })
})
