import { afterAll, describe, expect, it } from 'vitest'
import { AnswerReader, answerReader } from '../../harness/agents/output/read.ts'
import { AgentFault } from '../../harness/errors.ts'
import { QUESTIONS, ENDLESS } from './read-cases.ts'

const FILES = '[{"file": "a.js", "path": "src/a.js", "code": "1"}]'

afterAll(() => answerReader[Symbol.asyncDispose]())

describe('an answer', () => {
  it('is read in a process with the result of the reader', async () => {
    expect(await answerReader.read('files', FILES, 'json')).toEqual({
      files: [{ path: 'src/a.js', content: '1' }],
      notes: [],
    })
    expect(await answerReader.read('answers', '{"shows": {"home_url": "/"}}', QUESTIONS)).toEqual({
      answers: { shows: { home_url: '/' } },
      notes: [],
    })
    expect(await answerReader.read('launch', '{"start": "node a.js", "port": 80}', 'website')).toMatchObject({
      launch: { start: ['node', 'a.js'], port: 80 },
    })
    expect(await answerReader.read('checklist', '[{"page": "Main", "functions": ["Greet"]}]')).toHaveLength(1)
  })

  it('that is empty is at fault, with kind and reason', async () => {
    const error: unknown = await answerReader.read('files', '', 'json').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(AgentFault)
    expect(error).toMatchObject({ kind: 'empty', message: 'the answer is empty' })
  })

  it('that takes too long is given up, and does not block other answers', async () => {
    await using reader = new AnswerReader({ cpu: 1000 })
    const endless = reader.read('files', ENDLESS, 'json')
    const others = Array.from({ length: 20 }, () => reader.read('files', FILES, 'json'))
    let ticks = 0
    const ticking = setInterval(() => (ticks += 1), 20)
    const first = await Promise.race([endless.catch(() => 'endless'), Promise.all(others)])
    expect(first).toHaveLength(20)
    await expect(endless).rejects.toThrow('the answer could not be read within 1 s of CPU time')
    await expect(endless).rejects.toThrow(AgentFault)
    clearInterval(ticking)
    // The event loop was not blocked.
    expect(ticks).toBeGreaterThan(20)
    expect(await reader.read('files', FILES, 'json')).toMatchObject({ notes: [] })
  })
})
