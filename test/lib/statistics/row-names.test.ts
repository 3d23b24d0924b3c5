import { describe, expect, it } from 'vitest'
import { agentNames, rowNames } from '../../../harness/lib/statistics/row-names.ts'
import { keyOf, runOf } from '../../helpers.ts'

const names = (...agents: string[]) =>
  agents.map((agent) => rowNames(agents.map((each) => ({ agent: each })))({ agent }))

describe('the names of rows', () => {
  it('are without the folders of files, unless two would be equal', () => {
    expect(
      names('answers:/work/data/gpt.json:/work/data/more/gpt-2.json', 'folder:./mine/', 'openai:org/model'),
    ).toEqual(['answers:gpt.json:gpt-2.json', 'folder:mine', 'openai:org/model'])
    expect(names('answers:/a/gpt.json', 'answers:/b/gpt.json', 'answers:/b/other.json')).toEqual([
      'answers:/a/gpt.json',
      'answers:/b/gpt.json',
      'answers:other.json',
    ])
  })

  it('have the version of an agent that has several, also in runs of one agent', () => {
    const run = (runId: string, version?: string) => {
      const record = runOf([keyOf({ agent: 'a' })], { runId })
      const agents = version === undefined ? {} : { agents: { a: { version } } }
      return { run: { ...record, ...agents }, trials: [], similarities: [] }
    }
    const of = (...runs: ReturnType<typeof run>[]) =>
      runs.map((each) => agentNames(runs)({ run: each.run, agent: 'a' }))
    expect(of(run('r', '1'), run('s', '1'))).toEqual(['a', 'a'])
    expect(of(run('r', '1'), run('s', '2'), run('t'))).toEqual([
      expect.stringMatching(/^a 1 \(\w+\)$/),
      expect.stringMatching(/^a 2 \(\w+\)$/),
      'a (no version)',
    ])
  })
})
