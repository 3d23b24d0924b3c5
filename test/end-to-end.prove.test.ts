/** The other cases of end-to-end.integration.test.ts. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { access, cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { summarySchema, type Summary } from '../harness/contracts/schema.ts'
import { type Ended, start, pe } from './end-to-end-cases.ts'

let out: string
beforeAll(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'pe-e2e-'))
})
afterAll(() => rm(out, { recursive: true, force: true }))

/** The data of a report, from a file beside its page. */
function reportData({ folder }: Summary, chunk: string): Promise<string> {
  return readFile(path.join(folder, 'report', `${chunk}.js`), 'utf8')
}

async function run(...args: string[]): Promise<Ended & { readonly summary: Summary }> {
  const ended = await pe(['run', '--out', out, '--json', ...args])
  if (ended.stdout === '') throw new Error(`nothing on stdout; stderr: ${ended.stderr}`)
  return { ...ended, summary: summarySchema.parse(JSON.parse(ended.stdout)) }
}

describe('pe run', () => {
  it('gives our own solution of a website every point, at every level', { timeout: 300_000 }, async () => {
    const { code, summary } = await run(
      ...['--agent', 'canonical', '--missions', 'hello', '--level', '1,2,3', '--min-score', '1'],
    )
    expect(summary.groups.map(({ variant, score }) => [variant, score])).toEqual([
      ['L1.direct', 1],
      ['L2.direct', 1],
      ['L3.direct', 1],
    ])
    expect(summary.score).toBe(1)
    expect(summary.incomplete).toBe(false)
    expect(summary.testcodes.passed).toBe(summary.testcodes.total)
    expect(code).toBe(0)
    const report = await readFile(summary.report, 'utf8')
    expect(report).toContain('all score 100.0%')
  })

  it('exits with 3 below --min-score', async () => {
    expect((await run('--agent', 'null', '--missions', 'todo', '--min-score', '0.5')).code).toBe(3)
  })

  it('refuses a run that another process writes', { timeout: 300_000 }, async () => {
    const writer = start([
      'run',
      '--agent',
      'canonical',
      '--missions',
      'bmi-calculator',
      '--out',
      path.join(out, 'locked'),
      '--json',
    ])
    const folder = path.join(out, 'locked')
    const locked = async (): Promise<string | undefined> => {
      const [id = ''] = existsSync(folder) ? await readdir(folder) : []
      return existsSync(path.join(folder, id, 'lock')) ? id : undefined
    }
    await expect.poll(locked, { timeout: 30_000 }).toBeDefined()
    const runId = (await locked()) ?? ''
    const second = await pe(['run', '--resume', path.join(out, 'locked', runId)])
    expect(second.code).toBe(2)
    expect(second.stderr).toContain(`process ${String(writer.pid)}@`)
    writer.kill('SIGINT')
    await writer
  })

  it(
    'gives our own solutions every point: a program that is talked to, one that works through files',
    { timeout: 300_000 },
    async () => {
      const { code, summary } = await run(
        ...['--agent', 'canonical', '--missions', 'text-adventure,histogram'],
        ...['--level', '2', '--min-score', '1'],
      )
      expect(summary.score).toBe(1)
      expect(summary.testcodes.passed).toBe(summary.testcodes.total)
      expect(code).toBe(0)
    },
  )

  it('gives an empty project no point', async () => {
    const { code, summary } = await run('--agent', 'null', '--level', '2')
    expect(summary.points.passed).toBe(0)
    expect(summary.points.total).toBe(summary.testcodes.total + summary.trials)
    expect(summary.testcodes['not-run']).toBe(summary.testcodes.total)
    expect(code).toBe(0)
  })
})

const cases: [string, string[], RegExp, number][] = [
  ['an unknown mission', ['--agent', 'null', '--missions', 'nope'], /no mission "nope"; the missions are .*todo/, 2],
  ['an unknown agent', ['--agent', 'nope'], /no agent "nope"; `pe list agents` lists them/, 2],
  ['a missing agent', [], /--agent is missing/, 2],
  ['an unknown level', ['--agent', 'null', '--level', '4'], /--level is 1, 2 or 3, not "4"/, 2],
  [
    'a mode that does not exist there',
    ['--agent', 'null', '--level', '3', '--mode', 'cascade'],
    /cascade does not exist/,
    2,
  ],
  ['a folder that is not there', ['--agent', 'folder:/nowhere', '--missions', 'todo'], /no folder \/nowhere\/todo/, 2],
  ['an unknown flag', ['--agent', 'null', '--frobnicate'], /frobnicate/, 2],
]

describe('bad input is one clear line, and nothing is written', () => {
  it.each(cases)('%s', async (_, args, message, code) => {
    const folder = path.join(out, 'nothing')
    const ended = await pe(['run', ...args, '--out', folder])
    expect(ended.stderr).toMatch(message)
    expect(ended.stderr.trim().split('\n')).toHaveLength(1)
    expect(ended.code).toBe(code)
    await expect(access(folder)).rejects.toThrow()
  })

  it('an --out that cannot be written', async () => {
    const file = path.join(out, 'a-file')
    await writeFile(file, '')
    const ended = await pe(['run', '--agent', 'null', '--missions', 'todo', '--out', path.join(file, 'x')])
    expect(ended.stderr).toMatch(/no run can be written to .*--out/)
    expect(ended.code).toBe(2)
  })

  it('a browser that is not there', async () => {
    const ended = await pe(['run', '--agent', 'canonical', '--missions', 'todo', '--out', out], {
      PE_CHROMIUM: '/nowhere',
    })
    expect(ended.stderr).toMatch(/PE_CHROMIUM/)
    expect(ended.code).toBe(2)
  })

  it.each([
    ['no answers', { 'project/a.txt': '' }, /answers\.json/],
    [
      'a launch plan that is no JSON',
      { 'project/a.txt': '', 'launch.json': '{', 'answers.json': '{}' },
      /launch\.json is not valid JSON/,
    ],
    [
      'a launch plan with a mistake',
      { 'project/a.txt': '', 'launch.json': '{"start":"node x"}', 'answers.json': '{}' },
      /launch\.json: start: /,
    ],
    ['no answers', { 'project/a.txt': '', 'launch.json': '{"start":["node","a.txt"]}' }, /answers\.json/],
  ])('a folder: agent with %s', async (name, files, message) => {
    const folder = path.join(out, `broken ${name}`)
    for (const [file, content] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, 'todo', file)), { recursive: true })
      await writeFile(path.join(folder, 'todo', file), content)
    }
    const ended = await pe(['run', '--agent', `folder:${folder}`, '--missions', 'todo', '--out', out])
    expect(ended.stderr).toMatch(message)
    expect(ended.code).toBe(2)
  })
})

