/** Console and batch programs: what testcodes see of them, and what they see of the judge. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forPrograms, open, type OpenFixture } from './fixtures.ts'
import { honest, program, statusesOf, game, dialogue } from './programs-cases.ts'

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

describe('programs with a dialogue', forPrograms, () => {
  it('answer until they wait for a line, whatever their prompt is', async () => {
    await using opened = await open(dialogue(game))
    expect(await opened.session.runnable()).toMatchObject({ status: 'passed' })
    const says = async (command: string, expected_output: string) => {
      const { status, reason } = await opened.judge('says', { command, expected_output })
      expect({ status, reason }).toEqual({ status: 'passed', reason: undefined })
    }
    expect(await opened.judge('greets', { expected_output: '=== Menu ===\nChoose (1 or 2): ' })).toMatchObject({
      status: 'passed',
    })
    await says('abc', 'No such choice.\nChoose (1 or 2): ')
    await says('1', 'Welcome!\n$ ')
    await says('hello', 'You say hello\n$ ')
    await says('quit', 'Choose (1 or 2): ')
    expect(await opened.judge('ends', { command: '2', expected_output: 'Goodbye!\n' })).toMatchObject({
      status: 'passed',
    })
    expect(await opened.judge('says', { command: 'x', expected_output: 'x' })).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('has ended (exit code 0)') as string,
    })
  })
})
