/** Shared by the tests of feedback. */
import { chmod } from 'node:fs/promises'
import { commandAgent } from '../../harness/agents/command.ts'
import type { AgentSetup } from '../../harness/agents/setup.ts'
import { type SandboxName } from '../../harness/contracts/schema.ts'
import type { AgentContext, CheckResult, Project, RoomFiles, RoomSetup } from '../../harness/contracts/types.ts'
import { Budget } from '../../harness/lib/models/budget.ts'
import { ModelClient } from '../../harness/lib/models/client.ts'
import { NO_CONFIG } from '../../harness/lib/models/config.ts'
import { Redactor } from '../../harness/lib/models/redact.ts'
import { chooseSandbox } from '../../harness/sandbox/index.ts'
import { TrialStore } from '../../harness/store/store.ts'
import { callContext, openRoom, type AgentServices } from '../../harness/trial/agent-context.ts'
import { briefFor } from '../briefs.ts'
import { projectFor } from '../fixtures/feedback/projects.ts'
import { keyOf, missionOf, writeTree, type TemporaryFolder } from '../helpers.ts'

export const STRONGEST = (await chooseSandbox()).name

export const services: AgentServices = {
  client: new ModelClient({
    redactor: new Redactor(),
    budget: new Budget({ cost: undefined, tokens: undefined }),
    cache: undefined,
  }),
  redactor: new Redactor(),
  resolve: () => {
    throw new Error('unexpected call for a model')
  },
  hides: [],
}

/** A tool that is a script. */
export async function toolThat(folder: TemporaryFolder, script: string, room?: RoomFiles) {
  await writeTree(folder.path, { 'bin/tool': script })
  await chmod(folder.file('bin', 'tool'), 0o755)
  const command = [folder.file('bin', 'tool'), '{{prompt}}']
  return commandAgent({
    argument: 'mine',
    options: {},
    config: { ...NO_CONFIG, commands: new Map([['mine', { command, hosts: [], timeout: 120 }]]) },
    env: { PATH: process.env['PATH'] },
    redactor: new Redactor(),
    mission: () => missionOf({ ...(room ? { room } : {}) }),
    openRoom: (room: RoomSetup) => openRoom(room, STRONGEST, []),
  } as unknown as AgentSetup)
}

export const VERSION = `#!/bin/sh\n[ "$1" = --version ] && { echo 1; exit; }\n`
export const PLAN = `echo '{"run": ["node", "main.js"]}' > launch.json\n`

export function programText(letters: string): string {
  const [file] = projectFor(letters).files
  return String(file?.content)
}

interface Room {
  readonly asked: readonly Project[]
  generate(): Promise<Project>
}

const PASSED: CheckResult = {
  number: 1,
  outcome: 'judged',
  runnable: { testcode: 'runnable', status: 'passed', points: { earned: 0, of: 0 } },
  suites: [],
  log: '',
}

/** A room whose checks all pass. */
export async function room(folder: TemporaryFolder, sandbox: SandboxName, script: string): Promise<Room> {
  const agent = await toolThat(folder, script)
  const asked: Project[] = []
  const check: AgentContext['check'] = (project) => {
    asked.push(project)
    return Promise.resolve(PASSED)
  }
  const { context } = callContext({
    key: keyOf(),
    store: new TrialStore(folder.file('trial')),
    sandbox,
    signal: new AbortController().signal,
    services,
    feedback: {
      feedback: { checks: true, submissions: 0 },
      check,
      submit: () => Promise.reject(new Error('not offered')),
    },
  })
  const mission = missionOf({ kind: 'batch' })
  return { asked, generate: async () => agent.generate(await briefFor(mission, 'L1.direct'), context) }
}

export function frameOf(header: unknown, body: string): Buffer {
  const text = Buffer.from(JSON.stringify(header))
  const prefix = Buffer.alloc(4)
  prefix.writeUInt32BE(text.length)
  return Buffer.concat([prefix, text, Buffer.from(body)])
}
