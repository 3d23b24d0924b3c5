import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FrameReader, type Frame, writeFrame } from '../../../harness/lib/parsing/frames.ts'
import { ParserPool } from '../../../harness/lib/parsing/pool.ts'
import { leftFiles } from '../../../harness/testers/subprocess/left-files.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const run = promisify(execFile)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'pe-parsing-'))
})
afterEach(() => rm(folder, { recursive: true }))

const SCRIPT = `import { readTable } from './dist/harness/lib/parsing/produced.js'
console.log(process.argv[2], JSON.stringify(await readTable('t.csv', Buffer.from('a,b'))))`

describe('parser processes', () => {
  it('let Node exit, also when compiled, and exit with it', async () => {
    await run(path.join(root, 'node_modules/.bin/tsc'), [
      ...[
        '-p',
        path.join(root, 'harness'),
        '--outDir',
        path.join(folder, 'dist'),
        '--noCheck',
        '--declaration',
        'false',
      ],
    ])
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
    await writeFile(path.join(folder, 'package.json'), '{"type":"module"}')
    await writeFile(path.join(folder, 'script.js'), SCRIPT)
    const { stdout } = await run(process.execPath, [path.join(folder, 'script.js'), 'rows:'], { timeout: 20_000 })
    expect(stdout).toBe('rows: [["a","b"]]\n')
  })

  it('are started again after the pool was disposed', async () => {
    await using pool = new ParserPool()
    const file = Buffer.from('a')
    expect((await pool.parse('table', 'a.csv', file)).head.status).toBe('parsed')
    await pool[Symbol.asyncDispose]()
    expect((await pool.parse('table', 'a.csv', file)).head.status).toBe('parsed')
  })
})

/** Ids of the child processes, from the kernel. */
async function children(): Promise<number[]> {
  const list = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
  return list.trim().split(' ').filter(Boolean).map(Number)
}

describe.skipIf(process.platform !== 'linux')('a parser process that is killed from outside', () => {
  it('is replaced, whether idle or busy', async () => {
    await using pool = new ParserPool()
    const others = await children()
    const own = async () => (await children()).filter((pid) => !others.includes(pid))
    const killOwn = async () => {
      for (const pid of await own()) process.kill(pid, 'SIGKILL')
    }
    const file = Buffer.from('x,y\n'.repeat(150_000))
    await pool.parse('table', 'a.csv', file)
    expect(await own()).toHaveLength(1)
    await killOwn()
    await pool.parse('table', 'a.csv', file)
    expect(await own()).toHaveLength(1)
    const result = pool.parse('table', 'a.csv', file)
    await setTimeout(20)
    await killOwn()
    expect((await result).head.status).toBe('parsed')
    expect(await own()).toHaveLength(1)
    await pool[Symbol.asyncDispose]()
    expect(await own()).toHaveLength(0)
  })
})

describe('leftFiles', () => {
  it('reads tables and pictures', async () => {
    await writeFile(path.join(folder, 'out.csv'), 'a,b\r\n')
    await writeFile(path.join(folder, 'out.png'), 'no picture')
    await mkdir(path.join(folder, 'sub'))
    const left = leftFiles(folder)
    expect(await left.table('out.csv')).toEqual([['a', 'b']])
    await expect(left.picture('out.png')).rejects.toThrow('"out.png" is not a PNG')
    await expect(left.workbook('out.csv')).rejects.toThrow('"out.csv" is not a workbook: it is not a zip archive')
    await expect(left.table('absent.csv')).rejects.toThrow('the program left no file "absent.csv"')
    await expect(left.table('sub')).rejects.toThrow('"sub" is not a regular file')
  })
})

it('frames round-trip, however the stream is split into chunks', async () => {
  const body = fc.uint8Array({ maxLength: 50 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.string(), body), { maxLength: 5 }),
      fc.integer({ min: 1, max: 30 }),
      (sent, size) => {
        const stream = new PassThrough()
        for (const [head, bytes] of sent) writeFrame(stream, { head, body: bytes })
        const all = (stream.read() as Buffer | null) ?? Buffer.alloc(0)
        const received: Frame[] = []
        const reader = new FrameReader((frame) => received.push(frame))
        for (let at = 0; at < all.length; at += size) reader.push(all.subarray(at, at + size))
        expect(received.map((frame) => [frame.head, [...frame.body]])).toEqual(
          sent.map(([head, bytes]) => [head, [...bytes]]),
        )
        return Promise.resolve()
      },
    ),
  )
})
