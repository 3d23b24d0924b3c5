import { describe, expect, it } from 'vitest'
import exceljs from 'exceljs'
import { PROTOCOL_ERROR } from '../../harness/lib/browser/driver/protocol.ts'
import { numbersIn } from '../../harness/testers/playwright/expectations/numbers.ts'
import { isOwnFault, reasonOf, statusOf } from '../../harness/testers/classify.ts'

function thrown(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

function errorOfProtocol(message: string): Error {
  return Object.assign(new Error(message), { name: PROTOCOL_ERROR })
}

describe('failures of the harness itself', () => {
  it('are unjudged if the browser refuses a command of the driver', () => {
    const error = errorOfProtocol(
      'response.text: Protocol error (Network.getResponseBody): No resource with given identifier found',
    )
    expect(statusOf(error)).toBe('unjudged')
    expect(reasonOf(error)).toMatch(/^the harness failed, not the project: /)
  })

  it('are unjudged if code of the harness, or of a library, throws an error of the language', () => {
    expect(statusOf(thrown(() => numbersIn(undefined as unknown as string)))).toBe('unjudged')
    const sheet = new exceljs.Workbook().addWorksheet('One')
    const inLibrary = thrown(() => sheet.mergeCells(null as unknown as string))
    expect(inLibrary).toBeInstanceOf(TypeError)
    expect(statusOf(inLibrary)).toBe('unjudged')
  })
})

describe('failures that a project can cause are its own', () => {
  it.each([
    ['a testcode that reads what is not there', () => (undefined as unknown as string).length],
    ['a testcode that parses what is no JSON', () => JSON.parse('{') as unknown],
  ])('%s', (_, action) => {
    const error = thrown(action)
    expect(isOwnFault(error)).toBe(false)
    expect(statusOf(error)).toBe('error')
  })

  it('also if its words look like a failure of ours', () => {
    const frames = `x\n    at numbersIn (${process.cwd()}/harness/testers/classify.ts:1:1)\n`
    for (const words of [`locator.evaluate: Protocol error (Page.x): no`, frames, `${PROTOCOL_ERROR}: no`]) {
      expect(statusOf(new Error(words))).toBe('error')
      expect(isOwnFault(new TypeError(words))).toBe(false)
    }
  })

  it('and no message names objects that only the library knows', () => {
    expect(reasonOf(new Error('proxy.goto: net::ERR_FAILED'))).toBe('page.goto: net::ERR_FAILED')
    expect(reasonOf(new Error('frame.fill: Error: Element is not an <input>'))).toBe(
      'locator.fill: Error: Element is not an <input>',
    )
  })
})
