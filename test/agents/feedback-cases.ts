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
import { keyOf, missionOf, temporaryFolder, writeTree, type TemporaryFolder } from '../helpers.ts'
import { expect, it } from 'vitest'
import { runTrial } from '../../harness/trial/trial.ts'
import { entries, passed, place } from '../trial/feedback-trial.ts'

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

/** Defines the test of a tool that uses `pe-check` and `pe-submit` in a sandbox. */
export function checksAndSubmits(sandbox: SandboxName): void {
  it('checks and submits what lies in its folder, and reads the results', async () => {
    await using folder = await temporaryFolder()
    await using here = await place('best')
    const write = (letters: string) => `cat > main.js <<'END'\n${programText(letters)}END\n`
    const ask = (name: string, command: string) =>
      `said=$(${command} 2>&1); printf '%s\\nexit %s\\n' "$said" "$?" > ${name}.txt\n`
    const script = [
      ...[VERSION, write('a'), PLAN, 'mkdir -p node_modules/x sub && echo 1 > node_modules/x/i.js\n'],
      ...['ln -s /etc/passwd link\n', ask('check', 'pe-check'), ask('one', 'cd sub && pe-submit')],
      ...[write('abcx'), ask('two', 'pe-submit'), ask('help', 'pe-submit --help')],
    ]
    const agent = await toolThat(folder, script.join(''))
    const trial = here.trial(() => Promise.reject(new Error('unused')), { agent, services, sandbox })
    const record = await runTrial(trial)
    const text = async (name: string) => {
      const project = (await trial.store.readKeptProject())?.project
      return String(project?.files.find((file) => file.path === name)?.content)
    }
    expect(await text('check.txt')).toMatch(
      /^check 1: judged, 0 of 1 visible testcodes passed\nsuite examples\nfailed shown: /,
    )
    expect(await text('check.txt')).toMatch(/\nexit 1\n$/)
    expect(await text('one.txt')).toBe(
      'submission 1: judged, 2 left\npassed 0/0 runnable\npassed 2/2 a\nfailed 0/2 b\nfailed 0/2 c\npoints: 2/6\nexit 1\n',
    )
    expect(await text('two.txt')).toMatch(/^submission 2: judged, 1 left\n[^]*points: 6\/6\nexit 0\n$/)
    expect(entries(record).map(([number, score]) => [number, score])).toEqual([
      [1, 1 / 3],
      [2, 1],
      [3, 1],
    ])
    expect(passed(record)).toBe('abc')
    const first = await trial.store.call('submissions', 1).readProject()
    expect(first?.files.map((file) => file.path)).toEqual(['check.txt', 'main.js'])
    expect(first?.launch).toEqual({ run: ['node', 'main.js'] })
  })
}