describe('faults of different sides', () => {
  /** Our own BMI calculator with one file replaced, judged as a folder. */
  async function variant(
    name: string,
    changes: Record<string, string>,
    ...flags: string[]
  ): Promise<Ended & { readonly summary: Summary }> {
    const folder = path.join(out, name)
    await cp('canonical/hello/node', path.join(folder, 'hello'), { recursive: true })
    for (const [file, content] of Object.entries(changes)) await writeFile(path.join(folder, 'hello', file), content)
    return run('--agent', `folder:${folder}`, '--missions', 'hello', ...flags)
  }

  it('counts a project that does not start against it, with what it printed', async () => {
    const { code, summary } = await variant('crash', {
      'project/server.js': `console.error('no database'); process.exit(7)`,
    })
    expect(summary.points.passed).toBe(0)
    expect(summary.groups[0]?.missions[0]?.outcome).toBe('not-launched')
    expect(code).toBe(0)
    expect(await reportData(summary, 'overview')).toContain('exit code 7')
    expect(await reportData(summary, 'trial-0')).toContain('no database')
  })

  it(
    'gives a solution every point in the process sandbox too, and leaves no temporary file',
    { timeout: 300_000 },
    async () => {
      const temporary = path.join(out, 'temporary')
      await mkdir(temporary)
      // The first has no packages, the second has large ones.
      const args = ['--missions', 'hello,regression', '--level', '2', '--sandbox', 'process']
      const { stdout } = await pe(['run', '--out', out, '--json', '--agent', 'canonical', ...args], {
        TMPDIR: temporary,
      })
      expect(summarySchema.parse(JSON.parse(stdout)).score).toBe(1)
      expect(await readdir(temporary)).toEqual([])
    },
  )

  it(
    'judges a project that insists on its port, and does not judge it where another program holds that port',
    { timeout: 300_000 },
    async () => {
      const server = await readFile('canonical/hello/node/project/server.js', 'utf8')
      const stubborn = { 'project/server.js': server.replaceAll('process.env.PORT', 'undefined') }
      expect((await variant('stubborn', stubborn, '--sandbox', 'process')).summary.score).toBe(1)

      const holder = net.createServer().listen(8000)
      await once(holder, 'listening')
      try {
        // With a loopback of its own it does not even notice.
        expect((await variant('apart', stubborn)).summary.score).toBe(1)
        const held = await variant('held', stubborn, '--sandbox', 'process')
        expect(held.code).toBe(1)
        expect(held.summary.testcodes.unjudged).toBe(held.summary.testcodes.total)
        expect(held.summary.score).toBeNull()
        expect(await reportData(held.summary, 'overview')).toContain('port 8000 is occupied')
      } finally {
        holder.close()
        await once(holder, 'close')
      }
    },
  )
})

describe('the other commands', () => {
  it('shows a brief at each level and the questions, and never a testcode', async () => {
    for (const level of ['1', '2', '3']) {
      const { stdout, code } = await pe(['show', 'bmi-calculator', '--level', level])
      expect(code).toBe(0)
      expect(stdout).toMatch(/# BMI calculator/)
      expect(stdout).not.toContain('metric-value')
    }
    const questions = await pe(['show', 'bmi-calculator', '--questions'])
    expect(questions.stdout).toContain('calculator_url (url):')
  })

  it('rebuilds a report', async () => {
    const { summary } = await run('--agent', 'null', '--missions', 'todo')
    await rm(summary.report)
    const ended = await pe(['report', summary.runId, '--out', out, '--no-serve'])
    expect(ended.stdout.trim()).toBe(summary.report)
    expect(await readFile(summary.report, 'utf8')).toContain('<!doctype html>')
  })

  it('lists missions, agents and runs', async () => {
    const { stdout: missions } = await pe(['list'])
    expect(missions).toMatch(/bmi-calculator .*website/)
    expect(missions).toMatch(/snake .*desktop/)
    expect(missions).toMatch(/unless --missions names them: .*snake/)
    expect((await pe(['list', 'agents'])).stdout).toContain('folder:DIR')
    await run('--agent', 'null', '--missions', 'todo')
    const runs = JSON.parse((await pe(['list', 'runs', '--out', out, '--json'])).stdout) as { run: string }[]
    expect(runs.length).toBeGreaterThan(0)
  })

  it('says what is there', async () => {
    const { stdout, code } = await pe(['doctor', '--json'])
    const findings = JSON.parse(stdout) as { what: string; ok: boolean }[]
    expect(findings.map(({ what }) => what)).toEqual(['Node', 'Browser', 'Sandbox', 'Python', 'Desktop', 'Embedder'])
    expect(code).toBe(0)
  })
})
