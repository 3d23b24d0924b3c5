/** Console and batch programs: what testcodes see of them, and what they see of the judge. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forPrograms, open, type OpenFixture } from './fixtures.ts'
import { honest, program, statusesOf } from './programs-cases.ts'

describe('programs that run to their end', forPrograms, () => {
  it('are judged by their output, their exceptions and the files that they leave', async () => {
    expect(await statusesOf(program(honest))).toEqual(['passed', 'passed', 'passed', 'passed', 'passed'])
  })
})

describe('values for programs', forPrograms, () => {
  let opened: OpenFixture
  beforeAll(async () => {
    opened = await open({ ...program(honest), setup: { testcodeTimeout: 10_000 } })
  })
  afterAll(() => opened[Symbol.asyncDispose]())

  it('are bad if they are empty, because an empty value matches a program without output', async () => {
    const answer = { entry: 'main.py', error_message: '' }
    expect(await opened.judge('missing', answer)).toMatchObject({ status: 'bad-parameter' })
  })
})
