/** Shared by the tests of gateway. */
import { chmod } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { commandAgent } from '../../harness/agents/command.ts'
import type { AgentSetup } from '../../harness/agents/setup.ts'
import { HarnessFault } from '../../harness/errors.ts'
import { Budget } from '../../harness/lib/models/budget.ts'
import { ModelClient } from '../../harness/lib/models/client.ts'
import { NO_CONFIG } from '../../harness/lib/models/config.ts'
import { Redactor } from '../../harness/lib/models/redact.ts'
import { TrialStore } from '../../harness/store/store.ts'
import { callContext, openRoom, useOf } from '../../harness/trial/agent-context.ts'
import type { Project, RoomSetup } from '../../harness/contracts/types.ts'
import { briefFor } from '../briefs.ts'
import { keyOf, missionOf, temporaryFolder, writeTree } from '../helpers.ts'
import { vendorServer, type Misbehaviour, type Turn } from '../model-server/vendors.ts'
import { HEAD } from './command-cases.ts'

export const KEY = 'sk-a-key-of-the-user-0123456789'
const MISSION = missionOf()

/** Runs a Node program as a tool whose model is a scripted server. */
export async function tool(code: string, reply: (number: number) => Turn | Misbehaviour, timeout = 30) {
  const folder = await temporaryFolder()
  await writeTree(folder.path, { 'bin/tool': `${HEAD}const fs = require('node:fs')\n${code}` })
  await chmod(folder.file('bin', 'tool'), 0o755)
  const vendor = await vendorServer((_, number) => reply(number), { key: KEY })
  const redactor = new Redactor()
  const settings = {
    ...{ command: [folder.file('bin', 'tool')], hosts: [], timeout, keyVariables: ['MY_KEY'] },
    ...{ baseURL: vendor.origin, baseURLVariable: 'MY_URL', price: { input: 1, output: 2 } },
  }
  const client = new ModelClient({
    redactor,
    budget: new Budget({ cost: undefined, tokens: undefined }),
    cache: undefined,
  })
  const agent = await commandAgent({
    ...{ argument: 'mine', options: { model: 'm-1', retries: '0' }, redactor, mission: () => MISSION },
    config: { ...NO_CONFIG, commands: new Map([['mine', settings]]) },
    env: { PATH: process.env['PATH'], MY_KEY: KEY },
    openRoom: (room: RoomSetup) => openRoom(room, 'bubblewrap', []),
  } as unknown as AgentSetup)
  const store = new TrialStore(folder.file('trial'), redactor)
  const { context, told } = callContext({
    ...{ key: keyOf(), store, sandbox: 'bubblewrap', signal: new AbortController().signal },
    services: { client, redactor, hides: [], resolve: () => Promise.reject(new Error('unexpected')) as never },
  })
  return {
    ...{ vendor, store, notes: told.notes },
    generate: async (): Promise<Project> => agent.generate(await briefFor(MISSION, 'L1.direct'), context),
    use: () => useOf(store, [told]),
    async [Symbol.asyncDispose]() {
      await vendor[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

export const ASK = `const ask = () => fetch(process.env.MY_URL + '/v1/chat/completions', { method: 'POST',
  headers: { authorization: 'Bearer ' + process.env.MY_KEY }, body: JSON.stringify({ model: 'm-1', messages: [{ role: 'user', content: 'hi' }] }) })
`

export const IS_STARTED_AGAIN_CASES = [
  ['makes no call', `process.exit(1)`, 0, /called no model/],
  [
    'gets no answer',
    `${ASK} ask().then(() => { fs.writeFileSync('a.txt', '1') })`,
    2,
    /its last call failed: .*overloaded/,
  ],
] as const

export function isStartedAgain(cases: readonly (typeof IS_STARTED_AGAIN_CASES)[number][]): void {
  it.each(cases)('that %s is started again once, and is not at fault', async (_, code, requests, message) => {
    await using here = await tool(code, () => ({ status: 529, body: { error: { message: 'overloaded' } } }))
    const writing = here.generate()
    await expect(writing).rejects.toThrow(HarnessFault)
    await expect(writing).rejects.toThrow(message)
    expect(here.vendor.requests).toHaveLength(requests)
    expect(here.notes.join()).toContain('the tool was started again')
  })
}
