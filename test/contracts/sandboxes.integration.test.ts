/** The contract of all sandboxes, and the further guarantees of the strong one. */
import { type SandboxName, SANDBOXES } from '../../harness/contracts/schema.ts'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect } from 'vitest'
import { openSandbox } from '../../harness/sandbox/index.ts'
import { PROJECT_LIMITS, type SandboxLimits } from '../../harness/sandbox/limits.ts'
import type { EndCause, Exit, Sandbox } from '../../harness/contracts/types.ts'
import { sampled } from '../part.ts'
import { needs, needsSandbox } from '../needs.ts'

const it = sampled('contracts/sandboxes', 2)

const MiB = 1024 * 1024

interface Room extends AsyncDisposable {
  readonly sandbox: Sandbox
  readonly scratch: string
  readonly project: string
  /** Runs a Node program to its end. */
  run(
    code: string,
    options?: { readonly args?: readonly string[]; readonly stdin?: string },
  ): Promise<Exit & { out: string; err: string }>
}

async function room(name: SandboxName, limits: Partial<SandboxLimits> = {}): Promise<Room> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'pe-test-'))
  const project = path.join(scratch, 'project')
  await mkdir(project)
  const sandbox = await openSandbox(name, scratch, { limits: { ...PROJECT_LIMITS, ...limits } })
  return {
    sandbox,
    scratch,
    project,
    async run(code, { args = [], stdin } = {}) {
      const running = await sandbox.spawn({
        argv: ['node', '-e', code, ...args],
        cwd: project,
        stdin: stdin === undefined ? 'none' : 'keep',
      })
      if (stdin !== undefined) running.write(stdin)
      running.closeInput()
      const exit = await running.exit
      return { ...exit, out: running.stdout.text(), err: running.stderr.text() }
    },
    async [Symbol.asyncDispose]() {
      await sandbox[Symbol.asyncDispose]()
      await rm(scratch, { recursive: true, force: true })
    },
  }
}

