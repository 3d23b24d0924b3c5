import { describe, expect, it } from 'vitest'
import { createAgent } from '../../harness/agents/index.ts'
import { questionsOf } from '../../harness/trial/brief.ts'
import { UsageError } from '../../harness/errors.ts'
import type { Mission } from '../../harness/contracts/types.ts'
import { agentContext, temporaryFolder, writeTree } from '../helpers.ts'
import { SPECS, answersLikeAnAgent, missions, setupOf } from './agents-cases.ts'

/** One agent of each class: of a folder, a baseline, a cheat, a model, a method and a tool. */
const SOME = ['canonical', 'folder', 'replay', 'null', 'always-200', 'replayer', 'openai', 'direct', 'command']

/** The first mission of each kind. */
const oneOfEachKind = (all: readonly Mission[]) =>
  all.filter(({ kind }, index) => all.findIndex((mission) => mission.kind === kind) === index)

answersLikeAnAgent(
  Object.entries(SPECS).filter(([name]) => SOME.includes(name)),
  oneOfEachKind,
)

describe('the canonical agent', () => {
  it('answers every question of every mission, and nothing else', async () => {
    const agent = await createAgent('canonical', setupOf())
    for (const mission of missions) {
      const asked = questionsOf(mission)
      const answers = await agent.answer(asked, { files: [] }, agentContext({ mission: mission.id }))
      const names = (entries: [string, string[]][]) => entries.map(([id, list]) => [id, list.toSorted()]).toSorted()
      expect(names(Object.entries(answers).map(([id, values]) => [id, Object.keys(values)]))).toEqual(
        names(asked.map(({ testcode, parameters }) => [testcode, parameters.map((parameter) => parameter.name)])),
      )
    }
  })
})

const create = (spec: string) => createAgent(spec, { ...setupOf(), missions: ['todo'] })

describe('createAgent', () => {
  it.each([
    ['gpt', /no agent "gpt"; did you mean "gpt4o"\? `pe list agents` lists them, and \.\/FILE\.ts is your own/],
    ['gpt4o', /^model "gpt4o" needs a key: set the environment variable OPENAI_API_KEY/],
    ['openai', /needs an argument: openai:MODEL/],
    [
      'command:none',
      /no tool "none"; the tools are claude, codex, gemini, opencode, aider, .*mine; add others to pe.config.ts/,
    ],
    ['command:mine', /needs the program "none"/],
    ['./nowhere.ts', /--agent .\/nowhere\.ts: there is no such file; pe new agent/],
    ['constructor', /no agent "constructor"/],
    ['', /no agent ""/],
    ['folder', /needs an argument: folder:DIR/],
    ['folder:', /needs an argument/],
    ['null:x', /takes no argument, but was given "x"/],
    ['folder:/nowhere', /\/nowhere\/todo/],
  ])('refuses %j', async (spec, message) => {
    await expect(create(spec)).rejects.toThrow(UsageError)
    await expect(create(spec)).rejects.toThrow(message)
  })

  it('takes a folder with a colon in its name', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.file('a:b'), {
      'todo/project/x': '',
      'todo/launch.json': '{ "run": ["x"] }',
      'todo/answers.json': '{}',
    })
    expect((await create(`folder:${folder.file('a:b')}`)).name).toBe(`folder:${folder.file('a:b')}`)
  })
})
