/** The other cases of command.integration.test.ts. */
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { inRounds } from '../../harness/agents/rounds.ts'
import type { SubmissionResult } from '../../harness/contracts/types.ts'
import { briefFor } from '../briefs.ts'
import type { Tool } from '../../harness/agents/command/tool.ts'
import { tools } from '../../harness/agents/command/tools.ts'
import { AgentFault, HarnessFault } from '../../harness/errors.ts'
import { missionOf, root } from '../helpers.ts'
import { needs } from '../needs.ts'
import { room, textOf, WRITE, THAT_WRITES_IS_AT_FAULT_CASES, thatWritesIsAtFault } from './command-cases.ts'

describe('a tool', await needs('bubblewrap'), () => {
  it('continues a project of 400 kB through five rounds, with a prompt that no argument could hold', async () => {
    await using here = await room(
      `${WRITE}const parts = fs.readdirSync('.').filter((name) => name.endsWith('.txt')).length
       fs.writeFileSync('part-' + parts + '.txt', 'x'.repeat(100_000))
       const [argument, prompt] = [process.argv[2], fs.readFileSync(0, 'utf8')]
       fs.writeFileSync('seen.json', JSON.stringify({ argument: argument.length, prompt: prompt.length, code: prompt.includes('xxx') }))`,
    )
    const statement = { path: 'statement.md', role: 'statement' as const, content: 'S'.repeat(300_000) }
    const brief = {
      ...(await briefFor(missionOf(), 'L1.direct')),
      input: { type: 'documents' as const, documents: [statement] },
    }
    const submit = () => Promise.resolve({} as SubmissionResult)
    const project = await inRounds(here.agent, 5).generate(brief, { ...here.context, submit })
    expect(project.files.map((file) => file.path)).toEqual([
      ...[0, 1, 2, 3, 4].map((part) => `part-${String(part)}.txt`),
      'seen.json',
    ])
    const seen = JSON.parse(textOf(project, 'seen.json')) as { argument: number; prompt: number; code: boolean }
    expect(seen.argument).toBeLessThan(1000)
    expect(seen.prompt).toBeGreaterThan(300_000)
    expect(seen.code).toBe(false)
  })

  it('is asked for its version in a room of its own, and only the first line of the answer is kept', async () => {
    const script = `#!/bin/sh\necho "  $PWD $* $TOOL_KEY ${'x'.repeat(200)}"; echo more; touch written; env\n`
    const setup = { env: { TOOL_KEY: 'sesame' }, keyVariables: ['TOOL_KEY'] }
    await using here = await room('', { ...setup, script })
    expect(here.agent.configuration).toMatchObject({ version: `/project --version  ${'x'.repeat(80)}` })
    expect(existsSync('written')).toBe(false)
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

  thatWritesIsAtFault(THAT_WRITES_IS_AT_FAULT_CASES)

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
    expect(here.notes).toContain('"link" was left out: it is neither a file nor a folder')
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
    const call = {
      prompt: 'PROMPT',
      promptFile: '/p/prompt.md',
      model: 'MODEL',
      baseURL: 'http://127.0.0.1:1/v1',
      isOtherServer: true,
    }
    const argv = tool.argv(call)
    expect(argv[0]).toBe(name)
    // It reads its prompt from stdin, or from the file: an argument may be too long for the kernel.
    expect(argv.join(' ')).not.toContain('PROMPT')
    expect(argv.some((word) => word.includes('MODEL'))).toBe(true)
    expect(JSON.stringify([argv, tool.environment(call)])).toContain('127.0.0.1:1')
    expect(JSON.stringify([tool.argv({ ...call, model: undefined, baseURL: undefined })])).not.toContain('undefined')
    expect(tool.vendor?.('MODEL').keys.length).toBeGreaterThan(0)
  })
})
