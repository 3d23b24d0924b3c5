import { describe, expect, it } from 'vitest'
import { terminalReporter } from '../../harness/reporters/terminal.ts'
import { pointsFor } from '../../harness/contracts/points.ts'
import type { TrialRecord } from '../../harness/contracts/schema.ts'
import { summarise } from '../../harness/run/summary.ts'
import { keyOf, recordOf, runOf, verdictOf } from '../helpers.ts'
import { percent } from '../../harness/reporters/percent.ts'
import { pointsText } from '../../harness/reporters/points.ts'
import { suitesRunOf, suitesTrials } from '../report/suites-run.ts'
import { eventsOf, setupOf, type KeepingSetup } from './events.ts'
import { VirtualScreen } from './virtual-screen.ts'

async function reported(options: Parameters<typeof setupOf>[0] = {}): Promise<KeepingSetup> {
  const setup = setupOf(options)
  const reporter = terminalReporter(setup)
  for (const event of eventsOf(options.text, 'plain')) await reporter.on(event)
  return setup
}

/** Everything but line breaks and text. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/

describe('the terminal reporter', () => {
  it('prints plain lines without a terminal: one for each trial, then the table', async () => {
    const { stdout, stderr } = await reported()
    expect(stdout.text() + stderr.text()).not.toMatch(CONTROL)
    expect(stderr.text().trimEnd().split('\n')).toEqual([
      expect.stringContaining('warning: the "process" sandbox'),
      '✗ fixture  folder:plain L1 direct #1  2/4  1.5 s  not-launched: plain',
      '    it printed: plain',
    ])
    const lines = stdout.text().split('\n')
    expect(lines[0]).toMatch(/^folder:plain, level 1, direct +points +score +seconds +outcome$/)
    expect(lines[2]).toMatch(/^fixture +2\/8 +at least 25\.0% +1\.5 +not-launched$/)
    expect(stdout.text()).toContain('Score at least 25.0%  2 of 8 points in 3.2 s')
    expect(stdout.text()).toContain(
      '1 of 8 points is unjudged, and 4 are pending, and counted as not passed; with all of them the score would be 87.5%',
    )
    expect(stdout.text()).toContain('Incomplete: continue with pe run --resume plain --out /runs')
    expect(stdout.text()).toContain('Report /runs/plain/index.html\n')
  })

  it('adds the line of the output that says why a project did not start, without control characters', async () => {
    const log = "started with: node server.js\n\u001b[31mError: Cannot find module 'x'\u001b[0m\n    at Module._load\n"
    const record: TrialRecord = {
      ...recordOf(keyOf(), []),
      outcome: 'not-launched',
      reason: 'the server ended before it answered: exit code 1',
      log,
    }
    const setup = setupOf()
    const reporter = terminalReporter(setup)
    await reporter.on({ type: 'trial-end', trial: keyOf(), record })
    const [line, cause] = setup.stderr.text().split('\n')
    expect(line).toContain('not-launched: the server ended before it answered: exit code 1')
    expect(cause).toContain('it printed: ')
    expect(cause).toContain("Error: Cannot find module 'x'")
    expect(cause).not.toMatch(CONTROL)
  })

  it('shows the score of a mission of suites by their weights, and fractions of points in short', async () => {
    const key = keyOf()
    const third = { suite: 'quality', points: pointsFor('partial', 1, 1 / 3) }
    const record: TrialRecord = {
      ...recordOf(key, []),
      runnable: verdictOf('runnable', 'passed', { suite: 'app' }),
      verdicts: [verdictOf('a', 'partial', third), verdictOf('b', 'passed', { suite: 'quality' })],
      suites: ['app', 'quality'].map((id, index) => ({ id, tester: 'playwright', weight: 1 + index * 3 })),
      scoring: 'mean',
    }
    const summary = summarise(runOf([key]), [record], { folder: '/r', report: '/r/index.html', seconds: 3.2 })
    const { stdout, ...setup } = setupOf()
    const reporter = terminalReporter({ ...setup, stdout })
    for (const event of eventsOf(undefined, 'plain'))
      await reporter.on(event.type === 'run-end' ? { ...event, summary } : event)
    // The first suite: 1 of 1 point, weight 1. The second: 4/3 of 2 points, weight 4.
    expect(stdout.text()).toMatch(/^fixture +2\.33\/3 +73\.3% /m)
    expect(stdout.text()).toContain('Score 73.3%  2.33 of 3 points, without weights, in 3.2 s')
  })

  it('says points if testcodes are not worth one each, with what a partial result earned and which limit was reached', async () => {
    const setup = { ...setupOf(), verbose: false }
    const reporter = terminalReporter(setup)
    const trials = suitesTrials()
    for (const record of trials) await reporter.on({ type: 'trial-end', trial: record.trial, record })
    const lines = setup.stderr.text().split('\n')
    expect(lines.find((line) => line.includes('sort  hasty plain #1'))).toContain(
      '✗ sort  hasty plain #1  7.5/23 points  ',
    )
    expect(lines).toContain('    partial case-2 (1.5 of 3 points): printed "9" instead of "10" (case-2)')
    expect(lines).toContain('    error case-3 (0 of 6 points, memory limit): printed "9" instead of "10" (case-3)')
    const run = suitesRunOf(trials.map(({ trial }) => trial))
    const summary = summarise(run, trials, { folder: '/r', report: '/r/index.html', seconds: 1 })
    await reporter.on({ type: 'run-end', summary })
    const text = setup.stdout.text()
    for (const mission of summary.groups.flatMap(({ missions }) => missions)) {
      const all = mission.points.total + mission.unjudged
      const score = `${mission.unjudged > 0 ? 'at least ' : ''}${percent(mission.bounds?.[0] ?? null)}`
      const points = `${pointsText(mission.points.passed)}/${pointsText(all)}`
      expect(text).toMatch(new RegExp(`^${mission.id} +${points} +${score} `, 'm'))
    }
    expect(text).toMatch(/^ {2}cases, weight 0\.8 +35\/40 +87\.5%$/m)
    expect(text).toMatch(/^ {2}style, weight 0\.2 +/m)
  })

  it('shows the measures of a run for each agent if they are known', async () => {
    const key = keyOf()
    const measured = [
      { name: 'error-types', agent: 'a', value: 1, unit: 'types' },
      { name: 'error-types', agent: 'b', value: 2, unit: 'types' },
      { name: 'mean-bytes', value: 3 },
    ]
    const place = { folder: '/r', report: '/r/index.html', seconds: 1, measured }
    const { stdout, ...setup } = setupOf()
    const reporter = terminalReporter({ ...setup, stdout })
    await reporter.on({ type: 'run-end', summary: summarise(runOf([key]), [recordOf(key, [])], place) })
    expect(stdout.text()).toMatch(/^measures of a +value\n[─ ]+\nerror-types +1 type$/m)
    expect(stdout.text()).toMatch(/^measures of b +value\n[─ ]+\nerror-types +2 types$/m)
    expect(stdout.text()).toMatch(/^measures of the run +value\n[─ ]+\nmean-bytes +3$/m)
  })

  it('names the first failed testcodes of a trial with their reasons, and counts the rest', async () => {
    const setup = setupOf()
    const reporter = terminalReporter(setup)
    const key = keyOf()
    const statuses = ['passed', ...Array.from({ length: 7 }, () => 'failed' as const), 'blocked', 'excluded'] as const
    const record = recordOf(key, statuses)
    const [first, ...others] = record.verdicts
    if (!first) throw new Error('the record has verdicts')
    const long = { ...first, reason: `No element\u001b[31m ${'x'.repeat(500)}\nExpected: more` }
    const named = others.map((verdict, index) => ({ ...verdict, reason: `why ${String(index)}` }))
    await reporter.on({ type: 'trial-end', trial: key, record: { ...record, verdicts: [long, ...named] } })
    const lines = setup.stderr.text().trimEnd().split('\n')
    expect(lines[0]).toMatch(/^✗ fixture {2}canonical L1 direct #1 {2}1\/9/)
    expect(lines[1]).toMatch(/^ {4}failed shows: No element/)
    expect(lines[1]?.length).toBeLessThan(220)
    expect(lines[2]).toBe('    failed adds: why 0')
    expect(lines).toHaveLength(7)
    expect(lines[6]).toBe('    … and 2 more, 1 blocked by these')
    expect(setup.stderr.text()).not.toMatch(CONTROL)
  })

  it('names testcodes that failed for one reason once, and counts them', async () => {
    const setup = setupOf()
    const reporter = terminalReporter(setup)
    const key = keyOf()
    const record = recordOf(key, ['passed', ...Array.from({ length: 7 }, () => 'failed' as const)])
    const verdicts = record.verdicts.map((verdict, index) => ({
      ...verdict,
      reason: index < 3 ? `no module (tests/test_a.py:${String(index + 1)})` : 'too large\nExpected: 3\nReceived: 4',
    }))
    await reporter.on({ type: 'trial-end', trial: key, record: { ...record, verdicts } })
    const [, ...lines] = setup.stderr.text().trimEnd().split('\n')
    const [first, fourth] = [verdicts[0]?.testcode, verdicts[3]?.testcode]
    expect(lines).toEqual([
      `    failed ${String(first)} and 2 others: no module`,
      `    failed ${String(fourth)} and 3 others: too large: expected 3, there was 4`,
    ])
  })

  it('shows below a missing value what the agent answered instead', async () => {
    const setup = setupOf()
    const key = keyOf()
    const record = recordOf(key, ['passed', 'bad-parameter'])
    const notes = ['it guessed', 'the answers: no testcode "0" asks for values']
    const agent = { calls: 1, reused: 0, tokens: null, cost: null, paid: null, models: [], notes }
    const reporter = terminalReporter(setup)
    await reporter.on({ type: 'trial-end', trial: key, record: { ...record, agent } })
    expect(setup.stderr.text()).toContain('      the answers: no testcode "0" asks for values\n')
    const other = setupOf()
    await terminalReporter(other).on({ type: 'trial-end', trial: key, record: { ...recordOf(key, ['failed']), agent } })
    expect(other.stderr.text()).not.toContain('answers')
  })

  it('shows below a reason what the page had instead, once if it is the same for all', async () => {
    const setup = setupOf()
    const reporter = terminalReporter(setup)
    const key = keyOf()
    const record = recordOf(key, ['passed', 'failed', 'failed', 'failed', 'failed'])
    const found = ['heading "Hi\u001b[31m"', 'heading "Hi\u001b[31m"', 'no button', 'button "A"']
    const verdicts = record.verdicts.map((verdict, index) => ({
      ...verdict,
      reason: index < 2 ? 'No heading' : 'No button',
      evidence: { found: found[index] ?? '' },
    }))
    await reporter.on({ type: 'trial-end', trial: key, record: { ...record, verdicts } })
    const lines = setup.stderr.text().trimEnd().split('\n').slice(1)
    expect(lines.map((line) => line.replace(/failed .*: /, ''))).toEqual([
      '    No heading',
      '      found heading "Hi"',
      '    No button',
    ])
    const verbose = { ...setupOf(), verbose: true }
    const [verdict] = verdicts
    if (!verdict) throw new Error('the record has verdicts')
    await terminalReporter(verbose).on({ type: 'verdict', trial: key, verdict })
    expect(verbose.stderr.text()).toContain('failed: No heading; found heading "Hi"')
  })

  it('gives at the beginning the own names of agents in files, unless they are those of the files', async () => {
    const setup = setupOf()
    const [begin] = eventsOf(undefined, 'plain').filter((event) => event.type === 'run-begin')
    if (!begin) throw new Error('the run begins')
    const agents = {
      './mine.ts': { kind: 'adapter', name: 'mine' },
      './other.ts': { kind: 'adapter', name: 'planner\u001b[31m' },
      gpt4o: { kind: 'model', name: 'x' },
    }
    await terminalReporter(setup).on({ ...begin, run: { ...begin.run, agents } })
    expect(setup.stderr.text()).toContain('Agent ./other.ts is "planner"\n')
    expect(setup.stderr.text()).not.toMatch(/mine\.ts is|gpt4o/)
  })

  it('gives each agent a score of its own, the best first, and counts an excluded testcode once', async () => {
    const setup = setupOf()
    const keys = [keyOf({ agent: 'weak' }), keyOf({ agent: 'good' })]
    const trials = keys.map((key) =>
      recordOf(key, ['passed', key.agent === 'good' ? 'passed' : 'failed', 'passed', 'excluded']),
    )
    const summary = summarise(runOf(keys), trials, { folder: '/r', report: '/r/index.html', seconds: 2 })
    await terminalReporter(setup).on({ type: 'run-end', summary })
    const text = setup.stdout.text()
    expect(text).toMatch(/^agent +score +points +runnable +seconds\n[─ ]+\ngood, .* 100\.0% .*\nweak, .* 66\.7% /m)
    expect(text).toContain('All together  5 of 6 points in 2.0 s  (1 testcode is excluded: not in the points)')
    expect(text).not.toContain('Score ')
  })

  it('names the command that judges, if the agents were only called', async () => {
    const setup = { ...setupOf(), judge: false }
    const reporter = terminalReporter(setup)
    for (const event of eventsOf(undefined, 'plain')) await reporter.on(event)
    expect(setup.stdout.text()).toContain('Not judged: judge what the agents gave with pe grade plain --out /runs')
    expect(setup.stdout.text()).not.toContain('--resume')
  })

  it('shows the use of models, and what is unknown about it', async () => {
    const setup = setupOf()
    const reporter = terminalReporter(setup)
    const [end] = eventsOf(undefined, 'plain').filter((event) => event.type === 'run-end')
    if (!end) throw new Error('the run ends')
    const use = { calls: 1200, reused: 3, tokens: { input: 45_678, output: 90 }, cost: 0.5, paid: 0.25 }
    await reporter.on({ ...end, summary: { ...end.summary, use } })
    await reporter.on({ ...end, summary: { ...end.summary, use: { ...use, tokens: null, cost: null } } })
    const text = setup.stdout.text()
    expect(text).toContain(
      'Models  1,200 answers, 3 of them from before; 45,678 tokens in, 90 out; 0.5000 US dollars, 0.2500 of them paid by this run',
    )
    expect(text).toContain('tokens unknown; cost unknown')
  })

  it('draws the trials in flight below a line for each ended trial, and clears them at the end', async () => {
    const { stderr } = await reported({ isTTY: true })
    expect(stderr.text()).toContain('0/2 trials')
    const screen = new VirtualScreen()
    screen.write(stderr.text())
    expect(screen.lines).toEqual([
      expect.stringContaining('warning: the "process" sandbox'),
      // The warning is longer than the terminal is wide.
      expect.stringContaining('only projects that you trust'),
      '✗ fixture  folder:plain L1 direct #1  2/4  1.5 s  not-launched: plain',
      '    it printed: plain',
    ])
    expect(screen.wraps).toBe(true)
  })

  it('shows with --verbose the events inside a trial', async () => {
    const setup = { ...setupOf(), verbose: true }
    const reporter = terminalReporter(setup)
    for (const event of eventsOf('why\nmore', 'plain')) await reporter.on(event)
    const lines = setup.stderr.text().trimEnd().split('\n')
    const trial = '  fixture  folder:plain L1 direct #1'
    expect(lines).toContain(`${trial}  judge …`)
    expect(lines).toContain(`${trial}  ✓ runnable  0.0 s`)
    expect(lines).toContain(`${trial}  ✗ adds  0.0 s failed: why`)
  })

  it('shows with --verbose expected and actual values, like the report', async () => {
    const reason =
      'expect(locator).toHaveCount(expected) failed\n\nLocator: x\nExpected: 1\nReceived: 0\n\nCall log:\n  - x'
    const setup = { ...setupOf(), verbose: true }
    const reporter = terminalReporter(setup)
    for (const event of eventsOf(reason, 'plain')) await reporter.on(event)
    expect(setup.stderr.text()).toContain('✗ adds  0.0 s failed: Expected 1, there was 0\n')
  })

  it('says that no verdict changed if everything was judged several times', async () => {
    const setup = setupOf()
    const reporter = terminalReporter(setup)
    for (const event of eventsOf(undefined, 'plain')) {
      const begins = event.type === 'run-begin'
      await reporter.on(
        begins ? { ...event, run: { ...event.run, settings: { ...event.run.settings, repeatJudging: 1 } } } : event,
      )
    }
    expect(setup.stdout.text()).toContain('Judged 2 times: no verdict changed')
    expect((await reported()).stdout.text()).not.toContain('no verdict changed')
  })

  it('prints no table with --json', async () => {
    const { stdout, stderr } = await reported({ json: true })
    expect(stdout.text()).toBe('')
    expect(stderr.text()).toContain('✗ fixture')
  })

  it('lets no text of a project move the cursor, rewrite a line or add one', async () => {
    const lie = 'x\u001b[2K\r✓ fixture  all passed\u009b1A\u0007\nScore 100.0%'
    const { stdout, stderr } = await reported({ text: lie })
    expect(stdout.text() + stderr.text()).not.toMatch(CONTROL)
    for (const line of `${stdout.text()}\n${stderr.text()}`.split('\n')) {
      expect(line).not.toMatch(/^(✓|Score 100)/)
    }
  })
})
