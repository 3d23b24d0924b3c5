import { afterEach, describe, expect, it, vi } from 'vitest'
import { openSandbox } from '../../harness/sandbox/index.ts'
import { isRunning, pidIn, temporaryFolder, until } from '../helpers.ts'
import { needs } from '../needs.ts'

const LINUX = await needs('Linux')

afterEach(() => vi.unstubAllEnvs())

describe('the process sandbox', () => {
  it('passes no environment variable of the harness on', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'a-secret')
    vi.stubEnv('NODE_OPTIONS', '--max-old-space-size=4096')
    await using folder = await temporaryFolder()
    await using sandbox = await openSandbox('process', folder.path)
    await using child = await sandbox.spawn({ argv: ['env'], cwd: folder.path, stdin: 'none', env: { PORT: '1234' } })
    expect((await child.exit).code).toBe(0)
    const text = child.stdout.text()
    expect(text).not.toContain('a-secret')
    const names = text
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0] ?? '')
    expect(names.toSorted()).toEqual(['HOME', 'LANG', 'PATH', 'PE_SANDBOX_ID', 'PORT', 'TMPDIR', 'TZ'])
    expect(text).toContain(`HOME=${folder.file('home')}\n`)
    expect(text).toContain('PORT=1234\n')
  })

  it('finds the node that the harness runs on', async () => {
    await using folder = await temporaryFolder()
    await using sandbox = await openSandbox('process', folder.path)
    await using child = await sandbox.spawn({
      argv: ['node', '-p', 'process.version'],
      cwd: folder.path,
      stdin: 'none',
    })
    await child.exit
    expect(child.stdout.text().trim()).toBe(process.version)
  })

  it('leaves no process alive: no child, no daemon, no daemon of a daemon', LINUX, async () => {
    await using folder = await temporaryFolder()
    const sandbox = await openSandbox('process', folder.path)
    const script = `
      setsid sh -c 'echo $$ > one; setsid sh -c "echo \\$\\$ > two; exec sleep 600" & exec sleep 600' &
      sleep 600 & echo $! > three
      wait`
    await sandbox.spawn({ argv: ['sh', '-c', script], cwd: folder.path, stdin: 'none' })
    const pids = await Promise.all(['one', 'two', 'three'].map((name) => pidIn(folder.file(name))))
    expect(await Promise.all(pids.map(isRunning))).toEqual([true, true, true])
    await sandbox[Symbol.asyncDispose]()
    for (const pid of pids) await until(async () => !(await isRunning(pid)), `process ${String(pid)} is dead`)
  })

  it('leaves the daemons of another sandbox alone', LINUX, async () => {
    await using folder = await temporaryFolder()
    await using other = await openSandbox('process', folder.path)
    await other.spawn({
      argv: ['sh', '-c', 'setsid sh -c "echo \\$\\$ > pid; exec sleep 600" & wait'],
      cwd: folder.path,
      stdin: 'none',
    })
    const pid = await pidIn(folder.file('pid'))
    const sandbox = await openSandbox('process', folder.path)
    await sandbox[Symbol.asyncDispose]()
    expect(await isRunning(pid)).toBe(true)
  })
})
