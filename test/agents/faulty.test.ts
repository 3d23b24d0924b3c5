import { describe, expect, it } from 'vitest'
import { createAgent } from '../../harness/agents/index.ts'
import type { FaultySolution } from '../../harness/agents/setup.ts'
import { contextOf, setupOf } from './setup.ts'

const ANSWERS = { any: { url: 'http://localhost:8000/' } }

const solutionWith = (content: string) => ({ project: { files: [{ path: 'server.js', content }] }, answers: ANSWERS })

/** Two missions with two faults each, and one without. */
const FAULTS: Readonly<Record<string, readonly string[]>> = { a: ['small', 'large'], b: ['late', 'early'], c: [] }

function agentOf(spec: string, missions: readonly string[] = ['a', 'b']) {
  const faults = (mission: string): Promise<FaultySolution[]> =>
    Promise.resolve(
      (FAULTS[mission] ?? []).map((id) => ({ id, why: `It is ${id}.`, solution: solutionWith(`${mission} ${id}`) })),
    )
  return createAgent(spec, { ...setupOf(missions), canonical: () => Promise.resolve(solutionWith('good')), faults })
}

async function written(spec: string, mission: string, sample: number) {
  const notes: string[] = []
  const context = { ...contextOf({ mission, sample }), note: (text: string) => notes.push(text) }
  const agent = await agentOf(spec)
  const { files } = await agent.generate({ mission } as Parameters<typeof agent.generate>[0], context)
  return { content: files[0]?.content, notes, answers: await agent.answer([], { files }, context) }
}

describe('the agent faulty', () => {
  it('gives the first fault of each mission to sample 1, the next ones to others, and says which', async () => {
    expect(await written('faulty', 'a', 1)).toEqual({
      content: 'a small',
      notes: ['fault small: It is small.'],
      answers: ANSWERS,
    })
    expect((await written('faulty', 'a', 2)).content).toBe('a large')
    expect((await written('faulty', 'a', 3)).content).toBe('a small')
    expect((await written('faulty', 'b', 1)).content).toBe('b late')
  })

  it('gives the named fault to all samples', async () => {
    const agent = await agentOf('faulty:large', ['a'])
    expect(agent.name).toBe('faulty:large')
    for (const sample of [1, 2]) {
      const context = contextOf({ mission: 'a', sample })
      const { files } = await agent.generate({ mission: 'a' } as Parameters<typeof agent.generate>[0], context)
      expect(files[0]?.content).toBe('a large')
    }
  })

  it('refuses a mission without faults, and one without the named fault', async () => {
    await expect(agentOf('faulty', ['a', 'c'])).rejects.toThrow('agent "faulty": no faults are written for mission "c"')
    await expect(agentOf('faulty:larg', ['a'])).rejects.toThrow(
      'mission "a" has no fault "larg"; did you mean "large"?',
    )
    await expect(agentOf('faulty:none', ['a'])).rejects.toThrow('has no fault "none"')
  })
})
