/** The other cases of read.integration.test.ts. */
import { afterAll, describe, expect, it } from 'vitest'
import { AnswerReader, answerReader } from '../../harness/agents/output/read.ts'
import { AgentFault, HarnessFault } from '../../harness/errors.ts'
import { QUESTIONS, ENDLESS, nested } from './read-cases.ts'

afterAll(() => answerReader[Symbol.asyncDispose]())

describe('an answer', () => {
  it('about a finished project does not fail the project', async () => {
    await using reader = new AnswerReader({ cpu: 4000 })
    const notes = ['the answer could not be read within 4 s of CPU time']
    const both = [reader.read('answers', ENDLESS, QUESTIONS), reader.read('launch', ENDLESS, 'website')] as const
    expect(await Promise.all(both)).toEqual([{ answers: {}, notes }, { notes }])
  })

  it.each([
    ['code', `[{"file": "a.js", "path": "a.js", "code": ${nested(200_000)}}]`],
    ['lists', nested(200_000)],
    ['objects', `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`],
  ])('with endless nesting does not crash the harness: %s', async (_, text) => {
    const error = await answerReader.read('files', text, 'json').catch((thrown: unknown) => thrown)
    expect(error).not.toBeInstanceOf(HarnessFault)
    expect(error instanceof AgentFault || 'files' in (error as object)).toBe(true)
  })

  it('loses only the values that are nested too deeply', async () => {
    const text = `{"shows": {"home_url": ${nested(200_000)}, "other": "/"}, "shared": ${nested(200_000)}}`
    const [shows] = QUESTIONS
    const parameters = ['home_url', 'other', 'shared'].map((name) => ({ name, kind: 'url', description: '' }))
    const read = await answerReader.read('answers', text, shows === undefined ? [] : [{ ...shows, parameters }])
    expect(read).toEqual({ answers: { shows: { other: '/' } }, notes: ['2 of 3 parameter values are missing'] })
  })

  it('drops code that is a deeply nested value, and files with endless paths', async () => {
    const list = Array.from({ length: 200 }, (_, index) => ({
      ...{ file: `a${String(index)}.js`, path: `a${String(index)}.js` },
      code: JSON.parse(nested(3000)) as unknown,
    }))
    const { files, notes } = await answerReader.read('files', JSON.stringify(list), 'json')
    expect([files.length, new Set(files.map(({ content }) => content))]).toEqual([200, new Set([''])])
    expect(notes[0]).toBe('"a0.js" has JSON as its content that is nested too deeply')

    const long = [
      { file: `${'/'.repeat(2_000_000)}x`, path: `${'/'.repeat(2_000_000)}y`, code: '1' },
      { file: 'b.js', path: 'b.js', code: '1' },
    ]
    const read = await answerReader.read('files', JSON.stringify(long), 'json')
    expect(read.files).toEqual([{ path: 'b.js', content: '1' }])
    expect(read.notes).toEqual([expect.stringMatching(/was left out: the path is too long$/)])
  })
})
