/** `pe-check` and `pe-submit`, from real tools in real rooms, honest and hostile ones. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import net from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RequestProblem, RequestReader } from '../../harness/agents/command/feedback/request.ts'
import { openFeedbackServer } from '../../harness/agents/command/feedback/programs.ts'
import { SANDBOXES } from '../../harness/contracts/schema.ts'
import type { RoomFiles } from '../../harness/contracts/types.ts'
import { runTrial } from '../../harness/trial/trial.ts'
import { temporaryFolder, writeTree } from '../helpers.ts'
import { needs, needsSandbox } from '../needs.ts'
import { entries, place } from '../trial/feedback-trial.ts'
import {
  PLAN,
  STRONGEST,
  VERSION,
  checksAndSubmits,
  frameOf,
  programText,
  room,
  services,
  toolThat,
} from './feedback-cases.ts'
import { projectFiles } from '../../harness/agents/command/collect.ts'

const NODE = `#!/usr/bin/env node\nif (process.argv[2] === '--version') process.exit()\n`

describe('a tool in a git repository', await needs('git'), () => {
  it('submits what is committed, and nothing else', async () => {
    await using folder = await temporaryFolder()
    const shows = ['status', 'points', 'usage'] as const
    await using here = await place('best', { submissions: { most: 3, counts: 'best', shows, repository: true } })
    const write = (letters: string) => `cat > main.js <<'END'\n${programText(letters)}END\n`
    const ask = (name: string) => `said=$(pe-submit 2>&1); printf '%s\\nexit %s\\n' "$said" "$?" > /tmp/${name}.txt\n`
    const script = [
      ...[VERSION, write('a'), PLAN, 'git log --format=%s > log.txt\n', 'git add -A && git commit -qm one\n'],
      ...[write('abcx'), 'mkdir -p sub node_modules/x && echo 1 > node_modules/x/i.js\n', ask('one')],
      ...['cp /tmp/one.txt sub/one.txt && ln -s /etc/passwd link && git add -A && git commit -qm two\n'],
      ...['echo broken > main.js; echo "exit 1" > .git/hooks/post-checkout; chmod +x .git/hooks/*\n'],
    ]
    const agent = await toolThat(folder, script.join(''))
    const sandbox = STRONGEST
    const trial = here.trial(() => Promise.reject(new Error('unused')), { agent, services, sandbox })
    const record = await runTrial(trial)
    expect(entries(record).map(([number, score]) => [number, score])).toEqual([
      [1, 1 / 3],
      [2, 1],
    ])
    const first = await trial.store.call('submissions', 1).readProject()
    expect(first?.files.map(({ path }) => path)).toEqual(['log.txt', 'main.js'])
    const last = (await trial.store.readKeptProject())?.project.files ?? []
    expect(last.map(({ path }) => path)).toEqual(['log.txt', 'main.js', 'sub/one.txt'])
    const text = (name: string) => String(last.find(({ path }) => path === name)?.content)
    expect(text('log.txt')).toBe('The task\n')
    expect(text('sub/one.txt')).toMatch(
      /^note: changes that are not committed are not submitted\nsubmission 1: judged, 2 left\n[^]*points: 2\/6\nexit 1\n$/,
    )
  })
})

describe('files beside the documents of a brief', await needs('git', 'bubblewrap'), () => {
  it('are in the first commit and in read-only folders', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, { 'template/demo': '#!/bin/sh\necho demo\n', 'data/basic/1.in': '1 2\n' })
    const shows = ['status'] as const
    await using here = await place('best', { submissions: { most: 1, counts: 'best', shows, repository: true } })
    const script = [
      ...[
        VERSION,
        PLAN,
        'git ls-files > names.txt; ./bin/demo > demo.txt; cat /workspace/data/009/basic/1.in > in.txt\n',
      ],
      ...[
        'echo 3 > /workspace/data/009/basic/1.in; ls -A /workspace/data > folders.txt; git add -A; git commit -qm all\n',
      ],
    ]
    const room: RoomFiles = {
      files: [
        { from: folder.file('template', 'demo'), path: 'bin/demo', executable: true },
        { from: folder.file('template', 'demo'), path: '../out' },
      ],
      folders: [{ from: folder.file('data'), at: '/workspace/data/009' }],
    }
    const agent = await toolThat(folder, script.join(''), room)
    const trial = here.trial(() => Promise.reject(new Error('unused')), { agent, services, sandbox: 'bubblewrap' })
    await runTrial(trial)
    const files = (await trial.store.readKeptProject())?.project.files ?? []
    const texts = Object.fromEntries(files.map(({ path, content }) => [path, String(content)]))
    expect(texts).toMatchObject({ 'names.txt': 'bin/demo\n', 'demo.txt': 'demo\n', 'in.txt': '1 2\n' })
    expect(texts['folders.txt']).toBe('009\n')
    expect(await readFile(folder.file('data', 'basic', '1.in'), 'utf8')).toBe('1 2\n')
  })
})

/** The beginning of a hostile tool: it knows where the socket is, and can wait until a connection is closed. */
const HOSTILE = `${NODE}
const net = require('node:net'), fs = require('node:fs'), path = require('node:path'), { execFileSync } = require('node:child_process')
const bin = process.env.PATH.split(':').find((each) => fs.existsSync(path.join(each, 'pe-check')))
const socket = path.join(bin, '..', 'socket')
const connect = (data) => new Promise((resolve) => {
  const one = net.connect(socket)
  let got = ''
  one.on('data', (part) => { got += part })
  one.on('error', () => undefined)
  one.on('close', () => resolve(got))
  if (data !== undefined) one.write(data)

})
const frame = (header, body = Buffer.alloc(0)) => {
  const text = Buffer.from(typeof header === 'string' ? header : JSON.stringify(header))
  const prefix = Buffer.alloc(4)
  prefix.writeUInt32BE(text.length)
  return Buffer.concat([prefix, text, body])
}
const honest = () => { try { return execFileSync('pe-check', { encoding: 'utf8' }) } catch (error) { return String(error.stdout) + error.stderr } }
fs.writeFileSync('main.js', '');
`

