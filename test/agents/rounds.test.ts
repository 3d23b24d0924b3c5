import { describe, expect, it } from 'vitest'
import { earlierText, extendProject, inRounds } from '../../harness/agents/rounds.ts'
import { briefSchema, SCHEMA_VERSION, type Brief } from '../../harness/contracts/schema.ts'
import type { Agent, AgentContext, Project, SubmissionResult } from '../../harness/contracts/types.ts'

const BRIEF: Brief = {
  schemaVersion: SCHEMA_VERSION,
  ...{ mission: 'lib', title: 'lib', kind: 'library', variant: 'rounds-3', stack: 'Python', advice: '', materials: [] },
  input: { type: 'documents', documents: [{ path: 'description.md', role: 'statement', content: 'A library.' }] },
}
const file = (path: string, content: string | Uint8Array = '') => ({ path, content })

/** Returns the projects in turn, and records its briefs. */
function scripted(...projects: readonly Project[]) {
  const briefs: Brief[] = []
  const offers: number[] = []
  const earlier: (Project | undefined)[] = []
  const agent: Agent = {
    name: 'scripted',
    generate: (brief, context) => {
      const project = projects[briefs.length] ?? { files: [] }
      briefs.push(brief)
      offers.push(context.feedback.submissions)
      earlier.push(context.earlier)
      return Promise.resolve(project)
    },
    answer: () => Promise.resolve({}),
  }
  const submitted: string[][] = []
  const context = {
    feedback: { checks: false, submissions: 3 },
    submit: (project: Project) => {
      submitted.push(project.files.map(({ path }) => path))
      return Promise.resolve({} as SubmissionResult)
    },
  } as unknown as AgentContext
  return { agent, context, briefs, offers, earlier, submitted }
}

describe('rounds', () => {
  it('submit every project but the last, which is returned', async () => {
    const { agent, context, briefs, offers, submitted } = scripted(
      { files: [file('a.py', '1')] },
      { files: [file('b.py', '2')] },
      { files: [file('a.py', '3')] },
    )
    const project = await inRounds(agent, 3).generate(BRIEF, context)
    expect(project.files).toEqual([file('a.py', '3'), file('b.py', '2')])
    expect(submitted).toEqual([['a.py'], ['a.py', 'b.py']])
    expect(briefs[0]).toBe(BRIEF)
    expect(briefs).toHaveLength(3)
    // The agent itself cannot submit.
    expect(offers).toEqual([0, 0, 0])
  })

  it('keep what a tool printed in each of them', async () => {
    const { agent, context } = scripted()
    const kept: string[] = []
    const keepOutput = (name: string) => Promise.resolve(void kept.push(name))
    const tool: Agent = {
      ...agent,
      generate: async (brief, inner) => {
        await inner.keepOutput('generate.stdout.txt', 'done')
        return agent.generate(brief, inner)
      },
    }
    await inRounds(tool, 3).generate(BRIEF, { ...context, keepOutput })
    expect(kept).toEqual(['', 'round-2.', 'round-3.'].map((round) => `${round}generate.stdout.txt`))
  })

  it('give an agent its own project beside the brief, and nothing that was measured', async () => {
    const { agent, context, briefs, earlier } = scripted({ files: [file('a.py', '1')] }, { files: [file('b.py', '2')] })
    await inRounds(agent, 2).generate(BRIEF, context)
    expect(earlier).toEqual([undefined, { files: [file('a.py', '1')] }])
    const [, brief] = briefs
    expect(briefSchema.parse(brief)).toEqual(brief)
    if (brief?.input.type !== 'documents') throw new Error('it has documents')
    expect(brief.input.documents.map(({ path, role }) => [path, role])).toEqual([
      ['description.md', 'statement'],
      ['CONTINUE.md', 'other'],
    ])
    expect(brief.input.documents[1]?.content).toMatch(/^This is round 2 of 2\./)
  })

  it('take the whole project of an agent that continues: it can remove a file', async () => {
    const { agent, context } = scripted({ files: [file('a.py'), file('b.py')] }, { files: [file('b.py', '2')] })
    const project = await inRounds({ ...agent, continues: true }, 2).generate(BRIEF, context)
    expect(project.files).toEqual([file('b.py', '2')])
  })

  it('show a model the texts of its project, and name files that are not text or too long', () => {
    const files = [
      file('logo.png', Uint8Array.of(0, 1)),
      file('long.py', 'x'.repeat(400_001)),
      file('ok.py', Buffer.from('ok')),
    ]
    const text = earlierText({ earlier: { files } })
    expect(text).toContain('----- ok.py -----\nok')
    expect(text).toContain('not shown: logo.png, long.py')
    expect(text).not.toContain('xxx')
    expect(earlierText({})).toBe('')
  })

  it('keep what a round does not write', () => {
    const before = { files: [file('a.py', '1')], launch: { run: ['python3', 'a.py'] as [string, ...string[]] } }
    expect(extendProject(before, { files: [] })).toEqual(before)
  })
})
