/** The contract of all sandboxes, and the further guarantees of the strong one. */
import { SANDBOXES } from '../../harness/contracts/schema.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { needs, needsSandbox } from '../needs.ts'
import { KINDS, endsWhatTakesTooMuch, processesWith, room } from './sandboxes-cases.ts'

for (const name of SANDBOXES)
  describe(`the ${name} sandbox`, await needsSandbox(name), () => {
    it('runs a command in its folder, with arguments, input, output and an exit code', async () => {
      await using here = await room(name)
      await writeFile(path.join(here.project, 'a.txt'), 'hello')
      const code = `console.log(require('fs').readFileSync('a.txt', 'utf8'), process.argv[1]); console.error('err')
      process.stdin.on('data', (chunk) => { console.log(String(chunk)); process.exitCode = 3 })`
      const ended = await here.run(code, { args: ['x y'], stdin: 'line' })
      expect(ended).toMatchObject({ code: 3, signal: null, out: 'hello x y\nline\n', err: 'err\n' })
      expect(ended.cause).toBeUndefined()
    })

    it('gives a clean environment', async () => {
      process.env['PE_TEST_SECRET'] = 'sesame'
      await using here = await room(name)
      const { out } = await here.run(`console.log(JSON.stringify(process.env))`)
      delete process.env['PE_TEST_SECRET']
      expect(out).not.toContain('sesame')
      expect(JSON.parse(out)).toMatchObject({ LANG: 'C.UTF-8', TZ: 'UTC' })
    })

    it('ends everything, daemons included', async () => {
      const mark = `daemon-${name}-${String(process.pid)}`
      const here = await room(name)
      const daemon = `setInterval(() => '${mark}', 1000)`
      const code = `require('child_process').spawn('setsid', ['node', '-e', ${JSON.stringify(daemon)}], { detached: true, stdio: 'ignore' }).on('spawn', () => { console.log('up') }).unref()`
      const running = await here.sandbox.spawn({
        argv: ['node', '-e', `${code}; setInterval(() => {}, 1000)`],
        cwd: here.project,
        stdin: 'none',
      })
      await expect.poll(() => running.stdout.text()).toBe('up\n')
      await expect.poll(() => processesWith(mark).then((found) => found.length)).toBeGreaterThan(1)
      await here.sandbox[Symbol.asyncDispose]()
      await expect.poll(() => processesWith(mark), { interval: 10 }).toEqual([])
      await rm(here.scratch, { recursive: true })
    })

    endsWhatTakesTooMuch(name, ...(name === 'bubblewrap' ? KINDS : (['memory'] as const)))
  })

describe('the bubblewrap sandbox', await needs('bubblewrap'), () => {
  let secret: string
  beforeAll(async () => {
    secret = path.join(await mkdtemp(path.join(tmpdir(), 'pe-test-secret-')), 'secret')
    await writeFile(secret, 'sesame', { mode: 0o644 })
    return () => rm(path.dirname(secret), { recursive: true })
  })

  it('shows nothing of the host but the system', async () => {
    await using here = await room('bubblewrap')
    const code = `const fs = require('fs'); const tries = process.argv.slice(1).map((file) => { try { fs.readdirSync(file); return file } catch { try { return fs.readFileSync(file, 'utf8') } catch { return null } } })
      console.log(JSON.stringify({ tries, top: fs.readdirSync('/').sort(), etc: fs.readdirSync('/etc').sort(), tmp: fs.readdirSync('/tmp'), pids: fs.readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name)).length }))`
    const { out, err } = await here.run(code, {
      args: [secret, process.cwd(), '/root', '/home', '/etc/shadow', '/sys/fs/cgroup', here.scratch],
    })
    expect(err).toBe('')
    const seen = JSON.parse(out) as { tries: unknown[]; top: string[]; etc: string[]; tmp: string[]; pids: number }
    expect(seen.tries.filter((found) => found !== null)).toEqual([])
    expect(seen.top.filter((entry) => !['bin', 'lib', 'lib32', 'lib64', 'sbin', 'usr'].includes(entry))).toEqual([
      'dev',
      'etc',
      'proc',
      'project',
      'run',
      'tmp',
    ])
    expect(seen.etc).not.toContain('shadow')
    expect(seen.tmp).toEqual([])
    expect(seen.pids).toBeLessThan(5)
  })

  it('writes nowhere but into the project and /tmp, as nobody in particular', async () => {
    await using here = await room('bubblewrap')
    const code = `const fs = require('fs'); const can = (file) => { try { fs.writeFileSync(file, ''); return true } catch { return false } }
      console.log(JSON.stringify({ places: ['/project/x', '/tmp/x', '/usr/x', '/etc/x', '/x', '/run/x', '/proc/sys/kernel/x', '/usr/bin/env'].filter(can), root: process.getuid() === 0, caps: /CapEff:\\t(\\w+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1] }))`
    const { out } = await here.run(code)
    expect(JSON.parse(out)).toEqual({ places: ['/project/x', '/tmp/x'], root: false, caps: '0000000000000000' })
  })

  it('has a loopback of its own and no other network: two projects bind one port at once', async () => {
    await using a = await room('bubblewrap')
    await using b = await room('bubblewrap')
    const server = `require('http').createServer((_, response) => response.end('mine')).listen(8000, () => console.log('up'))`
    const servers = await Promise.all(
      [a, b].map((each) => each.sandbox.spawn({ argv: ['node', '-e', server], cwd: each.project, stdin: 'none' })),
    )
    for (const each of servers) await expect.poll(() => each.stdout.text()).toBe('up\n')
    expect(await a.sandbox.listening?.()).toContain(8000)
    expect(await a.sandbox.listening?.()).not.toContain(8001)
    const { out } = await a.run(
      `const os = require('os'); fetch('http://localhost:8000').then((r) => r.text()).then((text) => console.log(JSON.stringify({ text, networks: Object.keys(os.networkInterfaces()) })))`,
    )
    expect(JSON.parse(out)).toEqual({ text: 'mine', networks: ['lo'] })
    const outside = await a.run(
      `require('net').connect(53, '192.0.2.1').on('error', (error) => console.log(error.code))`,
    )
    expect(outside.out.trim()).toBe('ENETUNREACH')
  })
})