/** Processes whose command line holds a text. */
async function processesWith(text: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.includes(text))
}

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

    it('gives a folder back in which another one has worked meanwhile', async () => {
      await using here = await room(name)
      expect(await here.run(`require('fs').writeFileSync('kept', 'first')`)).toMatchObject({ code: 0, err: '' })
      const other = await openSandbox(name, here.scratch, { limits: PROJECT_LIMITS, browser: false })
      {
        await using child = await other.spawn({
          argv: ['sh', '-c', 'echo made > made'],
          cwd: here.project,
          stdin: 'none',
        })
        await child.exit
      }
      await other[Symbol.asyncDispose]()
      const again = `for (const name of ['kept', 'made', 'new']) require('fs').writeFileSync(name, 'again')`
      expect(await here.run(again)).toMatchObject({ code: 0, err: '' })
    })

    it('leaves what a command wrote where the harness can read it', async () => {
      await using here = await room(name)
      await here.run(`require('fs').writeFileSync('out.txt', 'done')`)
      expect(await readFile(path.join(here.project, 'out.txt'), 'utf8')).toBe('done')
    })

    it('keeps what a command saves in the home folder that it was given, and nothing without one', async () => {
      await using place = await room(name)
      const { sandbox, project, scratch } = place
      const home = path.join(scratch, 'own-home')
      await mkdir(home)
      const save = "require('fs').writeFileSync(require('os').homedir() + '/saved', 'yes')"
      const look = "process.stdout.write(String(require('fs').existsSync(require('os').homedir() + '/saved')))"
      const run = async (code: string, given: { readonly home?: string }) => {
        const running = await sandbox.spawn({ argv: ['node', '-e', code], cwd: project, stdin: 'none', ...given })
        expect(await running.exit).toMatchObject({ code: 0 })
        return running.stdout.text()
      }
      await run(save, { home })
      expect(await run(look, { home })).toBe('true')
      expect(await readFile(path.join(home, 'saved'), 'utf8')).toBe('yes')
      expect(await run(look, {})).toBe('false')
    })

    it('gives a clean environment', async () => {
      process.env['PE_TEST_SECRET'] = 'sesame'
      await using here = await room(name)
      const { out } = await here.run(`console.log(JSON.stringify(process.env))`)
      delete process.env['PE_TEST_SECRET']
      expect(out).not.toContain('sesame')
      expect(JSON.parse(out)).toMatchObject({ LANG: 'C.UTF-8', TZ: 'UTC' })
    })

    it('shows what is provided, and names it in a variable', async () => {
      await using here = await room(name)
      const packages = path.join(here.scratch, 'elsewhere', 'node_modules')
      await mkdir(path.join(packages, 'answer'), { recursive: true })
      await mkdir(path.join(packages, 'what-it-needs'), { recursive: true })
      await writeFile(path.join(packages, 'answer', 'index.js'), "module.exports = require('what-it-needs')")
      await writeFile(path.join(packages, 'what-it-needs', 'index.js'), 'module.exports = 42')
      await here.sandbox.provide(packages, 'node_modules', 'WHERE')
      const { out, err } = await here.run(
        `console.log(require('answer'), require('fs').existsSync(process.env.WHERE + '/answer'))`,
      )
      expect(err).toBe('')
      expect(out).toBe('42 true\n')
    })

    it('lets build tools write into the folders of what is provided that are meant for it, and keeps nothing', async () => {
      await using here = await room(name)
      const packages = path.join(here.scratch, 'elsewhere', 'node_modules')
      await mkdir(path.join(packages, 'answer'), { recursive: true })
      await here.sandbox.provide(packages, 'node_modules', undefined, ['.cache'])
      const { out, err } = await here.run(
        `const fs = require('fs'); fs.mkdirSync('node_modules/.cache/tool', { recursive: true }); fs.writeFileSync('node_modules/.cache/tool/x', '42'); console.log(fs.readFileSync('node_modules/.cache/tool/x', 'utf8'))`,
      )
      expect(err).toBe('')
      expect(out).toBe('42\n')
      expect(existsSync(path.join(packages, '.cache/tool'))).toBe(false)
    })

    it('ends everything within 500 ms of the end, daemons included', { timeout: 30_000 }, async () => {
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
      const began = performance.now()
      await here.sandbox[Symbol.asyncDispose]()
      await expect.poll(() => processesWith(mark), { interval: 10 }).toEqual([])
      expect(performance.now() - began).toBeLessThan(500)
      await rm(here.scratch, { recursive: true })
    })

    it('leaves nothing of a command that is killed at any moment of its start', { timeout: 60_000 }, async () => {
      const mark = `starts-${name}-${String(process.pid)}`
      await using here = await room(name)
      for (let moment = 0; moment < 300; moment += 1) {
        const running = await here.sandbox.spawn({
          argv: ['sh', '-c', 'sleep 1000; :', mark],
          cwd: here.project,
          stdin: 'none',
        })
        await delay(moment % 13)
        await running[Symbol.asyncDispose]()
      }
      await expect.poll(() => processesWith(mark), { interval: 10 }).toEqual([])
    })

    const limits: [string, Partial<SandboxLimits>, string, EndCause][] = [
      [
        'memory',
        { memory: 128 * MiB },
        `const all = []; setInterval(() => all.push(Buffer.alloc(16 * 1024 * 1024, 1)), 10)`,
        { cause: 'memory limit 128 MiB', limit: 'memory' },
      ],
      [
        'processes',
        { processes: 24 },
        `let left = 40; const more = () => { if (left-- > 0) require('child_process').spawn('sleep', ['30']).on('error', () => {}); setTimeout(more, 10) }; more()`,
        { cause: 'process limit 24', limit: 'processes' },
      ],
      ['processor time', { cpu: 1 }, `for (;;) {}`, { cause: 'CPU limit 1 s', limit: 'time' }],
      [
        'disk',
        { disk: 8 * MiB },
        `let n = 0; setInterval(() => require('fs').writeFileSync('f' + n++, Buffer.alloc(1024 * 1024)), 10)`,
        { cause: 'disk limit 8 MiB', limit: 'disk' },
      ],
    ]
    it.each(limits)('ends what takes too much %s, and says so', { timeout: 60_000 }, async (_, limit, code, end) => {
      await using here = await room(name, limit)
      expect(await here.run(code)).toMatchObject(end)
    })

    it('leaves nothing behind', async () => {
      const here = await room(name)
      await here.run('')
      await here.sandbox[Symbol.asyncDispose]()
      await rm(here.scratch, { recursive: true })
      for (const controller of ['memory', 'pids', 'cpuacct', '']) {
        const folder = path.join('/sys/fs/cgroup', controller)
        const groups = existsSync(folder) ? await readdir(folder) : []
        expect(groups.filter((group) => group.startsWith(`pe-${String(process.pid)}-`))).toEqual([])
      }
    })
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
