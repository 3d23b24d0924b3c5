import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root } from '../helpers.ts'
import { blockOf, workflow } from './scale-cases.ts'

describe('the examples of docs/scale.md', () => {
  const { jobs } = workflow.parse(parse(blockOf('GitHub Actions', 'yaml')))

  it('upload and merge results also of shards with unjudged testcodes, which end with exit code 1', () => {
    const always = '${{ !cancelled() }}'
    expect(jobs.merge.if).toBe(always)
    const upload = jobs.shard.steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact'))
    expect(upload).toMatchObject({ if: always, with: { 'include-hidden-files': true } })
    const report = jobs.merge.steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact'))
    expect(report).toMatchObject({ if: always, with: { path: 'reports' } })
    expect(jobs.merge.steps.some(({ run = '' }) => run.includes('pe merge') && run.includes('--min-score'))).toBe(true)
  })

  it('prepare a machine of GitHub as the other workflow does', async () => {
    const other = await readFile(path.join(root, 'docs', 'github-actions.yml'), 'utf8')
    const scripts = jobs.shard.steps.map(({ run = '' }) => run).join('\n')
    for (const line of ['bubblewrap', 'kernel.apparmor_restrict_unprivileged_userns=0', 'npx pe doctor'])
      expect([line, other.includes(line), scripts.includes(line)]).toEqual([line, true, true])
    for (const { steps } of [jobs.shard, jobs.merge])
      expect(steps.some(({ uses }) => uses?.startsWith('actions/setup-node@'))).toBe(true)
  })
})
