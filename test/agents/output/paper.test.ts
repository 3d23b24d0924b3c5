/** The strict reading of answers, as in the paper of ProjectEval. */
import { describe, expect, it } from 'vitest'
import { readPaperAnswers, readPaperChecklist, readPaperFiles } from '../../../harness/agents/output/paper.ts'
import { inputJson, questionsJson } from '../../../harness/agents/protocol/paper.ts'
import type { Question } from '../../../harness/contracts/schema.ts'

const FILES = '[{"file": "a.py", "path": "app/a.py", "code": "print(1)"}]'

describe('files', () => {
  it.each([FILES, `\n${FILES}\n`, `\`\`\`json\n${FILES}\n\`\`\``])('are read from JSON alone: %#', (answer) => {
    expect(readPaperFiles(answer).files).toEqual([{ path: 'app/a.py', content: 'print(1)' }])
  })

  it.each([
    ['words beside the JSON', `Here it is:\n${FILES}`],
    ['a comma too many', FILES.replace('}]', '},]')],
    ['no path', '[{"file": "a.py", "code": ""}]'],
    ['code that is null', '[{"file": "a.py", "path": "a.py", "code": null}]'],
    ['an object', '{"files": []}'],
    ['no file', '[]'],
    ['nothing', ''],
    ['a path that leads out', FILES.replace('app/a.py', '../a.py')],
  ])('are lost with %s', (_, answer) => {
    expect(() => readPaperFiles(answer)).toThrow('not in the format')
  })
})

describe('a checklist', () => {
  it('is read in the published form, in which it is also given', () => {
    const functions = [{ function: 'add', description: 'adds' }]
    const given = inputJson({ type: 'checklist', checklist: [{ page: 'Home', functions }] })
    expect(readPaperChecklist(given)).toEqual([{ page: 'Home', functions }])
    expect(() => readPaperChecklist('[{"page": "Home", "functions": []}]')).toThrow('not in the format')
  })
})

describe('parameter values', () => {
  const question = (testcode: string, name: string): Question => ({
    testcode,
    page: 'Home',
    function: 'add',
    parameters: [{ name, kind: 'text', description: `the ${name}` }],
  })
  const questions = [question('t1', 'url'), question('t2', 'url')]

  it('belong to testcodes by page and function, in the order in which they were asked for', () => {
    const asked = JSON.parse(questionsJson(questions)) as { function: { parameter: { name: string }[] }[] }[]
    expect(asked.map((page) => page.function.length)).toEqual([2])
    const of = (value: unknown) => ({ function: 'add', parameter: [{ name: 'url', answer: value }] })
    const answer = JSON.stringify([{ page: 'Home', function: [of('/a'), of(7)] }])
    expect(readPaperAnswers(answer, questions)).toEqual({ answers: { t1: { url: '/a' }, t2: { url: 7 } }, notes: [] })
  })

  it('are all lost in another form', () => {
    const { answers, notes } = readPaperAnswers('{"t1": {"url": "/a"}}', questions)
    expect(answers).toEqual({})
    expect(notes).toEqual([expect.stringContaining('are lost')])
  })
})
