import { describe, expect, it } from 'vitest'
import { fencedValues, findJson } from '../../harness/agents/output/json.ts'
import { readFiles } from '../../harness/agents/output/project.ts'

const LIST = [{ file: 'a.js', path: 'a.js', code: '1' }]
const VALID = JSON.stringify(LIST)
const TRAILING_COMMA = `${VALID.slice(0, -1)},]`
const fence = (text: string) => `\`\`\`json\n${text}\n\`\`\``

describe('findJson', () => {
  it.each([
    ['the whole answer', VALID],
    ['in a fence', `Here it is:\n${fence(VALID)}\nDone.`],
    ['between prose', `Here it is: ${VALID} Done.`],
    ['after an example', `Each item is like {"file": …}.\n${VALID}`],
    ['inside a JSON string', JSON.stringify(VALID)],
  ])('does not call valid JSON repaired: %s', (_, text) => {
    expect(findJson(text)).toEqual({ value: LIST, repaired: false })
  })

  it.each([
    ['the whole answer', TRAILING_COMMA],
    ['in a fence', `Here it is:\n${fence(TRAILING_COMMA)}\nDone.`],
    ['between prose', `Here it is: ${TRAILING_COMMA} Done.`],
    ['without its end', VALID.slice(0, -1)],
  ])('calls invalid JSON repaired: %s', (_, text) => {
    expect(findJson(text)).toMatchObject({ repaired: true })
  })
})

it('fencedValues says of each block whether it was repaired', () => {
  expect(fencedValues(`${fence(VALID)}\n${fence(TRAILING_COMMA)}`)).toEqual([
    { value: LIST, repaired: false },
    { value: LIST, repaired: true },
  ])
})

it('the notes of a project mention a repair only if there was one', () => {
  expect(readFiles(`Here it is:\n${fence(VALID)}`, 'json').notes).toEqual([])
  expect(readFiles(`Here it is:\n${fence(TRAILING_COMMA)}`, 'json').notes).toEqual([
    'the JSON of the answer was not valid and was repaired',
  ])
})
