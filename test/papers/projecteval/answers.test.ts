import { briefFor } from '../../briefs.ts'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createAgent } from '../../../harness/agents/index.ts'
import { openBenchmark, selectMissions } from '../../../harness/benchmarks/index.ts'
import { questionsOf } from '../../../harness/trial/brief.ts'
import { AgentFault, UsageError } from '../../../harness/errors.ts'
import type { Agent, Mission } from '../../../harness/contracts/types.ts'
import { checkProject } from '../../../harness/trial/workspace.ts'
import { temporaryFolder, writeTree } from '../../helpers.ts'
import { needs, publishedFolder } from '../../needs.ts'
import { smallDataset } from './small.ts'
import { contextOf, setupOf as setup } from '../../agents/setup.ts'
import { papers } from '../../papers.ts'

const CODE = { '1': [{ file: 'manage.py', path: 'site/manage.py', code: '# django' }] }
const GREET = (value: string) => ({ function: 'Greet', parameter: [{ name: 'test_url', answer: value }] })
const VALUES = { '1': [{ page: 'Home', function: [GREET('first'), GREET('second')] }] }

interface Published {
  readonly code?: unknown
  readonly parameter?: unknown
  readonly startfile?: unknown
  readonly nl_checklist?: unknown
  readonly skeleton?: unknown
}

/** An answer file with its siblings, and the agent that reads them. */
async function published(parts: Published = {}) {
  const folder = await temporaryFolder()
  const { code = CODE, parameter = VALUES, startfile = { '1': 'site/manage.py' }, ...others } = parts
  const files = Object.entries({ '': code, _parameter: parameter, _startfile: startfile }).concat(
    Object.entries(others).map(([name, value]) => [`_${name}`, value]),
  )
  const texts = files
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [`a${name}.json`, JSON.stringify(value)])
  await writeTree(folder.path, Object.fromEntries(texts) as Record<string, string>)
  return { ...folder, agent: () => agentFor(folder.file('a.json')) }
}

function agentFor(argument: string): Promise<Agent> {
  return createAgent(`answers:${argument}`, setup(['p1', 'p2']))
}

async function missionOne(): Promise<Mission> {
  await using folder = await smallDataset()
  const benchmark = await openBenchmark(`projecteval:${folder.path}`, papers)
  return await benchmark.mission('p1')
}

const context = (mission: string, sample = 1) => contextOf({ mission, sample })

