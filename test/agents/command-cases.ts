/** Shared by the tests of command. */
import { briefFor } from '../briefs.ts'
import { chmod } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { callContext, openRoom, type AgentServices } from '../../harness/trial/agent-context.ts'
import { commandAgent } from '../../harness/agents/command.ts'
import type { AgentSetup } from '../../harness/agents/setup.ts'
import { questionsOf } from '../../harness/trial/brief.ts'
import { AgentFault } from '../../harness/errors.ts'
import { Budget } from '../../harness/lib/models/budget.ts'
import { ModelClient } from '../../harness/lib/models/client.ts'
import { NO_CONFIG } from '../../harness/lib/models/config.ts'
import { Redactor } from '../../harness/lib/models/redact.ts'
import { chooseSandbox } from '../../harness/sandbox/index.ts'
import { TrialStore } from '../../harness/store/store.ts'
import type { Agent, AgentContext, Project, RoomSetup } from '../../harness/contracts/types.ts'
import { keyOf, missionOf, temporaryFolder, writeTree, type TemporaryFolder } from '../helpers.ts'

const strongest = (await chooseSandbox()).name

interface Room extends AsyncDisposable {
  readonly folder: TemporaryFolder
  readonly agent: Agent
  readonly context: AgentContext
  readonly redactor: Redactor
  readonly notes: readonly string[]
  readonly used: readonly unknown[]
  generate(): Promise<Project>
  answer(project: Project): ReturnType<Agent['answer']>
}

interface Setup {
  readonly hosts?: readonly string[]
  readonly timeout?: number
  readonly env?: Readonly<Record<string, string>>
  readonly keyVariables?: string[]
  readonly environment?: Record<string, string>
  /** In place of a Node program. */
  readonly script?: string
}

const MISSION = missionOf()

/** An agent whose tool is a Node program, given as text. */
export async function room(
  code: string,
  { hosts = [], timeout = 30, env = {}, keyVariables = [], environment = {}, script = `${HEAD}${code}` }: Setup = {},
): Promise<Room> {
  const folder = await temporaryFolder()
  await writeTree(folder.path, { 'reports/run/secret.txt': 'REPORT', 'bin/tool': script })
  await chmod(folder.file('bin', 'tool'), 0o755)
  const command = [folder.file('bin', 'tool'), '{{prompt}}', '--model', '{{model}}']
  const redactor = new Redactor()
  const setup = {
    argument: 'mine',
    options: { model: 'a-model' },
    config: {
      ...NO_CONFIG,
      commands: new Map([['mine', { command, hosts: [...hosts], timeout, keyVariables, environment }]]),
    },
    env: { PATH: process.env['PATH'], ...env },
    redactor,
    mission: () => MISSION,
    openRoom: (room: RoomSetup) => openRoom(room, strongest, [folder.file('reports')]),
  } as unknown as AgentSetup
  const agent = await commandAgent(setup)
  const services: AgentServices = {
    client: new ModelClient({ redactor, budget: new Budget({ cost: undefined, tokens: undefined }), cache: undefined }),
    redactor,
    resolve: () => {
      throw new Error('unexpected call for a model')
    },
    hides: [folder.file('reports')],
  }
  const call = callContext({
    key: keyOf(),
    store: new TrialStore(folder.file('trial')),
    sandbox: strongest,
    signal: new AbortController().signal,
    services,
  })
  return {
    folder,
    agent,
    context: call.context,
    redactor,
    notes: call.told.notes,
    used: call.told.used,
    generate: async () => agent.generate(await briefFor(MISSION, 'L1.direct'), call.context),
    answer: (project) => agent.answer(questionsOf(MISSION), project, call.context),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

export function textOf(project: Project, name: string): string {
  const file = project.files.find((each) => each.path === name)
  if (!file) throw new Error(`the project has no file ${name}`)
  return Buffer.from(file.content).toString('utf8')
}

export const HEAD = `#!/usr/bin/env node\nif (process.argv[2] === '--version') { console.log('a tool 1.2.3'); process.exit() }\n`
export const WRITE = `const fs = require('node:fs')\n`

export const THAT_WRITES_IS_AT_FAULT_CASES = [
  ['nothing within its time limit', 2, `setInterval(() => {}, 1000)`, 'limit', /time limit 2 s/],
  ['nothing but output', 4, `for (;;) console.log('x'.repeat(100000))`, 'limit', /(output limit|time limit 4 s)/],
  ['nothing and fails', 20, `console.error('no such model'); process.exit(3)`, 'empty', /exit code 3\nno such model/],
  [
    'too many files',
    20,
    `${WRITE}for (let i = 0; i < 5001; i++) fs.writeFileSync('f' + i, '')`,
    'limit',
    /more than 5000 files/,
  ],
] as const

export function thatWritesIsAtFault(cases: readonly (typeof THAT_WRITES_IS_AT_FAULT_CASES)[number][]): void {
  it.each(cases)('that writes %s is at fault', async (_, timeout, code, kind, message) => {
    await using here = await room(code, { timeout })
    const fault = await here.generate().catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(AgentFault)
    expect((fault as AgentFault).message).toMatch(message)
    expect((fault as AgentFault).kind).toBe(kind)
  })
}
