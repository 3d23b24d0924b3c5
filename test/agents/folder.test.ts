/** Solutions in a folder: what is said about files that are missing, and about values that nobody asks for. */
import { expect, it } from 'vitest'
import { createAgent } from '../../harness/agents/index.ts'
import type { Question } from '../../harness/contracts/schema.ts'
import { missionOf, temporaryFolder, writeTree } from '../helpers.ts'
import { setupOf } from './setup.ts'

const QUESTIONS: readonly Question[] = ['starts', 'ends'].map((testcode) => ({
  ...{ testcode, page: 'Board', function: 'Start' },
  parameters: [{ name: 'message', kind: 'rectangle', description: 'The message.' }],
}))
const GAME = { 'gomoku/project/main.py': '' }
const PLAN = { 'gomoku/launch.json': '{ "run": ["python3", "main.py"] }' }
const ANSWERS = { 'gomoku/answers.json': '{ "*": { "message": "1,1,2,2" } }' }

async function warningsFor(files: Readonly<Record<string, string>>): Promise<{ folder: string; warnings: unknown }> {
  await using folder = await temporaryFolder()
  await writeTree(folder.path, files)
  const mission = () => missionOf({ id: 'gomoku', kind: 'desktop' })
  const setup = { ...setupOf(['gomoku']), mission, questions: () => QUESTIONS }
  const read = createAgent(`folder:${folder.path}`, setup)
  const warnings = await read.then(
    (agent) => agent.warnings,
    (error: unknown) => (error instanceof Error ? error.message : error),
  )
  return { folder: folder.path, warnings }
}

it('warns once about a value under "*" that the mission does not ask for, with the closest one', async () => {
  expect((await warningsFor({ ...GAME, ...PLAN, ...ANSWERS })).warnings).toEqual([])
  const answers = { 'gomoku/answers.json': '{ "*": { "message": "1,1,2,2", "mesage": "1,1,2,2", "nonsense": "1" } }' }
  expect((await warningsFor({ ...GAME, ...PLAN, ...answers })).warnings).toEqual([
    'answers.json of "gomoku": it has a value for "mesage", which the mission does not ask for; did you mean "message"?',
    'answers.json of "gomoku": it has a value for "nonsense", which the mission does not ask for',
  ])
})

it('names the file with the launch plan that a program with windows needs', async () => {
  const { folder, warnings } = await warningsFor({ ...GAME, ...ANSWERS })
  expect(warnings).toEqual([
    `the program of "gomoku" is not started without a launch plan: write ${folder}/gomoku/launch.json, such as { "run": ["python3", "main.py"] } (docs/desktop.md)`,
  ])
})

it('names the command that writes a missing answers.json', async () => {
  const { folder, warnings } = await warningsFor({ ...GAME, ...PLAN })
  const file = `${folder}/gomoku/answers.json`
  expect(warnings).toBe(
    `the solution of "gomoku" has no answers.json: ${file} is missing; \`pe show gomoku --template ${file}\` writes one to fill in`,
  )
})
