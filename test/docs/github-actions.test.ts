import { readFile } from 'node:fs/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { main } from '../../harness/cli.ts'
import { EXIT } from '../../harness/contracts/exit-codes.ts'
import { MARK } from '../../harness/reporters/formats/markdown.ts'
import { keepOutput } from '../commands/output.ts'

interface Workflow {
  readonly on: string
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: { readonly judge: { readonly steps: readonly { readonly run?: string; readonly uses?: string }[] } }
}

const text = await readFile('docs/github-actions.yml', 'utf8')
const workflow = parse(text) as Workflow
const scripts = workflow.jobs.judge.steps.flatMap(({ run = [] }) => run)

afterEach(() => vi.restoreAllMocks())

it('the workflow runs the suite, keeps the report and comments, with no more rights than that', () => {
  expect(workflow.on).toBe('pull_request')
  expect(workflow.permissions).toEqual({ contents: 'read', 'pull-requests': 'write' })
  expect(workflow.jobs.judge.steps.flatMap(({ uses = [] }) => uses)).toEqual([
    expect.stringMatching(/^actions\/checkout@/),
    expect.stringMatching(/^actions\/setup-node@/),
    expect.stringMatching(/^actions\/upload-artifact@/),
  ])
  expect(scripts.join('\n')).toContain(MARK)
  const [first = ''] = scripts.filter((script) => script.includes('npx pe') || script.includes('npm run setup'))
  // A fresh clone has no compiled program.
  expect(first).toBe('npm ci && npm run setup')
  // Text of other people reaches a script only through environment variables, so that it is never run as code.
  for (const script of scripts) expect(script).not.toContain('${{')
})

it('every command of pe in it is one, with flags that exist', async () => {
  const commands = scripts.flatMap((script) =>
    [...script.matchAll(/npx pe (.+)/g)].map(([, args = '']) => args.split(' ')),
  )
  const output = keepOutput()
  const called: string[] = []
  const run = (name: string) => {
    called.push(name)
    return Promise.resolve(EXIT.done)
  }
  for (const argv of commands) expect([await main(argv, run), output.stderr]).toEqual([EXIT.done, ''])
  expect(called).toEqual(['doctor', 'run', 'export'])
})
