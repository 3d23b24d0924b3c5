import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ExportedTrial } from '../../../harness/contracts/published.ts'
import { answersAgent } from '../../../harness/papers/projecteval/agent.ts'
import { publishedAnswerFiles } from '../../../harness/papers/projecteval/export.ts'
import type { Project } from '../../../harness/contracts/types.ts'
import { agentContext, keyOf, recordOf, runOf, temporaryFolder } from '../../helpers.ts'

const PROJECT: Project = {
  files: [
    { path: 'site/manage.py', content: 'print("manage")\n' },
    { path: 'site/{{folder}}.html', content: Buffer.from('<p>{{folder}}</p>') },
    { path: 'logo.png', content: Buffer.from([0xff, 0xd8, 0xff]) },
  ],
  launch: { start: ['python3', 'site/manage.py', 'runserver'], port: 8000, homepage: '/' },
  artefacts: {
    checklist: [{ page: 'Home', functions: [{ function: 'Show', description: 'Shows it.' }] }],
    skeleton: [{ path: 'site/manage.py', content: '# starts' }],
  },
}

function exported(): ExportedTrial {
  const key = keyOf({ mission: 'p3', agent: 'openai:gpt/x', variant: 'L1.cascade', sample: 2 })
  const plain = runOf([key])
  const missions = plain.benchmark.missions.map((mission) => ({
    ...mission,
    testcodes: [
      { id: 't1', page: 'Home', function: 'Show' },
      { id: 't2', page: 'Home', function: 'Show' },
      { id: 't3', page: 'List', function: 'Add' },
    ],
  }))
  return {
    run: { ...plain, benchmark: { ...plain.benchmark, name: 'projecteval', missions } },
    record: recordOf(key, []),
    project: PROJECT,
    answers: { t1: { url: 'http://localhost:8000/' }, t2: { url: 'two' }, t3: { id: '' } },
    commits: undefined,
  }
}

async function written(folder: string, trials: readonly ExportedTrial[]): Promise<string> {
  const parts = publishedAnswerFiles(trials).flatMap((part) => ('path' in part ? [part] : []))
  for (const { path: name, content } of parts) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), String(content))
  }
  return path.join(folder, parts[0]?.path ?? '')
}

describe('answers in the published form', () => {
  it('have the commands of the launch plan in order, and the requirements', () => {
    const launch = {
      install: ['pip', 'install', 'a'],
      prepare: [['python3', 'm.py']],
      start: ['python3', 's.py'],
      port: 1,
      homepage: '/h',
    }
    const files = [{ path: 'site/requirements.txt', content: '# ours\nDjango>=3.2\n\n' }]
    const parts = publishedAnswerFiles([{ ...exported(), project: { files, launch } }])
    const part = parts.find((each) => 'path' in each && each.path.endsWith('_information.json'))
    expect(Object.values(JSON.parse(String(part && 'content' in part ? part.content : '')) as object)).toEqual([
      {
        initiate_commands: [
          ['pip', 'install', 'a'],
          ['python3', 'm.py'],
          ['python3', 's.py'],
        ],
        homepage_url: '/h',
        requirements: ['Django>=3.2'],
      },
    ])
  })

  it('are those that the reader of published answers reads', async () => {
    await using folder = await temporaryFolder()
    const trial = exported()
    const file = await written(folder.path, [trial])
    expect(path.relative(folder.path, file)).toBe('cascade/openai-gpt-x_20250101-000000-2_level_1.json')
    const agent = await answersAgent({ argument: file, missions: ['p3'] })
    const brief = { mission: 'p3' } as Parameters<typeof agent.generate>[0]
    const context = agentContext({ sample: 1 })
    const project = await agent.generate(brief, context)
    expect(project.files.map(({ path: name, content }) => [name, String(content)])).toEqual([
      ['site/manage.py', 'print("manage")\n'],
      ['site/{{folder}}.html', '<p>{{folder}}</p>'],
    ])
    expect(project.launch).toEqual({ startFile: 'site/manage.py' })
    expect(project.artefacts).toEqual(PROJECT.artefacts)
    const parameter = (name: string) => [{ name, kind: 'text', description: '' }]
    const questions = [
      { testcode: 't1', page: 'Home', function: 'Show', parameters: parameter('url') },
      { testcode: 't2', page: 'Home', function: 'Show', parameters: parameter('url') },
      { testcode: 't3', page: 'List', function: 'Add', parameters: parameter('id') },
    ]
    expect(await agent.answer(questions, project, { ...context, mission: 'p3' })).toEqual(trial.answers)
  })

  it('are of one agent each, whatever their names become in a file system', () => {
    const other = (agent: string): ExportedTrial => {
      const trial = exported()
      return { ...trial, record: { ...trial.record, trial: { ...trial.record.trial, agent } } }
    }
    const parts = publishedAnswerFiles([other('openai:gpt/x'), other('openai:gpt-x')])
    const places = parts.flatMap((part) => ('path' in part ? [part.path] : []))
    expect(new Set(places).size).toBe(12)
  })

  it('have all texts, also with a sign for a character that could not be read', () => {
    const files = [{ path: 'a.py', content: Buffer.from("print('\uFFFD')") }]
    const [first] = publishedAnswerFiles([{ ...exported(), project: { files } }])
    expect(first && 'path' in first && first.content).toContain('\uFFFD')
  })

  it('leave out missions without a project', () => {
    const [first] = publishedAnswerFiles([{ ...exported(), project: undefined }])
    expect(first && 'path' in first && first.content).toBe('{}\n')
  })
})