for (const sandbox of SANDBOXES)
  describe(`a hostile tool in the ${sandbox} sandbox`, await needsSandbox(sandbox), () => {
    it.each([
      [
        'garbage',
        `(async () => {
        const got = [await connect(Buffer.alloc(100_000, 255)), await connect('GET / HTTP/1.1\\r\\n\\r\\n')]
        for (const header of ['{', '[]', 'null', '[['.repeat(100_000), { call: 'grade', files: [] }, { call: 'check', files: [{ path: 'a', bytes: -1 }] },
          { call: 'check', files: [{ path: 'a', bytes: 2 ** 26 }, { path: 'b', bytes: 1 }] }, { call: 'check', files: Array.from({ length: 5001 }, (_, n) => ({ path: 'f' + n, bytes: 0 })) }])
          got.push(await connect(frame(header)))
        got.push(await connect(frame({ call: 'check', files: [] }, Buffer.from('more'))))
        fs.writeFileSync('result.json', JSON.stringify({ socket, got, honest: honest() }))
      })()`,
      ],
      [
        'half a frame and a closed connection',
        `(async () => {
        for (const part of ['', frame({ call: 'check', files: [{ path: 'main.js', bytes: 1000 }] }), Buffer.from([0, 0])]) {
          const one = net.connect(socket)
          await new Promise((resolve) => one.on('connect', resolve))
          if (part.length > 0) await new Promise((resolve) => one.write(part, resolve))
          one.destroy()
        }
        fs.writeFileSync('result.json', JSON.stringify({ socket, got: [], honest: honest() }))
      })()`,
      ],
      [
        '10,000 connections',
        `(async () => {
        for (let batch = 0; batch < 20; batch += 1) {
          const all = Array.from({ length: 500 }, () => {
            const one = net.connect(socket)
            one.on('error', () => undefined)
            const settled = new Promise((resolve) => { one.on('connect', resolve); one.on('close', resolve) })
            return { one, settled }
          })
          await Promise.all(all.map(({ settled }) => settled))
          for (const { one } of all) one.destroy()
        }
        fs.writeFileSync('result.json', JSON.stringify({ socket, got: [], honest: honest() }))
      })()`,
      ],
    ])('disturbs nobody by %s', async (_, code) => {
      await using folder = await temporaryFolder()
      const here = await room(folder, sandbox, HOSTILE + code)
      const delays = monitorEventLoopDelay()
      delays.enable()
      const project = await here.generate()
      delays.disable()
      const result = JSON.parse(String(project.files.find((file) => file.path === 'result.json')?.content)) as {
        socket: string
        got: string[]
        honest: string
      }
      for (const got of result.got) expect(got).toMatch(/^2\n(the list of files|more was sent|the project is larger)/)
      expect(result.honest).toContain('check 1: judged')
      expect(here.asked.map(({ files }) => files.map((file) => file.path))).toEqual([['main.js']])
      // Nanoseconds. Other trials of the run share this thread.
      expect(delays.max / 1e9).toBeLessThan(2)
      expect(existsSync(result.socket)).toBe(false)
    })
  })