describe('the answers agent', () => {
  it('returns the published files, their start file, and the values by testcode', async () => {
    await using files = await published()
    const mission = await missionOne()
    const agent = await files.agent()
    const project = await agent.generate(await briefFor(mission, 'L1.direct'), context('p1'))
    expect(project).toEqual({
      files: [{ path: 'site/manage.py', content: '# django' }],
      launch: { startFile: 'site/manage.py' },
    })
    expect(await agent.answer(questionsOf(mission), project, context('p1'))).toEqual({
      t1: { test_url: 'first' },
      t2: { test_url: 'second' },
    })
    expect(agent.warnings).toEqual([])
  })

  it('refuses a level or mode that its published name does not have', async () => {
    await using folder = await temporaryFolder()
    const names = ['direct/m_level_2', 'cascade/m_level_1', 'other/m_level_1', 'other/m']
    const texts = names.map((name) => [`${name}.json`, JSON.stringify(CODE)] as const)
    await writeTree(folder.path, Object.fromEntries([...texts, ['other/m_level_1_skeleton.json', '{"1": []}']]))
    const mission = await missionOne()
    const refusal = async (name: string, variant: string) => {
      const agent = await agentFor(folder.file(`${name}.json`))
      const made = agent.generate(await briefFor(mission, variant), context('p1'))
      return made.then(
        () => undefined,
        (error: unknown) => /add (--level . --mode \w+)/.exec(String(error))?.[1],
      )
    }
    expect(await refusal('direct/m_level_2', 'L1.direct')).toBe('--level 2 --mode direct')
    expect(await refusal('direct/m_level_2', 'L2.direct')).toBeUndefined()
    expect(await refusal('cascade/m_level_1', 'L1.direct')).toBe('--level 1 --mode cascade')
    expect(await refusal('other/m_level_1', 'L1.direct')).toBe('--level 1 --mode cascade')
    expect(await refusal('other/m', 'L1.direct')).toBeUndefined()
  })

  it('returns the artefacts of a cascade', async () => {
    await using files = await published({
      nl_checklist: {
        '1': [{ page: 'Home', function: [{ function: 'Greet', description: 'Greets.' }] }, { page: 'None' }],
      },
      skeleton: { '1': JSON.stringify([{ file: 'a', path: 'a', code: '' }]) },
    })
    const agent = await files.agent()
    const { artefacts } = await agent.generate(await briefFor(await missionOne(), 'L1.cascade'), context('p1'))
    expect(artefacts).toEqual({
      checklist: [{ page: 'Home', functions: [{ function: 'Greet', description: 'Greets.' }] }],
      skeleton: [{ path: 'a', content: '' }],
    })
  })

  it('has no project for a mission without an answer, which is the agent’s fault', async () => {
    await using files = await published()
    const agent = await files.agent()
    const brief = { ...(await briefFor(await missionOne(), 'L1.direct')), mission: 'p2' }
    await expect(agent.generate(brief, context('p2'))).rejects.toThrow(AgentFault)
    await expect(agent.generate(brief, context('p2'))).rejects.toThrow(/a\.json has no project for "p2"/)
  })

  it('takes several files for several samples', async () => {
    await using files = await published()
    await using others = await published({ code: { '1': [{ file: 'x', path: 'x', code: '' }] } })
    const agent = await agentFor(`${files.file('a.json')}:${others.file('a.json')}`)
    const brief = await briefFor(await missionOne(), 'L1.direct')
    expect((await agent.generate(brief, context('p1', 1))).files[0]?.path).toBe('site/manage.py')
    expect((await agent.generate(brief, context('p1', 2))).files[0]?.path).toBe('x')
    await expect(agent.generate(brief, context('p1', 3))).rejects.toThrow(UsageError)
  })

  it.each<[string, Published, RegExp]>([
    [
      'a file without a path',
      { code: { '1': [...CODE['1'], { code: 'x' }] } },
      /mission 1: files\[1\]: it has no path/,
    ],
    [
      'a start file that is a number',
      { startfile: { '1': 3 } },
      /mission 1: startfile: expected a path, found a number/,
    ],
    [
      'values that are prose',
      { parameter: { '1': 'I cannot' } },
      /mission 1: parameter: expected a list, found a string/,
    ],
    ['no values at all', { parameter: null }, /a_parameter\.json with the values of its parameters is missing/],
    ['no start files', { startfile: null }, /a_startfile\.json with its start files is missing/],
  ])('names what it leaves out: %s', async (_, parts, warning) => {
    await using files = await published(parts)
    const agent = await files.agent()
    expect(agent.warnings).toEqual([expect.stringMatching(warning)])
    const project = await agent.generate(await briefFor(await missionOne(), 'L1.direct'), context('p1'))
    expect(project.files).toHaveLength(1)
  })

  it.each<[string, Published, RegExp]>([
    ['no answer file', { code: null }, /the answer file: .*a\.json cannot be read/],
    ['a list', { code: [] }, /a\.json: expected an object with a project for each mission, found a list/],
    ['a list of values', { parameter: [] }, /a_parameter\.json: expected an object .*, found a list/],
  ])('is not created from %s', async (_, parts, message) => {
    await using files = await published(parts)
    await expect(files.agent()).rejects.toThrow(UsageError)
    await expect(files.agent()).rejects.toThrow(message)
  })
})

describe('the published answers', await needs('data: projecteval'), () => {
  const folders = ['gpt-4o/direct', 'gpt-4o/cascade', 'gpt-5/direct', 'gpt-5/cascade']
  const files = () =>
    folders.flatMap((folder) => {
      const full = path.join(publishedFolder('projecteval'), 'official', folder)
      return readdirSync(full)
        .filter((name) => /_level_\d\.json$/.test(name))
        .map((name) => path.join(full, name))
    })

  it('are all read, twelve files; each answered mission has a project, which may be empty', async () => {
    const missions = await selectMissions(
      await openBenchmark(`projecteval:${publishedFolder('projecteval')}`, papers),
      [],
    )
    expect(files()).toHaveLength(12)
    let projects = 0
    for (const file of files()) {
      const agent = await createAgent(`answers:${file}`, setup(missions.map(({ id }) => id)))
      for (const mission of missions) {
        const [, level = ''] = /_level_(\d)\.json$/.exec(file) ?? []
        const brief = await briefFor(mission, `L${level}.${path.basename(path.dirname(file))}`)
        const project = await agent.generate(brief, context(mission.id)).catch((error: unknown) => {
          if (error instanceof AgentFault) return undefined
          throw error
        })
        if (project === undefined) continue
        projects += 1
        if (project.files.length > 0) checkProject(project)
        const answers = await agent.answer(questionsOf(mission), project, context(mission.id))
        const named = questionsOf(mission).flatMap(({ testcode, parameters }) =>
          parameters.map(({ name }) => [testcode, name] as const),
        )
        const missing = named.filter(([testcode, name]) => !Object.hasOwn(answers[testcode] ?? {}, name))
        expect(missing).toEqual([])
      }
    }
    expect(projects).toBe(230)
  })
})
