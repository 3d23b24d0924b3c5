/** A model under the protocol of the paper of ProjectEval: its prompts, and answers that are lost. */
import { describe, expect, it } from 'vitest'
import { modelAgent } from '../../harness/agents/model.ts'
import { AgentFault } from '../../harness/errors.ts'
import type { Brief, Message } from '../../harness/contracts/schema.ts'
import type { AgentContext, Model } from '../../harness/contracts/types.ts'
import { briefFor } from '../briefs.ts'
import { missionOf } from '../helpers.ts'
import { contextOf } from './setup.ts'

const FILES = JSON.stringify([{ file: 'manage.py', path: 'site/manage.py', code: 'print(1)' }])
const LAUNCH = JSON.stringify({ start: ['python', 'manage.py'] })

/** A model that gives these answers in turn, and keeps what it was asked. */
function scripted(...answers: readonly string[]) {
  const asked: { readonly purpose: string | undefined; readonly messages: readonly Message[] }[] = []
  const notes: string[] = []
  const context: AgentContext = {
    ...contextOf({ mission: 'p1', sample: 1 }),
    note: (text) => void notes.push(text),
    ask: ({ messages, purpose }) => {
      asked.push({ purpose, messages: [...messages] })
      return Promise.resolve(answers[asked.length - 1] ?? '')
    },
  }
  const model = { server: 's', model: 'm', parameters: {}, price: null } as unknown as Model
  const agent = modelAgent({ name: 'm', model, format: 'json', repairs: 0, feedback: 0, protocol: 'paper' })
  return { agent, context, asked, notes }
}

async function briefWith(input: Brief['input'], variant = 'L2.direct'): Promise<Brief> {
  return { ...(await briefFor(missionOf(), variant)), variant, stack: 'Python/Django', input }
}

describe('the protocol of the paper', () => {
  it('gives a mission as JSON in one message, and the files as JSON with the questions', async () => {
    const functions = [{ function: 'add', description: 'adds', required: false }]
    const brief = await briefWith({ type: 'checklist', checklist: [{ page: 'Home', required: true, functions }] })
    const values = JSON.stringify([
      { page: 'Home', function: [{ function: 'add', parameter: [{ name: 'id', answer: 'plus' }] }] },
    ])
    const { agent, context, asked } = scripted(FILES, LAUNCH, values)
    const project = await agent.generate(brief, context)
    expect(project.files).toEqual([{ path: 'site/manage.py', content: 'print(1)' }])
    const parameters = [{ name: 'id', kind: 'text', description: 'the id of the button' }]
    const questions = [{ testcode: 't1', page: 'Home', function: 'add', parameters }]
    expect(await agent.answer(questions, project, context)).toEqual({ t1: { id: 'plus' } })

    expect(asked.map(({ purpose, messages }) => [purpose, messages.map(({ role }) => role)])).toEqual([
      ['code', ['user']],
      ['launch', ['user']],
      ['answers', ['user']],
    ])
    const [code, , answers] = asked.map(({ messages }) => messages[0]?.content ?? '')
    expect(code).toContain('Python/Django')
    expect(code).toMatch(/"required": false/)
    expect(code).toContain('each element of HTML has an id')
    expect(answers).toContain('"description": "the id of the button"')
    expect(answers).not.toContain('#id')
  })

  it('loses an answer in another form, and asks for no other', async () => {
    const brief = await briefWith({ type: 'prompt', prompt: 'A site.' }, 'L1.direct')
    const { agent, context, asked } = scripted(`Here it is:\n${FILES}`)
    await expect(agent.generate(brief, context)).rejects.toThrow(AgentFault)
    expect(asked).toHaveLength(1)
    await expect(scripted('[]').agent.generate(brief, context)).rejects.toThrow(/asked for: (?!:)/)
  })

  it('asks level by level in the mode cascade', async () => {
    const brief = await briefWith({ type: 'prompt', prompt: 'A site.' }, 'L1.cascade')
    const checklist = JSON.stringify([{ page: 'Home', function: [{ function: 'add', description: 'adds' }] }])
    const { agent, context, asked } = scripted(checklist, FILES, FILES, LAUNCH)
    const { artefacts } = await agent.generate(brief, context)
    expect(asked.map(({ purpose }) => purpose)).toEqual(['checklist', 'skeleton', 'code', 'launch'])
    expect(asked[1]?.messages[0]?.content).toContain('"description": "adds"')
    expect(asked[2]?.messages[0]?.content).toContain('"path": "site/manage.py"')
    expect(artefacts?.checklist).toHaveLength(1)
  })
})
