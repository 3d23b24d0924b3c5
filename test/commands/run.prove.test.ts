/** The other cases of run.integration.test.ts. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { main } from '../../harness/cli.ts'
import { gateMessages } from '../../harness/commands/gate.ts'
import { EXIT } from '../../harness/contracts/exit-codes.ts'
import { FAIL_ON, STATUSES, summarySchema, type FailOn } from '../../harness/contracts/schema.ts'
import { readRun, readTrials } from '../../harness/store/read.ts'
import { temporaryFolder, type TemporaryFolder, root, BIN } from '../helpers.ts'
import { keepOutput, type Output } from './output.ts'
import { MISSION, summaryOf } from './run-cases.ts'
import path from 'node:path'
import { readFile, writeFile, cp, chmod } from 'node:fs/promises'
import { VirtualScreen } from '../reporters/virtual-screen.ts'
import { execa } from 'execa'
/** Our own solution, with a line before it. */
async function projectWith(line: string): Promise<string> {
  const place = folder.file('projects', MISSION)
  await cp(path.join(root, 'canonical', MISSION, 'node'), place, { recursive: true })
  const file = path.join(place, 'project', 'main.js')
  await writeFile(
    file,
    (await readFile(file, 'utf8')).replace(/^(#!.*\n)?/, (first) => `${first}${line}\n`),
  )
  return `folder:${folder.file('projects')}`
}

let folder: TemporaryFolder
let output: Output
beforeEach(async () => {
  folder = await temporaryFolder()
  output = keepOutput()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await folder[Symbol.asyncDispose]()
})

async function run(...flags: string[]): Promise<number> {
  return main(['run', '--missions', MISSION, '--json', '--out', folder.file('reports'), ...flags])
}

const printed = () => summarySchema.parse(JSON.parse(output.stdout))

describe('--repeat-judging', { timeout: 400_000 }, () => {
  it('reports nothing flaky for a deterministic project', async () => {
    const flags = ['--repeat-judging', '1', '--fail-on', 'flaky', '--min-score', '1', '--json']
    const where = ['--missions', 'hello', '--out', folder.file('reports')]
    expect(await main(['run', '--agent', 'canonical', ...where, ...flags])).toBe(EXIT.done)
    expect(printed()).toMatchObject({ flaky: [], score: 1 })
  })

  it('does not repeat without a project', async () => {
    expect(await run('--agent', 'null', '--repeat-judging', '1')).toBe(EXIT.done)
    const { folder: runFolder, flaky } = printed()
    const [trial] = await readTrials(runFolder, await readRun(runFolder))
    expect(trial?.outcome).toBe('no-project')
    expect(trial).not.toHaveProperty('repeats')
    expect(flaky).toEqual([])
  })

  it('finds verdicts that change, keeps the first ones, and never asks the agent again', async () => {
    // Outside of a sandbox, a program can count how often it was started.
    const starts = folder.file('starts')
    await writeFile(starts, '')
    // The program may run as another user.
    await chmod(folder.path, 0o711)
    await chmod(starts, 0o666)
    const counting = `import { appendFileSync, statSync } from 'node:fs'; appendFileSync(${JSON.stringify(starts)}, '.')`
    const plain = ['--sandbox', 'process']
    expect(await run('--agent', await projectWith(counting), ...plain)).toBe(EXIT.done)
    const { testcodes } = printed()
    expect(printed().score).toBe(1)
    output.stdout = ''
    const once = (await readFile(starts, 'utf8')).length
    const failingLater = `${counting}; if (statSync(${JSON.stringify(starts)}).size > ${String(2 * once)}) process.exit(1)`
    const agent = await projectWith(failingLater)
    expect(await run('--agent', agent, '--repeat-judging', '2', ...plain)).toBe(EXIT.done)
    const summary = printed()
    expect(summary.testcodes).toEqual(testcodes)
    const record = await readRun(summary.folder)
    const [trial] = await readTrials(summary.folder, record)
    const names = [trial?.runnable, ...(trial?.verdicts ?? [])].map((verdict) => verdict?.testcode)
    expect(trial?.repeats?.times).toBe(2)
    expect(trial?.repeats?.flaky.map(({ testcode }) => testcode)).toEqual(names)
    expect(summary.flaky.map(({ testcode }) => testcode)).toEqual(names)
    for (const { statuses } of summary.flaky) {
      expect(statuses).toHaveLength(3)
      expect(statuses[0]).toBe('passed')
      expect(statuses.slice(1)).not.toContain('passed')
    }
    // The first verdicts count, and are the only ones in the log.
    expect(summary.score).toBe(1)
    const events = (await readFile(path.join(summary.folder, 'events.jsonl'), 'utf8')).trim().split('\n')
    const verdicts = events.map((line) => JSON.parse(line) as { type: string }).filter(({ type }) => type === 'verdict')
    expect(verdicts).toHaveLength(names.length)
  })
})

describe('conditions for exit code 3', () => {
  it.each(FAIL_ON.filter((name) => name !== 'flaky' && name !== 'incomplete'))(
    '--fail-on %s finds testcodes of that status and no others',
    (name) => {
      const gate = { minScore: undefined, failOn: [name] as FailOn[] }
      for (const status of STATUSES) {
        const messages = gateMessages(summaryOf(['passed', status, status]), gate)
        expect(messages).toEqual(status === name ? [`2 testcodes are ${name}, which --fail-on names`] : [])
      }
    },
  )

  it('reports flaky testcodes, an incomplete run, and a low score', () => {
    const flaky = [{ trial: 't', testcode: 'c', statuses: ['passed' as const, 'failed' as const] }]
    const summary = summaryOf(['passed', 'failed'], { flaky, incomplete: true })
    expect(gateMessages(summary, { minScore: 0.9, failOn: ['flaky', 'incomplete'] })).toEqual([
      'the score is 0.5, below --min-score 0.9',
      '1 testcodes are flaky, which --fail-on names',
      'the run is incomplete, which --fail-on names',
    ])
    expect(gateMessages(summary, { minScore: 0.5, failOn: [] })).toEqual([])
    expect(gateMessages(summaryOf(['excluded']), { minScore: 0.5, failOn: [] })).toEqual([
      'the score is unknown, below --min-score 0.5',
    ])
  })
})

describe('on a terminal', () => {
  it.skipIf(process.platform !== 'linux')(
    'draws a live display, and leaves lines and the table without traces of the display',
    async () => {
      vi.restoreAllMocks()
      const agent = await projectWith('')
      const command = `"${process.execPath}" "${BIN}" run --agent "${agent}" --missions ${MISSION} --reporter terminal --no-score --sandbox process --out "${folder.file('reports')}"`
      const { stdout } = await execa('script', ['-qefc', command, '/dev/null'], {
        cwd: root,
        timeout: 80_000,
        env: { TERM: 'xterm', COLUMNS: '', LINES: '' },
      })
      expect(stdout).toMatch(/░ 0\/1 trials/)
      expect(stdout).toMatch(/judge \d+\/\d+/)
      const screen = new VirtualScreen(200)
      screen.write(stdout)
      const text = screen.lines.join('\n')
      expect(text).toMatch(/^✓ text-adventure .* L1 direct #1 {2}\d+\/\d+/m)
      expect(text).toContain('Score 100.0%')
      expect(text).not.toMatch(/[░█]|Report/)
      expect(screen.wraps).toBe(true)
    },
  )
})