describe('the server', () => {
  it('cuts off who sends nothing, while others wait their turn', async () => {
    await using folder = await temporaryFolder()
    const socket = folder.file('socket')
    await using server = await openFeedbackServer({
      socket,
      sending: 200,
      answer: ({ files }) => Promise.resolve({ code: 0, text: `${String(files.length)} files` }),
    })
    const ask = (data?: Buffer) =>
      new Promise<string>((resolve) => {
        const client = net.connect(socket)
        let got = ''
        client.on('data', (part) => (got += part.toString()))
        client.on('close', () => resolve(got))
        client.on('error', () => undefined)
        if (data) client.write(data)
      })
    const request = frameOf({ call: 'check', files: [{ path: 'a', bytes: 1 }] }, 'x')
    const all = await Promise.all([ask(), ask(request.subarray(0, 10)), ask(request)])
    expect(all).toEqual([
      '2\nthe request was not sent within 0.2 s\n',
      '2\nthe request was not sent within 0.2 s\n',
      '0\n1 files\n',
    ])
    expect(server.ended).toBe(3)
  })
})

describe('a request', () => {
  it('is refused, and never read wrongly, whatever bytes are sent', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const reader = new RequestReader()
        try {
          expect(reader.push(Buffer.from(bytes))).toBeUndefined()
        } catch (error) {
          expect(error).toBeInstanceOf(RequestProblem)
        }
      }),
    )
  })
})

for (const sandbox of SANDBOXES)
  describe(`a shell script in the ${sandbox} sandbox`, await needsSandbox(sandbox), () => {
    checksAndSubmits(sandbox)
  })

describe('a shell script', () => {
  checksAndSubmits(STRONGEST)
})

describe('a request', () => {
  it('is read whatever its chunks are', () => {
    const file = fc.record({ path: fc.string({ maxLength: 20 }), content: fc.string({ maxLength: 200 }) })
    fc.assert(
      fc.property(
        fc.array(file, { maxLength: 10 }),
        fc.option(fc.string()),
        fc.infiniteStream(fc.integer({ min: 1, max: 50 })),
        (files, answers, sizes) => {
          const bytes = (text: string) => Buffer.byteLength(text)
          const header = {
            call: 'submit',
            files: files.map(({ path, content }) => ({ path, bytes: bytes(content) })),
            ...(answers === null ? {} : { answers: bytes(answers) }),
          }
          const sent = frameOf(header, files.map(({ content }) => content).join('') + (answers ?? ''))
          const reader = new RequestReader()
          let request
          for (let at = 0; at < sent.length;) {
            expect(request).toBeUndefined()
            const size = sizes.next().value as number
            request = reader.push(sent.subarray(at, (at += size)))
          }
          const roundTrip = (text: string) => Buffer.from(text).toString('utf8')
          expect(request?.answers).toEqual(answers === null ? undefined : roundTrip(answers))
          expect(request?.files.map(({ path, content }) => [path, String(content)])).toEqual(
            files.map(({ path, content }) => [path, roundTrip(content)]),
          )
        },
      ),
    )
  })

  it('is a project without what collecting leaves out', () => {
    const paths = ['a.js', 'node_modules/x.js', 'sub/.git/config', 'BRIEF.md', 'sub/BRIEF.md']
    const files = paths.map((path) => ({ path, content: '' }))
    expect(projectFiles(files, ['BRIEF.md']).map(({ path }) => path)).toEqual(['a.js', 'sub/BRIEF.md'])
  })
})
