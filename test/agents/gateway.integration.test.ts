/** Tools in their rooms, with the gateway as their only way out. The tools are hostile. */
import { chmod } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { commandAgent } from '../../harness/agents/command.ts'
import type { AgentSetup } from '../../harness/agents/setup.ts'
import { HarnessFault, UsageError } from '../../harness/errors.ts'
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
import { needs } from '../needs.ts'
import { HEAD, textOf } from './command-cases.ts'

const KEY = 'sk-a-key-of-the-user-0123456789'
const MISSION = missionOf()

/** Runs a Node program as a tool whose model is a scripted server. */
async function tool(code: string, reply: (number: number) => Turn | Misbehaviour, timeout = 30) {
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

const ASK = `const ask = () => fetch(process.env.MY_URL + '/v1/chat/completions', { method: 'POST',
  headers: { authorization: 'Bearer ' + process.env.MY_KEY }, body: JSON.stringify({ model: 'm-1', messages: [{ role: 'user', content: 'hi' }] }) })
`

describe('a tool in its room', await needs('bubblewrap'), () => {
  it('finds no key anywhere, and reaches its gateway alone', async () => {
    await using here = await tool(
      `${ASK}
      const read = (file) => { try { return fs.readFileSync(file, 'latin1') } catch { return '' } }
      const walk = (folder, depth) => depth > 4 ? [] : (() => { try { return fs.readdirSync(folder, { withFileTypes: true }) } catch { return [] } })()
        .flatMap((entry) => entry.isDirectory() ? walk(folder + '/' + entry.name, depth + 1) : entry.isFile() ? [folder + '/' + entry.name] : [])
      const places = ['/tmp', '/run', '/etc', '/home', '/project'].flatMap((folder) => walk(folder, 0))
      const processes = fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name))
        .flatMap((id) => ['environ', 'cmdline', 'maps'].map((name) => '/proc/' + id + '/' + name))
      const seen = [...places, ...processes].map(read).join('') + JSON.stringify(process.env)
      const reach = (url) => fetch(url, { signal: AbortSignal.timeout(2000) }).then((response) => response.status, () => 'none')
      ;(async () => {
        const direct = await reach(process.argv.includes('x') ? '' : fs.readFileSync('BRIEF.md', 'utf8') && 'http://127.0.0.1:' + (Number(new URL(process.env.MY_URL).port) + 1))
        const outside = await reach('http://93.184.215.14/')
        const answered = await (await ask()).text()
        fs.writeFileSync('seen.json', JSON.stringify({ seen, direct, outside, answered }))
      })()`,
      () => ({ text: 'hello', input: 10, output: 5 }),
    )
    const project = await here.generate()
    const { seen, direct, outside, answered } = JSON.parse(textOf(project, 'seen.json')) as Record<string, string>
    expect(seen).toContain('MY_KEY')
    expect(seen).not.toContain(KEY)
    expect(seen).not.toContain(new URL(here.vendor.origin).port)
    expect([direct, outside]).toEqual(['none', 'none'])
    expect(answered).toContain('hello')
    expect(await here.use()).toMatchObject({
      ...{ calls: 1, turns: 1, toolCalls: 0, tokens: { input: 10, output: 5 } },
      cost: (10 + 2 * 5) / 1e6,
    })
  })

  it('that reaches its time limit keeps its files, its tokens and its output', async () => {
    await using here = await tool(
      `${ASK} ask().then((response) => response.text()).then(() => { fs.writeFileSync('a.txt', '1'); console.log('working'); setInterval(() => {}, 1000) })`,
      () => ({ text: 'go on', input: 7, output: 3 }),
      4,
    )
    expect((await here.generate()).files.map(({ path }) => path)).toEqual(['a.txt'])
    expect(await here.use()).toMatchObject({ calls: 1, tokens: { input: 7, output: 3 } })
    expect(here.notes).toContain('the tool ended early: time limit 4 s')
  })

  it('is ended at once if the key is wrong, and ends the run', async () => {
    await using here = await tool(`${ASK} ask(); setInterval(() => {}, 1000)`, () => ({
      status: 401,
      body: { error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } },
    }))
    const writing = here.generate()
    await expect(writing).rejects.toThrow(UsageError)
    await expect(writing).rejects.toThrow(/rejects the key .* MY_KEY/)
    expect(here.vendor.requests).toHaveLength(1)
  })

  it.each([
    ['makes no call', `process.exit(1)`, 0, /called no model/],
    [
      'gets no answer',
      `${ASK} ask().then(() => { fs.writeFileSync('a.txt', '1') })`,
      2,
      /its last call failed: .*overloaded/,
    ],
  ])('that %s is started again once, and is not at fault', async (_, code, requests, message) => {
    await using here = await tool(code, () => ({ status: 529, body: { error: { message: 'overloaded' } } }))
    const writing = here.generate()
    await expect(writing).rejects.toThrow(HarnessFault)
    await expect(writing).rejects.toThrow(message)
    expect(here.vendor.requests).toHaveLength(requests)
    expect(here.notes.join()).toContain('the tool was started again')
  })
})
