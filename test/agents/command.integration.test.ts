/** Command-line tools in the strong sandbox: what they can see and reach, and which of their files count. */
import { briefFor } from '../briefs.ts'
import { existsSync } from 'node:fs'
import { chmod, readFile, readdir } from 'node:fs/promises'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { callContext, openRoom, type AgentServices } from '../../harness/trial/agent-context.ts'
import { commandAgent } from '../../harness/agents/command.ts'
import { aiderUse, claudeUse, codexUse, geminiUse, opencodeUse } from '../../harness/agents/command/usage.ts'
import { ownTool } from '../../harness/agents/command/own.ts'
import { tools, type Tool } from '../../harness/agents/command/tools.ts'
import type { AgentSetup } from '../../harness/agents/setup.ts'
import { questionsOf } from '../../harness/trial/brief.ts'
import { AgentFault, HarnessFault } from '../../harness/errors.ts'
import { Budget } from '../../harness/lib/models/budget.ts'
import { ModelClient } from '../../harness/lib/models/client.ts'
import { NO_CONFIG } from '../../harness/lib/models/config.ts'
import { Redactor } from '../../harness/lib/models/redact.ts'
import { chooseSandbox } from '../../harness/sandbox/index.ts'
import { TrialStore } from '../../harness/store/store.ts'
import type { Agent, Project, RoomSetup } from '../../harness/contracts/types.ts'
import { keyOf, missionOf, root, temporaryFolder, writeTree, type TemporaryFolder } from '../helpers.ts'
import { needs } from '../needs.ts'
import { sampled } from '../part.ts'

const it = sampled('agents/command', 7)

const strongest = (await chooseSandbox()).name

