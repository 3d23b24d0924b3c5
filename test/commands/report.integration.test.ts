import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { main } from '../../harness/cli.ts'
import { writeSyntheticRun, syntheticRun } from '../../scripts/synthetic.ts'
import { BIN, root, temporaryFolder, until, writeTree, type TemporaryFolder } from '../helpers.ts'
import { keepOutput } from './output.ts'

const SIZE = {
  missions: 3,
  agents: 2,
  variants: ['L1.direct'] as const,
  samples: 2,
  testcodes: 4,
  seed: 1,
}
const OPTIONS = { cwd: root, reject: false, stdin: 'ignore' } as const

let folder: TemporaryFolder
let runs: string[]
beforeAll(async () => {
  folder = await temporaryFolder()
  runs = []
  for (const seed of [1, 2]) runs.push(await writeSyntheticRun(folder.path, syntheticRun({ ...SIZE, seed })))
})
afterAll(() => folder[Symbol.asyncDispose]())

function pe(...args: string[]) {
  return execa(process.execPath, [BIN, ...args, '--out', folder.path], OPTIONS)
}

/** Runs a command that does not serve in this process: each start of `pe` takes a second. */
async function ended(...args: string[]) {
  const output = keepOutput()
  const exitCode = await main(args.includes('--out') ? args : [...args, '--out', folder.path])
  vi.restoreAllMocks()
  return { exitCode, stdout: output.stdout.trimEnd(), stderr: output.stderr }
}

describe('pe report', () => {
  it('writes the page of a run with a data script for each trial, and prints its path', async () => {
    const { stdout, exitCode } = await ended('report', path.basename(runs[0] ?? ''), '--no-serve')
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: path.join(runs[0] ?? '', 'index.html') })
    const chunks = await readdir(path.join(runs[0] ?? '', 'report'))
    expect(chunks.filter((name) => name.startsWith('trial-'))).toHaveLength(12)
  })

  it('makes one report of several runs, always in the same separate folder', async () => {
    const names = runs.map((run) => path.basename(run))
    const one = await ended('report', ...names, '--no-serve')
    const again = await ended('report', ...names.toReversed(), '--no-serve')
    expect(again.stdout).toBe(one.stdout)
    expect(path.dirname(path.dirname(one.stdout))).toBe(folder.path)
    expect(runs).not.toContain(path.dirname(one.stdout))
    const overview = await readFile(path.join(path.dirname(one.stdout), 'report/overview.js'), 'utf8')
    for (const name of names) expect(overview).toContain(name)
    expect((await ended('list', 'runs', '--json')).stdout).not.toContain('report-of')
  })

  it('makes a single file of a run', async () => {
    const { stdout } = await ended('report', path.basename(runs[1] ?? ''), '--single-file')
    expect(path.basename(stdout)).toBe(`${path.basename(runs[1] ?? '')}.html`)
    expect(await readFile(stdout, 'utf8')).toContain('data-chunk="trial-11"')
    expect(existsSync(path.join(runs[1] ?? '', 'report'))).toBe(false)
  })

  it('names an unknown run', async () => {
    const { stderr, exitCode } = await ended('report', 'nothing', '--no-serve')
    expect(exitCode).toBe(2)
    expect(stderr).toContain('there is no run "nothing"')
  })
})

/** The address that a command serves on, until it is interrupted. */
async function served(command: ReturnType<typeof pe>): Promise<string> {
  let text = ''
  command.stderr.on('data', (part: Buffer) => (text += part.toString()))
  await until(() => /https?:\/\/\S+/.test(text), 'it serves')
  return /https?:\/\/\S+/.exec(text)?.[0] ?? ''
}

async function interrupted(command: ReturnType<typeof pe>): Promise<number | undefined> {
  command.kill('SIGINT')
  return (await command).exitCode
}

describe('the served page', () => {
  it('of pe report is the report', async () => {
    const command = pe('report', path.basename(runs[0] ?? ''), '--no-open')
    const address = await served(command)
    expect(await (await fetch(address)).text()).toContain('Content-Security-Policy')
    expect((await fetch(new URL('report/trial-3.js', address))).status).toBe(200)
    expect(await interrupted(command)).toBe(0)
  })

  it('of pe view is a list of the runs, with the report of each', async () => {
    const command = pe('view', '--no-open')
    const address = await served(command)
    const list = await (await fetch(address)).text()
    for (const run of runs) expect(list).toContain(path.basename(run))
    expect(list).toContain(`href="/${path.basename(runs[0] ?? '')}/"`)
    const report = new URL(`${path.basename(runs[0] ?? '')}/`, address)
    expect(await (await fetch(report)).text()).toContain('agent-1')
    expect((await fetch(new URL('report/overview.js', report))).status).toBe(200)
    for (const pathname of ['other/', `${path.basename(runs[0] ?? '')}/run.json`, '%2e%2e/index.html'])
      expect([pathname, (await fetch(new URL(pathname, address))).status]).toEqual([pathname, 404])
    expect(await interrupted(command)).toBe(0)
  })
})

describe('pe view', () => {
  it('lists the runs', async () => {
    const { stdout } = await ended('view', '--no-serve')
    for (const run of runs) expect(stdout).toContain(path.basename(run))
    expect(stdout).toMatch(/agent-1, agent-2 .* complete/)
  })

  it('also lists a run that cannot be read', async () => {
    const name = '2020-01-01T00-00-00-damaged'
    await using other = await temporaryFolder()
    const whole = path.basename(await writeSyntheticRun(other.path, syntheticRun({ ...SIZE, seed: 3 })))
    await writeTree(other.path, { [`${name}/run.json`]: '{"schemaVersion":1,' })
    for (const what of [
      ['view', '--no-serve'],
      ['list', 'runs'],
    ]) {
      const { stdout, exitCode } = await ended(...what, '--out', other.path)
      expect(exitCode).toBe(0)
      expect(stdout).toMatch(new RegExp(`${name}.* damaged`))
      expect(stdout).toContain(whole)
    }
    const command = execa(process.execPath, [BIN, 'view', '--no-open', '--out', other.path], OPTIONS)
    const list = await (await fetch(await served(command))).text()
    expect(list).toContain(name)
    expect(list).not.toContain(`/${name}/`)
    expect(await interrupted(command)).toBe(0)
  })
})
