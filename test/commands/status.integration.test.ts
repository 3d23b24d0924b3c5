import { rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { afterEach, expect, it, vi } from 'vitest'
import { main } from '../../harness/cli.ts'
import { ownerMark } from '../../harness/lib/files/owner.ts'
import { keyOf, runOf, temporaryFolder, writeTree } from '../helpers.ts'
import { keepOutput } from './output.ts'

afterEach(() => vi.restoreAllMocks())

/** What `pe status` prints below its first line. */
async function statusOf(run: string): Promise<string> {
  const output = keepOutput()
  expect(await main(['status', run])).toBe(0)
  vi.restoreAllMocks()
  const [head, ...lines] = output.stdout.trimEnd().split('\n')
  expect(head).toMatch(/: 0 of 1 trial has ended$/)
  return lines.join('\n')
}

it('says whether a run goes on, and which process has died or cannot be seen', async () => {
  await using folder = await temporaryFolder()
  const run = folder.file('run')
  const queue = ['--executor', 'queue', '--redis', 'redis://queue:6379']
  await writeTree(run, { 'run.json': JSON.stringify(runOf([keyOf()], { queue })) })
  const resume = `pe run --resume run --out ${folder.path} ${queue.join(' ')}`
  expect(await statusOf(run)).toBe(`not begun: ${resume} runs it`)

  await writeFile(path.join(run, 'events.jsonl'), '')
  expect(await statusOf(run)).toBe(`stopped: continue with ${resume}`)

  const lock = path.join(run, 'lock')
  const lockOf = (pid: number, host = hostname(), mark = ownerMark(pid)) => `${String(pid)}@${host} ${mark}`
  await writeFile(lock, lockOf(process.pid))
  expect(await statusOf(run)).toBe(`running: process ${String(process.pid)} on ${hostname()}`)

  const child = execa('sleep', ['60'], { reject: false })
  const pid = child.pid ?? 0
  await writeFile(lock, lockOf(pid))
  child.kill('SIGKILL')
  await child
  const dead = `dead: process ${String(pid)} on ${hostname()} has ended without finishing the run; continue with ${resume}`
  expect(await statusOf(run)).toBe(dead)
  // A run that does not go on has a pace, but no time left.
  const line = { worker: 'w', host: 'h', trial: keyOf().id, waited: 0, seconds: 1 }
  const lines = [1, 3].map((at) => JSON.stringify({ ...line, at }))
  await writeFile(path.join(run, 'machines.jsonl'), `${lines.join('\n')}\n`)
  expect(await statusOf(run)).toBe(`${dead}\n0.50 trials a second`)
  await rm(path.join(run, 'machines.jsonl'))

  await writeFile(lock, lockOf(7, 'elsewhere', '00000000-7-1'))
  expect(await statusOf(run)).toBe(
    `locked by process 7 on elsewhere, which cannot be seen from this machine; if it has ended, remove ${lock}, and continue with ${resume}`,
  )
})
