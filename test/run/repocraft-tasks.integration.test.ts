/** From a repository with tests to judged projects: the compiled program builds tasks, and judges what agents write with a scripted model. */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { judgeChecksSchema } from '../../harness/contracts/schema.ts'
import { temporaryFolder, type TemporaryFolder } from '../helpers.ts'
import { judgeReply } from '../model-server/repocraft.ts'
import { modelServer } from '../model-server/server.ts'
import { pe } from '../own.ts'
import { LATE, SOURCE, TASKS, PYTEST } from './repocraft-tasks-cases.ts'

let folder: TemporaryFolder

beforeAll(async () => {
  folder = await temporaryFolder()
  const built = await pe(
    [
      ...['build', 'repocraft', '--from', SOURCE, '--name', 'HandyTools', '--no-model', '--json'],
      ...['--tasks', String(TASKS), '--to', folder.file('libraries')],
    ],
    { env: { XDG_CACHE_HOME: folder.file('cache') } },
  )
  expect(built.exitCode, built.stderr).toBe(0)
}, 600_000)

afterAll(async () => {
  await folder[Symbol.asyncDispose]()
})

const library = (...parts: string[]) => folder.file('libraries', 'HandyTools', ...parts)

it('builds tasks that name the reference nowhere where an agent reads', async () => {
  const description = await readFile(library('description.md'), 'utf8')
  expect(description).toContain('# HandyTools')
  expect(description).not.toMatch(/toolshed/i)
  const tasks = JSON.parse(await readFile(library('tasks.json'), 'utf8')) as Record<string, string>[]
  expect(tasks).toHaveLength(TASKS)
  for (const { alg_description: algorithm = '', task_query: query = '' } of tasks)
    expect(`${algorithm} ${query}`).not.toMatch(/toolshed/i)
})

it('a check of the judge stands beside its results', { ...LATE, ...PYTEST }, async () => {
  await using server = await modelServer(judgeReply())
  const checked = await pe(
    [
      ...['judge-check', `repocraft:${folder.file('libraries')}`, '--judge', 'openai:small', '--judge-votes', '1'],
      ...['--json', '--out', folder.file('checks')],
    ],
    { env: modelEnvironment(server.baseURL) },
  )
  const { checks } = judgeChecksSchema.parse(JSON.parse(await readFile(library('judge-checks.json'), 'utf8')))
  expect(checks, checked.stderr).toMatchObject([
    {
      reference: { tasks: TASKS, passed: TASKS },
      empty: { voted: 0, passed: 0 },
      unrelated: { passed: 0, unjudged: 0 },
    },
  ])
})

function modelEnvironment(baseURL: string) {
  return {
    XDG_CACHE_HOME: folder.file('cache'),
    OPENAI_BASE_URL: baseURL,
    OPENAI_API_KEY: 'sk-proj-T3stK3y0123456789',
  }
}