interface Room extends AsyncDisposable {
  readonly folder: TemporaryFolder
  readonly agent: Agent
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
async function room(
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
    redactor,
    notes: call.told.notes,
    used: call.told.used,
    generate: async () => agent.generate(await briefFor(MISSION, 'L1.direct'), call.context),
    answer: (project) => agent.answer(questionsOf(MISSION), project, call.context),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

function textOf(project: Project, name: string): string {
  const file = project.files.find((each) => each.path === name)
  if (!file) throw new Error(`the project has no file ${name}`)
  return Buffer.from(file.content).toString('utf8')
}

const HEAD = `#!/usr/bin/env node\nif (process.argv[2] === '--version') { console.log('a tool 1.2.3'); process.exit() }\n`
const WRITE = `const fs = require('node:fs')\n`

describe('a tool', await needs('bubblewrap'), () => {
  it('gets the brief as a file and as a prompt, with its model, in an otherwise empty folder', async () => {
    await using here = await room(
      `${WRITE}fs.writeFileSync('seen.json', JSON.stringify({ argv: process.argv.slice(2), brief: fs.readFileSync('BRIEF.md', 'utf8'), files: fs.readdirSync('.'), cwd: process.cwd() }))`,
    )
    const project = await here.generate()
    const seen = JSON.parse(textOf(project, 'seen.json')) as {
      argv: string[]
      brief: string
      files: string[]
      cwd: string
    }
    expect(seen.argv[0]).toContain('Make a page.')
    expect(seen.argv[0]).toContain('launch.json')
    expect(seen.argv.slice(1)).toEqual(['--model', 'a-model'])
    expect(seen.brief).toContain('Make a page.')
    expect([seen.files, seen.cwd]).toEqual([['BRIEF.md'], '/project'])
    expect(project.files.map((file) => file.path)).toEqual(['seen.json'])
    expect(JSON.stringify(seen)).not.toContain('DESCRIPTION-')
    expect(here.agent.configuration).toMatchObject({ kind: 'command', version: 'a tool 1.2.3' })
  })

  it('is asked for its version in a room of its own, and only the first line of the answer is kept', async () => {
    const script = `#!/bin/sh\necho "  $PWD $* $TOOL_KEY ${'x'.repeat(200)}"; echo more; touch written; env\n`
    const setup = { env: { TOOL_KEY: 'sesame' }, keyVariables: ['TOOL_KEY'] }
    await using here = await room('', { ...setup, script })
    expect(here.agent.configuration).toMatchObject({ version: `/project --version  ${'x'.repeat(80)}` })
    expect(existsSync('written')).toBe(false)
  })

  it('sees nothing of the harness, the missions, the solutions, the reports, or the environment', async () => {
    process.env['PE_TEST_SECRET'] = 'sesame'
    await using here = await room('', {})
    const places = [
      root,
      path.join(root, 'missions'),
      path.join(root, 'canonical'),
      here.folder.file('reports'),
      '/root',
      '/home',
      '/work',
    ]
    await writeTree(here.folder.path, {
      'bin/tool': `${HEAD}${WRITE}const see = (file) => { try { return fs.readdirSync(file) } catch { return null } }
        fs.writeFileSync('seen.json', JSON.stringify({ places: ${JSON.stringify(places)}.map(see), env: process.env, pids: fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).length }))`,
    })
    const seen = JSON.parse(textOf(await here.generate(), 'seen.json')) as {
      places: (string[] | null)[]
      env: object
      pids: number
    }
    delete process.env['PE_TEST_SECRET']
    expect(seen.places.map((names) => names?.filter((name) => name !== 'bin') ?? [])).toEqual(places.map(() => []))
    expect(JSON.stringify(seen.env)).not.toContain('sesame')
    expect(seen.pids).toBeLessThan(6)
  })

  it('reaches the host of its model, and nothing else', async () => {
    const asked: string[] = []
    const listen = async (name: string) => {
      const server = http.createServer((request, response) => {
        asked.push(`${name} ${String(request.url)} ${String(request.headers.authorization)}`)
        response.end('an answer')
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      return { server, port: (server.address() as AddressInfo).port }
    }
    const [model, other] = [await listen('model'), await listen('other')]
    const code = `${WRITE}const get = (url) => fetch(url, { headers: { authorization: process.env.MY_KEY } }).then((r) => r.text(), (error) => error.cause?.code ?? error.message)
      const connect = (host, port) => new Promise((done) => require('node:net').connect(port, host).on('connect', () => done('open')).on('error', (error) => done(error.code)))
      Promise.all([get('http://127.0.0.1:${String(model.port)}/v1'), get('http://127.0.0.1:${String(other.port)}/'), connect('192.0.2.1', 443), connect('1.1.1.1', 53)])
        .then((all) => fs.writeFileSync('seen.json', JSON.stringify(all)))`
    await using here = await room(code, {
      hosts: [`127.0.0.1:${String(model.port)}`],
      env: { MY_KEY: 'a-key-0123456789' },
      keyVariables: ['MY_KEY'],
    })
    const seen = JSON.parse(textOf(await here.generate(), 'seen.json')) as unknown
    for (const { server } of [model, other]) server.close()
    expect(seen).toEqual(['an answer', 'ECONNREFUSED', 'ENETUNREACH', 'ENETUNREACH'])
    expect(asked).toEqual(['model /v1 a-key-0123456789'])
  })

  it('reaches a remote host through a proxy, which refuses all others', async () => {
    const code = `${WRITE}const http = require('node:http')
      const proxy = new URL(process.env.https_proxy)
      const through = (target) => new Promise((done) => http.request({ host: proxy.hostname, port: proxy.port, method: 'CONNECT', path: target }).on('connect', (response) => done(response.statusCode)).on('error', (error) => done(error.code)).end())
      Promise.all(['elsewhere.example:443', 'registry.npmjs.org:443', '127.0.0.1:22'].map(through)).then((all) => { fs.writeFileSync('seen.json', JSON.stringify(all)); process.exit() })`
    await using here = await room(code, { hosts: ['models.example'] })
    expect(JSON.parse(textOf(await here.generate(), 'seen.json'))).toEqual([403, 403, 403])
  })

  it('does not show its key on any command line of the machine', async () => {
    await using here = await room(
      `${WRITE}fs.writeFileSync('key.txt', process.env.MY_KEY.length + ''); fs.writeFileSync('/tmp/up', ''); setTimeout(() => {}, 1500)`,
      { env: { MY_KEY: 'a-key-on-no-command-line' }, keyVariables: ['MY_KEY'] },
    )
    const generated = here.generate()
    const found: string[] = []
    const lines = async () => {
      const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
      return Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
    }
    const over = new AbortController()
    const ended = generated.finally(() => over.abort())
    while (!over.signal.aborted) {
      found.push(...(await lines()).filter((line) => line.includes('a-key-on-no-command-line')))
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 50))])
    }
    expect(textOf(await generated, 'key.txt')).toBe('24')
    expect(found).toEqual([])
  })

  it('is ended at its time limit, and the files it has written count', async () => {
    await using here = await room(`${WRITE}fs.writeFileSync('a.js', '1'); setInterval(() => {}, 1000)`, { timeout: 2 })
    const { files } = await here.generate()
    expect(files.map((file) => file.path)).toEqual(['a.js'])
    expect(here.notes).toContain('the tool ended early: time limit 2 s')
  })

  it.each([
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
  ])('that writes %s is at fault', async (_, timeout, code, kind, message) => {
    await using here = await room(code, { timeout })
    const fault = await here.generate().catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(AgentFault)
    expect((fault as AgentFault).message).toMatch(message)
    expect((fault as AgentFault).kind).toBe(kind)
  })

  it('gets all variables that it names, and its secrets are redacted', async () => {
    await using here = await room(`${WRITE}fs.writeFileSync('seen.txt', Object.keys(process.env).join(' '))`, {
      env: { MY_KEY: 'a-key-of-its-own', MY_TEAM: 'a-team-of-its-own' },
      keyVariables: ['MY_KEY', 'MY_TEAM', 'NOT_SET'],
      environment: { OTHER_KEY: 'written-in-pe-config', MODE: 'written-for-all' },
    })
    const names = textOf(await here.generate(), 'seen.txt').split(' ')
    expect(names).toEqual(expect.arrayContaining(['MY_KEY', 'MY_TEAM', 'OTHER_KEY', 'MODE']))
    expect(names).not.toContain('NOT_SET')
    const output = 'a-key-of-its-own a-team-of-its-own written-in-pe-config written-for-all'
    expect(here.redactor.text(output)).toBe('[redacted] [redacted] [redacted] written-for-all')
    const environment = { OTHER_KEY: '[redacted]', MODE: 'written-for-all' }
    expect(here.agent.configuration).toMatchObject({ environment })
  })

  it('that cannot reach its model is not at fault', async () => {
    const server = http.createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`
    server.close()
    await once(server, 'close')
    await using here = await room(`fetch('http://${host}/').catch(() => process.exit(1))`, { hosts: [host] })
    await expect(here.generate()).rejects.toThrow(HarnessFault)
    await expect(here.answer({ files: [{ path: 'a.js', content: '1' }] })).rejects.toThrow(HarnessFault)
  })

  it('leaves out links and files that are not part of the project', async () => {
    await using here = await room(
      `${WRITE}fs.writeFileSync('a.js', '1'); fs.symlinkSync('/etc/passwd', 'link'); for (const name of ['node_modules', '.git', '.gemini']) { fs.mkdirSync(name); fs.writeFileSync(name + '/x', '') }
       fs.writeFileSync('launch.json', '{"start": "node a.js", "port": "3000"}')`,
    )
    const project = await here.generate()
    expect(project.files.map((file) => file.path)).toEqual(['a.js'])
    expect(project.launch).toEqual({ start: ['node', 'a.js'], port: 3000, homepage: '/' })
    expect(here.notes).toEqual(['"link" was left out: it is neither a file nor a folder'])
  })

  it('is at fault if its project cannot be collected, even if it replaced files of the harness', async () => {
    await using here = await room(
      `${WRITE}fs.rmSync('BRIEF.md'); fs.writeFileSync('a.js', '1')
       const top = process.cwd(), name = 'x'.repeat(250)
       for (const start of ['BRIEF.md', 'deep']) {
         process.chdir(top); fs.mkdirSync(start); process.chdir(start)
         for (let depth = 0; depth < 20; depth += 1) { fs.mkdirSync(name); process.chdir(name) }
       }`,
    )
    const writing = here.generate()
    await expect(writing).rejects.toThrow(AgentFault)
    await expect(writing).rejects.toThrow(/the project cannot be collected: .*has a path that is too long to be read/)
  })

  it('gives no answers if its answer file is a link', async () => {
    await using here = await room(
      `${WRITE}if (fs.existsSync('QUESTIONS.md')) fs.symlinkSync(${JSON.stringify(path.join(root, 'canonical/todo/node/answers.json'))}, 'ANSWERS.json')
       else fs.writeFileSync('a.js', 'first')`,
    )
    expect(await here.answer(await here.generate())).toEqual({})
    expect(here.notes).toContain('the parameter values could not be read')
  })

  it('answers in a copy of the project: its changes there do not count', async () => {
    await using here = await room(
      `${WRITE}if (fs.existsSync('QUESTIONS.md')) { fs.writeFileSync('a.js', 'changed'); fs.writeFileSync('ANSWERS.json', JSON.stringify({ shows: { home_url: fs.readFileSync('QUESTIONS.md', 'utf8').includes('DESCRIPTION-URL') ? 'asked' : 'no' } })) }
       else fs.writeFileSync('a.js', 'first')`,
    )
    const project = await here.generate()
    expect(await here.answer(project)).toEqual({ shows: { home_url: 'asked' } })
    expect(textOf(project, 'a.js')).toBe('first')
    expect(here.notes).toContain('2 of 3 parameter values are missing')
    expect(here.used).toHaveLength(2)
    expect(existsSync(here.folder.file('a.js'))).toBe(false)
  })
})

describe('tools', () => {
  it.each(Object.entries<Tool>(tools))('%s runs without prompts, and with the given model server', (name, tool) => {
    const call = { prompt: 'PROMPT', model: 'MODEL', baseURL: 'http://127.0.0.1:1/v1' }
    const argv = tool.argv(call)
    expect(argv[0]).toBe(name)
    expect(argv).toContain('PROMPT')
    expect(argv.some((word) => word.includes('MODEL'))).toBe(true)
    expect(JSON.stringify([argv, tool.environment(call)])).toContain('127.0.0.1:1')
    expect(JSON.stringify([tool.argv({ ...call, model: undefined, baseURL: undefined })])).not.toContain('undefined')
    expect(tool.hosts.length).toBeGreaterThan(0)
    expect(tool.keys.length).toBeGreaterThan(0)
  })

  it('from pe.config.ts get prompt and model filled in in one pass', () => {
    const tool = ownTool('mine', { command: ['x', '{{prompt}}', '-m={{model}}', '{{other}}'], hosts: [] })
    expect(tool.argv({ prompt: '{{model}}', model: 'm', baseURL: undefined })).toEqual([
      'x',
      '{{model}}',
      '-m=m',
      '{{other}}',
    ])
  })
})

describe('the reported use', () => {
  it('is read from Claude Code', () => {
    const printed = JSON.stringify({
      type: 'result',
      total_cost_usd: 0.0123,
      usage: { input_tokens: 10, cache_creation_input_tokens: 20, cache_read_input_tokens: 300, output_tokens: 40 },
      modelUsage: { 'claude-sonnet': {} },
    })
    expect(claudeUse(`a warning\n${printed}\n`)).toEqual({
      tokens: { input: 330, output: 40, cached: 300 },
      cost: 0.0123,
      model: 'claude-sonnet',
    })
  })

  it('is summed over the turns of Codex', () => {
    const turn = (input: number) =>
      JSON.stringify({
        type: 'turn.completed',
        usage: { input_tokens: input, cached_input_tokens: 5, output_tokens: 7 },
      })
    expect(codexUse(`${turn(10)}\n{"type":"item.completed"}\n${turn(20)}\n`)).toEqual({
      tokens: { input: 30, output: 14, cached: 10 },
      cost: null,
      model: null,
    })
  })

  it('is summed over the models of Gemini CLI', () => {
    const tokens = { prompt: 100, candidates: 20, cached: 50, thoughts: 5 }
    const printed = JSON.stringify(
      { response: 'done', stats: { models: { pro: { tokens }, flash: { tokens } } } },
      null,
      2,
    )
    expect(geminiUse(`YOLO mode\n${printed}`)).toEqual({
      tokens: { input: 200, output: 50, cached: 100, reasoning: 10 },
      cost: null,
      model: 'pro',
    })
  })

  it('is summed over the steps of opencode, whose cost of 0 means unknown', () => {
    const step = (cost: number) =>
      JSON.stringify({
        part: {
          type: 'step-finish',
          cost,
          tokens: { input: 10, output: 5, reasoning: 1, cache: { read: 30, write: 0 } },
        },
      })
    const tokens = { input: 80, output: 12, cached: 60, reasoning: 2 }
    expect(opencodeUse(`${step(0.5)}\n{"part":{"type":"text"}}\n${step(0.25)}`)).toEqual({
      tokens,
      cost: 0.75,
      model: null,
    })
    expect(opencodeUse(`${step(0)}\n${step(0)}`)).toEqual({ tokens, cost: null, model: null })
  })

  it('is read from aider', () => {
    const printed = `Tokens: 2.4k sent, 310 received. Cost: $0.01 message, $0.01 session.
      Tokens: 1,200 sent, 2.1k cache hit, 90 received. Cost: $0.02 message, $0.03 session.`
    expect(aiderUse(printed)).toEqual({ tokens: { input: 3600, output: 400 }, cost: 0.03, model: null })
  })

  it.each([claudeUse, codexUse, geminiUse, opencodeUse, aiderUse])('is unknown if the tool prints none: %o', (read) => {
    for (const text of ['', 'done', '{', '{"type":"result"', '[]']) expect(read(text)).toBeUndefined()
  })
})
