/** Projects that attack the queue through which they are judged: they look for Redis and its password, and leave odd files. */
import { cp, readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readRun, readTrials } from '../../harness/store/read.ts'
import { root, temporaryFolder, writeTree } from '../helpers.ts'
import { needs } from '../needs.ts'
import { redisServer } from './redis-server.ts'
import { onlyRun } from './queue-cases.ts'
import { startPe, startWorker, untilSays } from './workers.ts'

const MISSION = 'histogram'
const SOLUTION = path.join(root, 'canonical', MISSION, 'node')

/** The secrets are not spelled out: they would be replaced in the project's files. Asks each port and socket that it can find to forget everything, and prints what it has seen of the queue. */
const SPY = (port: number) => `
import fs from 'node:fs'
import net from 'node:net'
const read = (file) => { try { return fs.readFileSync(file, 'latin1') } catch { return '' } }
const list = (folder) => { try { return fs.readdirSync(folder) } catch { return [] } }
const seen = list('/proc').filter(Number).flatMap((pid) => [read('/proc/' + pid + '/environ'), read('/proc/' + pid + '/cmdline')])
const found = seen.flatMap((text) => /.{0,80}(?:redis|token.0123|secret.word).{0,40}/is.exec(text)?.[0] ?? [])
if (found.length > 0) { console.log('FOUND ' + JSON.stringify(found)); process.exit(3) }
const sockets = read('/proc/net/unix').split('\\n').map((line) => line.split(' ').at(-1)).filter((name) => /^[/@]/.test(name))
const places = [...[${String(port)}, 6379].flatMap((port) => [{ host: '127.0.0.1', port }, { host: '::1', port }]), ...sockets.map((path) => ({ path: path.replace(/^@/, '\\0') }))]
for (const place of places) {
  const socket = net.connect(place, () => socket.write('AUTH secret' + '-word\\r\\nFLUSHALL\\r\\nSHUTDOWN NOSAVE\\r\\n'))
  socket.on('data', (text) => { if (/OK|NOAUTH|WRONGPASS/.test(text)) { console.log('FOUND Redis'); process.exit(3) } }).on('error', () => undefined).setTimeout(300, () => socket.destroy())
}
`

/** Names that mean something in an address, a path or a line. */
const NAMES = [
  'seal',
  '%2e%2e%2fseal',
  'a?offset=9',
  'a#b',
  'a b ',
  '..a',
  '-rf',
  'ü.txt',
  '{"v":1}',
  'trial.json',
  'x'.repeat(200),
]

async function attacker(folder: string, port: number): Promise<void> {
  const own = path.join(folder, MISSION)
  await cp(SOLUTION, own, { recursive: true })
  const main = path.join(own, 'project', 'main.js')
  await writeFile(main, `${SPY(port)}\n${await readFile(main, 'utf8')}`)
  await writeTree(path.join(own, 'project'), Object.fromEntries(NAMES.map((name) => [`odd/${name}`, `${name}\n`])))
}

describe('a project that is judged through a queue', await needs('redis', 'bubblewrap'), () => {
  it('finds neither Redis nor its password, and its files are uploaded as they are', { timeout: 400_000 }, async () => {
    await using folder = await temporaryFolder()
    await using redis = await redisServer(['--requirepass', 'secret-word'])
    await attacker(folder.file('solutions'), redis.port)
    const env = { PE_UPLOAD_TOKEN: 'token-0123456789abcdef', PE_REDIS: redis.url }
    const what = [
      '--agent',
      `folder:${folder.file('solutions')}`,
      '--missions',
      MISSION,
      '--no-score',
      '--out',
      folder.file('runs'),
    ]
    await using run = startPe(['run', ...what, '--executor', 'queue', '--listen', '0', '--reporter', 'json'], { env })
    await untilSays(run, 'nobody can take')
    await using _worker = startWorker(env.PE_REDIS, [], { env })
    expect([await run.exit, run.stderr()]).toEqual([0, expect.any(String)])
    const place = await onlyRun(folder.file('runs'))
    const [trial] = await readTrials(place, await readRun(place))
    expect(trial?.verdicts.filter(({ status }) => status !== 'passed')).toEqual([])
    const kept = path.join(place, 'trials', trial?.trial.id ?? '', 'project', 'odd')
    expect((await readdir(kept)).toSorted()).toEqual(NAMES.toSorted())
    for (const name of NAMES) expect(await readFile(path.join(kept, name), 'utf8')).toBe(`${name}\n`)
    expect(await redis.client.ping()).toBe('PONG')
  })
})
