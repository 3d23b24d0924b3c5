import { spawn as spawnPlain } from 'node:child_process'
import { once } from 'node:events'
import { chmod } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { ProjectFault } from '../../../harness/errors.ts'
import { spawnGroup, type SpawnOptions } from '../../../harness/lib/processes/spawn.ts'
import { isRunning, pidIn, temporaryFolder, until, writeTree } from '../../helpers.ts'

const PATH = `${path.dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`
const MiB = 1024 * 1024

function start(argv: readonly string[], changes: Partial<SpawnOptions> = {}) {
  return spawnGroup({ argv, cwd: '/', env: { PATH }, stdin: 'none', outputLimit: MiB, endAtLimit: false, ...changes })
}

describe('spawnGroup', () => {
  it('returns the exit code and the output of each stream', async () => {
    await using child = await start(['sh', '-c', 'echo out; echo err >&2; exit 7'])
    expect(await child.exit).toEqual({ code: 7, signal: null })
    expect(child.stdout.text()).toBe('out\n')
    expect(child.stderr.text()).toBe('err\n')
  })

  it('returns the signal that killed the process', async () => {
    await using child = await start(['sh', '-c', 'kill -SEGV $$'])
    expect(await child.exit).toEqual({ code: null, signal: 'SIGSEGV' })
  })

  it('passes on only the given environment', async () => {
    await using child = await start([process.execPath, '-p', 'JSON.stringify(process.env)'], { env: { ONE: '1' } })
    await child.exit
    expect(JSON.parse(child.stdout.text())).toEqual({ ONE: '1' })
  })

  it('writes to stdin until it is closed', async () => {
    await using child = await start(['cat'], { stdin: 'keep' })
    child.write('one\n')
    await until(() => child.stdout.text() === 'one\n', 'the line was echoed')
    child.write('two\n')
    child.closeInput()
    expect(await child.exit).toEqual({ code: 0, signal: null })
    expect(child.stdout.text()).toBe('one\ntwo\n')
  })

  it('ignores writes if there is no stdin', async () => {
    await using child = await start(['cat'])
    child.write('ignored')
    child.closeInput()
    expect(await child.exit).toEqual({ code: 0, signal: null })
    expect(child.stdout.text()).toBe('')
  })

  it('does not fail if a program ends while it is written to', async () => {
    await using child = await start(['true'], { stdin: 'keep' })
    for (let round = 0; round < 50; round += 1) {
      child.write('x'.repeat(100_000))
      await new Promise(setImmediate)
    }
    expect((await child.exit).code).toBe(0)
  })

  it('reports every change of the output until the listener is removed', async () => {
    await using child = await start(['cat'], { stdin: 'keep' })
    let changes = 0
    const stop = child.stdout.onChange(() => (changes += 1))
    child.write('a')
    await until(() => changes === 1, 'the first change was reported')
    stop()
    child.write('b')
    await until(() => child.stdout.text() === 'ab', 'the second change was made')
    expect(changes).toBe(1)
  })

  it('kills the whole group, including grandchildren that ignore signals', async () => {
    await using folder = await temporaryFolder()
    const script = `sh -c 'trap "" TERM INT HUP; echo $$ > grandchild; while :; do sleep 1; done' & wait`
    await using child = await start(['sh', '-c', script], { cwd: folder.path })
    const grandchild = await pidIn(folder.file('grandchild'))
    expect(await isRunning(grandchild)).toBe(true)
    expect(await child.end('that was enough')).toEqual({ code: null, signal: 'SIGKILL', cause: 'that was enough' })
    await until(async () => !(await isRunning(grandchild)), 'the grandchild is dead')
  })

  it('kills processes that the leader left when it ended by itself', async () => {
    await using folder = await temporaryFolder()
    await using child = await start(['sh', '-c', 'sleep 600 & echo $! > left'], { cwd: folder.path })
    expect(await child.exit).toEqual({ code: 0, signal: null })
    const left = await pidIn(folder.file('left'))
    await until(async () => !(await isRunning(left)), 'the remaining process is dead')
  })

  it('kills the group when it is disposed', async () => {
    await using folder = await temporaryFolder()
    const pids: number[] = []
    {
      await using child = await start(['sh', '-c', 'sleep 600 & echo $! > inner; wait'], { cwd: folder.path })
      pids.push(child.pid, await pidIn(folder.file('inner')))
    }
    await expect.poll(() => Promise.all(pids.map(isRunning)), { timeout: 60_000 }).toEqual([false, false])
  })

  it('keeps the first cause of its end', async () => {
    await using child = await start(['sleep', '600'])
    const [first, second] = await Promise.all([child.end('first'), child.end('second')])
    expect(first.cause).toBe('first')
    expect(second).toEqual(first)
  })

  it('does not hang on 5 MB on both streams at once, and keeps the beginning and the end', async () => {
    const code = `
      const lines = (s) => s.write('BEGIN') && 0 || s.write('x'.repeat(5e6)) && 0 || s.write('END')
      lines(process.stdout); lines(process.stderr)`
    await using child = await start([process.execPath, '-e', code])
    expect(await child.exit).toEqual({ code: 0, signal: null })
    for (const stream of [child.stdout, child.stderr]) {
      const text = stream.text()
      expect(text.length).toBeLessThan(MiB + 100)
      expect(text.startsWith('BEGINx')).toBe(true)
      expect(text.endsWith('xEND')).toBe(true)
      expect(text).toContain(`[${String(5_000_008 - MiB)} characters left out]`)
    }
  })

  it('does not split a character that arrives in two parts', async () => {
    const code = `process.stdout.write(Buffer.from([0xc3])); setTimeout(() => process.stdout.write(Buffer.from([0xbc])), 30)`
    await using child = await start([process.execPath, '-e', code])
    await child.exit
    expect(child.stdout.text()).toBe('ü')
  })

  it('ends a program that exceeds the output limit, if endAtLimit is set, and reports the cause', async () => {
    for (const redirection of ['', '>&2']) {
      await using child = await start(['sh', '-c', `yes ${redirection}`], { outputLimit: 1000, endAtLimit: true })
      expect(await child.exit).toMatchObject({ code: null, signal: 'SIGKILL', cause: 'output limit 1000 characters' })
      expect((redirection === '' ? child.stdout : child.stderr).text()).toMatch(/^y\n/)
    }
  })

  it('does not end a program that prints exactly as much as the limit', async () => {
    await using child = await start(['printf', 'x'.repeat(1000)], { outputLimit: 1000, endAtLimit: true })
    expect(await child.exit).toEqual({ code: 0, signal: null })
    expect(child.stdout.text()).toBe('x'.repeat(1000))
  })

  it.each([
    ['does not exist', ['no-such-program-anywhere']],
    ['does not exist at its path', ['/no/such/program']],
    ['is a folder', ['/tmp']],
    ['lies below a file', ['/etc/hostname/program']],
    ['has an impossibly long name', ['x'.repeat(4000)]],
    ['has a name with a NUL', ['ec\0ho']],
  ])('blames the project if the program %s', async (_, argv) => {
    await expect(start(argv)).rejects.toThrow(ProjectFault)
  })

  it('blames the project if an argument contains a NUL', async () => {
    await expect(start(['echo', 'a\0b'])).rejects.toThrow(ProjectFault)
  })

  it('blames the project if its program is not executable, and names it', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, { 'run.sh': '#!/bin/sh\n' })
    await chmod(folder.file('run.sh'), 0o644)
    const starting = start(['./run.sh', 'one'], { cwd: folder.path })
    await expect(starting).rejects.toThrow(ProjectFault)
    await expect(starting).rejects.toThrow(`"./run.sh one" does not start in ${folder.path}`)
  })

  it('does not wait for a daemon that has left the group and keeps the pipes open', async () => {
    await using folder = await temporaryFolder()
    const script = 'setsid sh -c "echo \\$\\$ > daemon; exec sleep 600" & while [ ! -s daemon ]; do :; done; echo done'
    await using child = await start(['sh', '-c', script], { cwd: folder.path })
    try {
      expect(await child.exit).toEqual({ code: 0, signal: null })
      expect(child.stdout.text()).toBe('done\n')
    } finally {
      process.kill(await pidIn(folder.file('daemon')), 'SIGKILL')
    }
  })

  it('does not report a cause that came after the end', async () => {
    await using folder = await temporaryFolder()
    // The daemon keeps the pipes open, so that the output ends later than the process.
    const script = 'setsid sh -c "echo \\$\\$ > daemon; exec sleep 600" & while [ ! -s daemon ]; do :; done'
    await using child = await start(['sh', '-c', script], { cwd: folder.path })
    try {
      await until(async () => !(await isRunning(child.pid)), 'the leader has ended')
      await new Promise(setImmediate)
      expect(await child.end('too late')).toEqual({ code: 0, signal: null })
    } finally {
      process.kill(await pidIn(folder.file('daemon')), 'SIGKILL')
    }
  })

  it('does not kill a group that has ended, because its id may be reused', async () => {
    const child = await start(['true'])
    await child.exit
    const kill = vi.spyOn(process, 'kill')
    try {
      await child.end('again')
      await child[Symbol.asyncDispose]()
      expect(kill).not.toHaveBeenCalled()
    } finally {
      kill.mockRestore()
    }
  })

  it('leaves no process alive when the harness exits', async () => {
    await using folder = await temporaryFolder()
    const code = `
      import { spawnGroup } from ${JSON.stringify(path.resolve(import.meta.dirname, '../../../harness/lib/processes/spawn.ts'))}
      const options = { cwd: ${JSON.stringify(folder.path)}, env: process.env, stdin: 'none', outputLimit: 1000, endAtLimit: false }
      process.on('SIGUSR2', () => process.exit(3))
      await spawnGroup({ ...options, argv: ['sh', '-c', 'sleep 600 & echo $! > inner; wait'] })
      setInterval(() => {}, 1000)`
    await writeTree(folder.path, { 'main.mts': code })
    const harness = spawnPlain(process.execPath, ['--import', import.meta.resolve('tsx'), folder.file('main.mts')], {
      stdio: 'ignore',
    })
    const inner = await pidIn(folder.file('inner'))
    expect(await isRunning(inner)).toBe(true)
    harness.kill('SIGUSR2')
    expect(await once(harness, 'exit')).toEqual([3, null])
    await until(async () => !(await isRunning(inner)), 'its process is dead')
  })
})
