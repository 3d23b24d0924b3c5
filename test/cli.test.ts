import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { main } from '../harness/cli.ts'
import { commandsOf } from '../harness/commands/index.ts'
import { FREQUENT_FLAGS } from '../harness/commands/run/flags.ts'
import * as errors from '../harness/errors.ts'
import { EXIT, type ExitCode } from '../harness/contracts/exit-codes.ts'
import { root } from './helpers.ts'
import { papers } from './papers.ts'

interface Call {
  readonly command: string
  readonly options: Readonly<Record<string, unknown>>
}

interface Outcome {
  readonly code: ExitCode
  readonly calls: readonly Call[]
  readonly stdout: string
  readonly stderr: string
}

let stdout = ''
let stderr = ''
beforeEach(() => {
  stdout = ''
  stderr = ''
  // The streams are the process's own; what goes to them is kept instead of shown.
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((stderr += String(text)), true))
  vi.spyOn(process.stdout, 'write').mockImplementation((text: unknown) => {
    stdout += String(text)
    return true
  })
  vi.spyOn(console, 'error').mockImplementation((text: unknown) => void (stderr += `${String(text)}\n`))
})
afterEach(() => vi.restoreAllMocks())

/** Calls the command line with handlers that only write down what reaches them. */
async function pe(
  argv: readonly string[],
  give: () => ExitCode | Promise<ExitCode> = () => EXIT.done,
): Promise<Outcome> {
  const calls: Call[] = []
  const code = await main(argv, async (command, _, options) => {
    calls.push({ command, options: { ...options } })
    return Promise.resolve(give())
  })
  return { code, calls, stdout, stderr }
}

const RUN_DEFAULTS = {
  benchmark: 'native',
  agents: ['null'],
  agentOptions: {},
  config: undefined,
  repairs: 0,
  feedback: 0,
  maxCost: undefined,
  maxTokens: undefined,
  own: { testers: [], launchers: [], scorers: [] },
  cache: true,
  judge: true,
  score: true,
  retry: [],
  variants: undefined,
  levels: undefined,
  modes: undefined,
  missions: [],
  samples: 1,
  concurrency: undefined,
  quickFirst: false,
  timeout: 300,
  testcodeTimeout: undefined,
  patience: 'auto',
  startTimeout: 30,
  installTimeout: 300,
  allowedOrigins: [],
  sandbox: undefined,
  installNetwork: 'registry',
  protocol: 'default',
  python: undefined,
  pythonPath: undefined,
  out: 'reports',
  outGiven: false,
  resume: undefined,
  json: false,
  minScore: undefined,
  reporters: undefined,
  verbose: false,
  failOn: [],
  repeatJudging: 0,
  seed: undefined,
  embedder: { embedder: 'lexical', model: 'Xenova/all-MiniLM-L6-v2', offline: false },
}

describe('what reaches the handlers', () => {
  it('is the default of every flag of run', async () => {
    expect((await pe(['run', '--agent', 'null'])).calls).toEqual([{ command: 'run', options: RUN_DEFAULTS }])
  })

  it.each([
    [['--agent', 'canonical,folder:./a'], { agents: ['canonical', 'folder:./a'] }],
    [['--level', '3, 1'], { levels: [3, 1] }],
    [['--mode', 'cascade,direct'], { modes: ['cascade', 'direct'] }],
    [['--missions', 'todo,bmi-calculator'], { missions: ['todo', 'bmi-calculator'] }],
    [['--variant', 'a,b'], { variants: ['a', 'b'] }],
    [['--rounds', '5'], { variants: ['rounds-5'] }],
    [['--rounds', '1'], { variants: undefined }],
    [['--samples', '5'], { samples: 5 }],
    [['--concurrency', '3'], { concurrency: 3 }],
    [['--quick-first'], { quickFirst: true }],
    [['--timeout', '60'], { timeout: 60 }],
    [['--testcode-timeout', '2.5'], { testcodeTimeout: 2.5 }],
    [['--start-timeout=7'], { startTimeout: 7 }],
    [['--install-timeout', '90'], { installTimeout: 90 }],
    [
      ['--allow-origin', 'https://cdn.example.org/lib/', '--allow-origin', 'http://10.0.0.1:81'],
      { allowedOrigins: ['https://cdn.example.org', 'http://10.0.0.1:81'] },
    ],
    [['--sandbox', 'process'], { sandbox: 'process' }],
    [['--install-network', 'none'], { installNetwork: 'none' }],
    [['--benchmark', 'projecteval:a:b'], { benchmark: 'projecteval:a:b' }],
    [['--protocol', 'paper'], { protocol: 'paper' }],
    [['--seed', '7'], { seed: '7' }],
    [['--seed', 'spring-2025'], { seed: 'spring-2025' }],
    [['--python', '/opt/python'], { python: '/opt/python' }],
    [['--python-path', '/a:/b'], { pythonPath: ['/a', '/b'] }],
    [['--out', 'elsewhere'], { out: 'elsewhere', outGiven: true }],
    [['--agent-option', 'a=1,2', '--agent-option', 'b=c=d'], { agentOptions: { a: '1,2', b: 'c=d' } }],
    [['--base-url', 'http://localhost:1/v1'], { agentOptions: { baseURL: 'http://localhost:1/v1' } }],
    [['--config', 'mine.ts'], { config: 'mine.ts' }],
    [['--repairs', '2'], { repairs: 2 }],
    [['--feedback', '3'], { feedback: 3 }],
    [['--max-cost', '1.5'], { maxCost: 1.5 }],
    [['--max-tokens', '100000'], { maxTokens: 100_000 }],
    [['--no-cache'], { cache: false }],
    [['--no-judge'], { judge: false }],
    [['--json'], { json: true }],
    [['--reporter', 'junit,./own.ts'], { reporters: ['junit', './own.ts'] }],
    [['--verbose'], { verbose: true }],
    [
      ['--embedder', 'transformers', '--embedding-model', './m', '--offline'],
      { embedder: { embedder: 'transformers', model: './m', offline: true } },
    ],
    [
      ['--tester', './a.ts', '--tester', './b.ts', '--launcher', './c.ts', '--scorer', './d.ts'],
      { own: { testers: ['./a.ts', './b.ts'], launchers: ['./c.ts'], scorers: ['./d.ts'] } },
    ],
    [['--fail-on', 'partial,timeout'], { failOn: ['partial', 'timeout'] }],
    [['--fail-on', 'timeout,flaky'], { failOn: ['timeout', 'flaky'] }],
    [['--repeat-judging', '2'], { repeatJudging: 2 }],
    [['--min-score', '0'], { minScore: 0 }],
    [['--min-score', '0.95'], { minScore: 0.95 }],
  ])('is run %j', async (flags, options) => {
    const {
      calls,
      code,
      stderr: text,
    } = await pe(['run', ...(flags[0] === '--agent' ? [] : ['--agent', 'null']), ...flags])
    expect(text).toBe('')
    expect(code).toBe(EXIT.done)
    expect(calls).toEqual([{ command: 'run', options: { ...RUN_DEFAULTS, ...options } }])
  })

  it.each([
    [['list'], 'list', { what: 'missions', out: 'reports', json: false }],
    [['list', '--benchmark', 'projecteval:d'], 'list', { what: 'missions', benchmark: 'projecteval:d' }],
    [['list', 'agents', '--json'], 'list', { what: 'agents', json: true }],
    [['list', 'runs', '--out', 'o'], 'list', { what: 'runs', out: 'o' }],
    [['requeue', 'r', 't.1', 't.2', '--redis', 'redis://h'], 'requeue', { run: 'r', trials: ['t.1', 't.2'] }],
    [
      ['show', 'todo'],
      'show',
      { mission: 'todo', variant: undefined, questions: false, template: undefined, json: false },
    ],
    [
      ['show', 'todo', '--level', '3', '--questions', '--json'],
      'show',
      { variant: 'L3.direct', questions: true, json: true },
    ],
    [['report'], 'report', { runs: [], out: 'reports', port: 0, open: true, serve: true, singleFile: false }],
    [
      ['report', 'an-id', '--out', 'o', '--port', '8123', '--no-open', '--no-serve'],
      'report',
      { runs: ['an-id'], out: 'o', port: 8123, open: false, serve: false },
    ],
    [['report', 'a', 'b', '--single-file'], 'report', { runs: ['a', 'b'], singleFile: true }],
    [['view'], 'view', { out: 'reports', port: 0, open: true, serve: true }],
    [['view', '--no-serve', '--out', 'o'], 'view', { out: 'o', serve: false }],
    [['trace', 'a', 'b'], 'trace', { run: 'a', trial: 'b', testcode: undefined, out: 'reports', open: true }],
    [['trace', 'a', 'b', 'c', '--no-open'], 'trace', { run: 'a', trial: 'b', testcode: 'c', open: false }],
    [['selftest', 'a', 'b', '--quick'], 'selftest', { names: ['a', 'b'], quick: true, sandbox: undefined }],
    [['selftest'], 'selftest', { names: [], quick: false }],
    [['show', 'p1', '--benchmark', 'projecteval:d'], 'show', { mission: 'p1', benchmark: 'projecteval:d' }],
    [['show', 'p1', '--level', '2', '--protocol', 'paper'], 'show', { variant: 'L2.direct', protocol: 'paper' }],
    [['agreement', 'a', 'b'], 'agreement', { run: 'a', other: 'b', where: [], out: 'reports', json: false }],
    [
      ['agreement', 'a', 'b.csv', '--where', 'timestamp=1', '--where', 'mode=a=b', '--json'],
      'agreement',
      {
        where: [
          { column: 'timestamp', value: '1' },
          { column: 'mode', value: 'a=b' },
        ],
        json: true,
      },
    ],
    [['doctor'], 'doctor', { benchmark: 'native', python: undefined, pythonPath: undefined, json: false }],
    [
      ['doctor', '--benchmark', 'projecteval:d', '--python', 'p', '--python-path', '/a'],
      'doctor',
      { benchmark: 'projecteval:d', python: 'p', pythonPath: ['/a'] },
    ],
    [['run', '--resume', '2025-01-01'], 'run', { resume: '2025-01-01', agents: [] }],
    [['run', '--resume', 'x', '--concurrency', '2'], 'run', { resume: 'x', concurrency: 2 }],
    [['run', '--resume', 'x', '--retry', 'unjudged,agent'], 'run', { resume: 'x', retry: ['unjudged', 'agent'] }],
    [
      ['run', '--resume', 'x', '--max-cost', '5', '--fail-on', 'failed', '--json', '--no-cache', '--config', 'f'],
      'run',
      { resume: 'x', maxCost: 5, failOn: ['failed'], json: true, cache: false, config: 'f' },
    ],
    [['compare', 'a', 'b'], 'compare', { runs: ['a', 'b'], out: 'reports', force: false, json: false }],
    [
      ['compare', 'a', '--force', '--json', '--out', 'o'],
      'compare',
      { runs: ['a'], force: true, json: true, out: 'o' },
    ],
    [['export', '--format', 'csv'], 'export', { run: undefined, format: 'csv', out: 'reports', to: undefined }],
    [
      ['export', 'a', '--format', 'xlsx', '--to', 'f', '--out', 'o'],
      'export',
      { run: 'a', format: 'xlsx', to: 'f', out: 'o' },
    ],
    [['leaderboard'], 'leaderboard', { runs: [], format: 'markdown', out: 'reports', to: undefined, force: false }],
    [
      ['leaderboard', 'a', 'b', '--format', 'csv', '--to', 'f', '--force'],
      'leaderboard',
      { runs: ['a', 'b'], format: 'csv', to: 'f', force: true },
    ],
    [['grade', 'an-id', '--json'], 'grade', { run: 'an-id', out: 'reports', json: true, minScore: undefined }],
    [['cache', 'ls'], 'cache', { what: 'ls', json: false }],
    [['cache', 'clear', '--json'], 'cache', { what: 'clear', json: true }],
    [['new', 'agent', 'mine'], 'new', { what: 'agent', name: 'mine' }],
    [['new', 'mission', 'mine', '--missions-dir', 'd'], 'new', { what: 'mission', name: 'mine', missionsDir: 'd' }],
    [['list', '--missions-dir', 'd'], 'list', { benchmark: `missions:${path.resolve('d')}` }],
    [
      ['validate'],
      'validate',
      {
        missions: [],
        benchmark: 'native',
        faults: false,
        generated: 7,
        sample: undefined,
        seed: undefined,
        seeds: undefined,
        json: false,
      },
    ],
    [
      ['validate', 'a', 'b', '--faults', '--sample', '4', '--sample-seed', '7', '--generated', '9', '--json'],
      'validate',
      { missions: ['a', 'b'], faults: true, generated: 9, sample: 4, sampleSeed: 7, json: true },
    ],
    [['doctor', '--json'], 'doctor', { json: true }],
  ])('is %j', async (argv, command, options) => {
    const { calls, code } = await pe(argv)
    expect(code).toBe(EXIT.done)
    expect(calls).toHaveLength(1)
    expect(calls[0]?.command).toBe(command)
    expect(calls[0]?.options).toMatchObject(options)
  })

  it('gives the exit code of the handler back', async () => {
    for (const code of Object.values(EXIT)) expect((await pe(['doctor'], () => code)).code).toBe(code)
  })
})

describe('what was typed wrongly', () => {
  it.each([
    [[], /command/i],
    [['frobnicate'], /frobnicate/],
    [['run', 'extra', '--agent', 'null'], /extra/],
    [['run', '--agent', 'null', '--frob'], /frob/],
    [['run', '--agent'], /agent/],
    [['run', '--agent', 'null', '--level', '4'], /--level is 1, 2 or 3, not "4"/],
    [['run', '--agent', 'null', '--level', '0x2'], /--level is 1, 2 or 3, not "0x2"/],
    [['show', 'todo', '--level', '0x2'], /--level is 1, 2 or 3, not "0x2"/],
    [['show', 'todo', '--protocol', 'paper'], /--protocol goes with --level/],
    [['show', 'todo', '--level', '1', '--questions', '--protocol', 'paper'], /--protocol goes with --level/],
    [['run', '--agent', 'null', '--level', 'two'], /--level is 1, 2 or 3/],
    [['run', '--agent', 'null', '--level', '1,'.repeat(2) + '9'], /not "9"/],
    [['run', '--agent', 'null', '--level', ','], /--level/],
    [['run', '--agent', 'null', '--mode', 'indirect'], /--mode is direct or cascade, not "indirect"/],
    [['run', '--agent', 'null', '--mode', ','], /--mode/],
    [['run', '--agent', 'null', '--samples', '0'], /--samples takes a whole number/],
    [['run', '--agent', 'null', '--samples', '1.5'], /--samples/],
    [['run', '--agent', 'null', '--samples', 'many'], /--samples/],
    [['run', '--agent', 'null', '--samples', '1e9'], /--samples/],
    [['run', '--agent', 'null', '--concurrency', '-1'], /--concurrency/],
    [['run', '--agent', 'null', '--timeout', '0'], /--timeout takes a number of seconds/],
    [['run', '--agent', 'null', '--timeout', 'soon'], /--timeout/],
    [['run', '--agent', 'null', '--timeout', 'Infinity'], /--timeout/],
    [['run', '--agent', 'null', '--testcode-timeout', '-5'], /--testcode-timeout/],
    [['run', '--agent', 'null', '--start-timeout', '1e9'], /--start-timeout/],
    [['run', '--agent', 'null', '--min-score', '95'], /--min-score takes a number from 0 to 1; 95% is 0.95/],
    [['run', '--agent', 'null', '--min-score', 'all'], /--min-score/],
    [['run', '--agent', 'null', '--fail-on', 'passed'], /--fail-on is partial, failed, .*, not "passed"/],
    [['run', '--agent', 'null', '--repeat-judging', '-1'], /--repeat-judging takes a whole number/],
    [['run', '--agent', 'null', '--reporter', ','], /--reporter/],
    [['run', '--agent', 'null', '--samples', '1', '--samples', '2'], /--samples/],
    [['run', '--agent', 'null', '--embedding-model', 'm'], /--embedding-model goes with --embedder transformers/],
    [['score', '--embedding-model', 'm', '--embedder', 'lexical'], /--embedding-model goes with/],
    [['run', '--no-agent'], /agent/],
    [['run', '--agent', 'null', '--no-level'], /level/],
    [['run', '--agent', 'null', '--agent-option', 'temperature'], /--agent-option takes name=value/],
    [['run', '--agent', 'null', '--max-cost', '0'], /--max-cost takes a number above 0/],
    [['run', '--agent', 'null', '--max-tokens', 'many'], /--max-tokens/],
    [['run', '--agent', 'null', '--repairs', '-1'], /--repairs takes a whole number/],
    [['run', '--agent', 'null', '--retry', 'agent'], /--retry goes with --resume/],
    [['run', '--agent', 'null', '--rounds', '0'], /--rounds takes a whole number/],
    [['run', '--agent', 'null', '--rounds', '31'], /--rounds takes a whole number/],
    [['run', '--agent', 'null', '--rounds', '2', '--variant', 'a'], /rounds.*variant|variant.*rounds/],
    [['run', '--resume', 'x', '--rounds', '2'], /--rounds is only for new runs/],
    [['run', '--resume', 'x', '--agent', 'null'], /--agent is only for new runs/],
    [['run', '--resume', 'x', '--level', '3'], /--level is only for new runs/],
    [['run', '--resume', 'x', '--samples', '1'], /--samples is only for new runs/],
    [['run', '--resume', 'x', '--missions-dir', 'd'], /--missions-dir is only for new runs/],
    [['run', '--resume', 'x', '--allow-origin', 'https://cdn.example.org'], /--allow-origin is only for new runs/],
    [['run', '--resume', 'x', '--retry', 'passed'], /--retry is unjudged, .*not "passed"/],
    [['grade'], /run|argument/],
    [['cache', 'eat'], /eat/],
    [['new', 'model', 'x'], /model/],
    [['validate', '--sample', '0'], /--sample/],
    [['list', '--missions-dir', 'd', '--benchmark', 'projecteval:d'], /--missions-dir and --benchmark/],
    [['list', 'everything'], /everything/],
    [['show'], /mission|argument/],
    [['show', 'todo', '--level', '4'], /4/],
    [['show', 'todo', '--level', '1', '--level', '2'], /--level/],
    [['run', '--agent', 'null', '--missions', ','], /--missions/],
    [['report', '--port', '70000'], /--port/],
    [['report', '--port', 'any'], /--port/],
    [['compare'], /runs|argument/],
    [['export', 'a'], /format/],
    [['export', 'a', '--format', 'pdf'], /pdf/],
    [['leaderboard', '--format', 'pdf'], /pdf/],
    [['doctor', 'now'], /now/],
    [['run', '--agent', 'null', '--protocol', 'original'], /--protocol is default or paper, not "original"/],
    [['agreement', 'a'], /other|Not enough/],
    [['agreement', 'a', 'b', '--where', 'timestamp'], /--where takes COLUMN=VALUE, not "timestamp"/],
  ])('is refused in one line: %j', async (argv, message) => {
    const { code, calls, stderr: text } = await pe(argv)
    expect(calls).toEqual([])
    expect(text).toMatch(/^pe: [^\n]+\n$/)
    expect(text).toMatch(message)
    expect(text).not.toContain('internal error')
    expect(code).toBe(EXIT.usage)
  })

  it.each([
    [['rum'], 'there is no command "rum"; did you mean pe run?'],
    [['frobnicate', 'a', 'b'], 'there is no command "frobnicate"; see pe --help'],
    [['run', '--agnet', 'x'], 'run has no flag --agnet; did you mean --agent?'],
    [['run', '--agent', 'null', '--agentoption=a=1'], 'run has no flag --agentoption; did you mean --agent-option?'],
    [['run', '-x'], 'run has no flag -x; see pe run --help'],
    [
      ['run', 'extra', '--agent', 'null'],
      'unexpected argument "extra": pe run (did you mean --missions extra?); see pe run --help',
    ],
    [['run', '--agent'], '--agent takes a value'],
    [['compare'], '<runs..> is missing: pe compare <runs..>; see pe compare --help'],
    [['agreement', 'a'], '<other> is missing: pe agreement <run> <other>; see pe agreement --help'],
    [['list', 'mission'], 'pe list takes missions, variants, agents, runs, not "mission"; did you mean missions?'],
    [['list', 'foo'], 'pe list takes missions, variants, agents, runs, not "foo"'],
    [
      ['export', 'a', '--format', 'xls'],
      '--format takes json, jsonl, csv, xlsx, junit, markdown, html, published, not "xls"; did you mean xlsx?',
    ],
    [['export', 'a'], '--format is missing; see pe export --help'],
  ])('is said plainly, in English, and with what was meant: %j', async (argv, message) => {
    vi.stubEnv('LC_ALL', 'de_DE.UTF-8')
    expect(await pe(argv)).toMatchObject({ code: EXIT.usage, stderr: `pe: ${message}\n` })
    vi.unstubAllEnvs()
  })

  it('takes a flag that is given twice as both, or refuses it', async () => {
    const { code, calls, stderr: text } = await pe(['run', '--agent', 'null', '--agent', 'canonical'])
    expect(text).not.toContain('internal error')
    if (code === EXIT.done) expect(calls[0]?.options['agents']).toEqual(['null', 'canonical'])
    else expect(code).toBe(EXIT.usage)
  })
})

describe('what goes wrong in a handler', () => {
  const fail = (error: unknown) =>
    pe(['doctor'], () => {
      throw error
    })

  it.each([
    ['UsageError', new errors.UsageError('a message'), EXIT.usage],
    ['HarnessFault', new errors.HarnessFault('a message'), EXIT.harness],
    ['AgentFault', new errors.AgentFault('a message'), EXIT.harness],
    ['ProjectFault', new errors.ProjectFault('a message'), EXIT.harness],
    ['BadParameter', new errors.BadParameter('a message'), EXIT.harness],
    ['ExpectationNotMet', new errors.ExpectationNotMet('a message'), EXIT.harness],
    ['DeadlineExceeded', new errors.DeadlineExceeded('a message'), EXIT.harness],
  ])('a %s is one line, without a stack', async (_, error, expected) => {
    const { code, stderr: text } = await fail(error)
    expect(code).toBe(expected)
    expect(text).toBe('pe: a message\n')
  })

  it('an Interrupted says nothing more', async () => {
    expect(await fail(new errors.Interrupted('stopped'))).toMatchObject({ code: EXIT.interrupted, stderr: '' })
  })

  it('the fault of the harness is told with its cause', async () => {
    const { stderr: text } = await fail(new errors.HarnessFault('no browser', { cause: new Error('no such file') }))
    expect(text).toBe('pe: no browser (no such file)\n')
  })

  it('anything else shows its stack', async () => {
    const { code, stderr: text } = await fail(new TypeError('a mistake'))
    expect(code).toBe(EXIT.harness)
    expect(text).toContain('internal error; please report it with this stack: TypeError: a mistake\n    at ')
    expect((await fail('a text')).stderr).toContain('a text')
  })
})

/** The flags that a help text describes. */
function flagsIn(help: string): string[] {
  return [...help.matchAll(/^ +--([a-z-]+) /gm)].map(([, name = '']) => name)
}

function escaped(text: string): string {
  return text.replaceAll(/[[\]<>.]/g, String.raw`\$&`)
}

describe('help and version', () => {
  it('--help names every command in its group and the exit codes, and runs none', async () => {
    const { code, calls, stdout: text } = await pe(['--help'])
    expect(code).toBe(EXIT.done)
    expect(calls).toEqual([])
    for (const { call } of commandsOf(papers).values())
      expect(text).toMatch(new RegExp(`^ *pe ${escaped(call)}( |$)`, 'm'))
    for (const title of ['Run', 'Look', 'Compare', 'Your own', 'Check', 'Many machines'])
      expect(text).toContain(`\n${title}:\n`)
    expect(text).toContain('Exit codes')
  })

  it('run --help shows the frequent flags, and where the others are', async () => {
    const { calls, stdout: text } = await pe(['run', '--help'])
    expect(calls).toEqual([])
    expect(flagsIn(text).toSorted()).toEqual([...FREQUENT_FLAGS, 'help', 'help-all', 'version'].toSorted())
    expect(text).toMatch(/\d+ more flags: pe run --help-all/)
    expect(text).not.toMatch(/\[(?:string|number|boolean|array)\]/)
  })

  it('run --help-all shows every flag under the heading of its group, with its default', async () => {
    const { calls, stdout: text } = await pe(['run', '--help-all'])
    expect(calls).toEqual([])
    const shown = flagsIn(text)
    expect(new Set(shown).size).toBe(shown.length)
    expect(shown).toEqual(expect.arrayContaining([...FREQUENT_FLAGS, 'repeat-judging', 'install-network', 'lease']))
    expect(text).toContain(`show all ${String(shown.length - 3)} flags`)
    for (const title of ['Agent', 'Missions', 'Judging', 'Models', 'Sandbox', 'Output', 'Many machines', 'Options'])
      expect(text).toContain(`\n${title}:\n`)
    const options = text.slice(text.indexOf('\nOptions:'), text.indexOf('\nExamples:'))
    expect(flagsIn(options)).toEqual(['version', 'help', 'help-all'])
    expect(text).toMatch(/--timeout [^[]*\[default: 300\]/)
  })

  it('a flag that help does not show is accepted, and suggested if it is misspelt', async () => {
    expect((await pe(['run', '--agent', 'null', '--lease', '5', '--executor', 'local'])).stderr).not.toContain(
      'no flag',
    )
    expect((await pe(['run', '--agent', 'null', '--leese', '5'])).stderr).toContain('did you mean --lease?')
  })

  it.each(['list', 'show', 'compare', 'score', 'agreement', 'cache', 'doctor', 'selftest'])(
    '%s --help says what --json does',
    async (command) => {
      expect((await pe([command, '--help'])).stdout).toMatch(/--json +print it as JSON/)
    },
  )

  it('validate --help says what differs for missions with windows', async () => {
    const text = (await pe(['validate', '--help'])).stdout.replaceAll(/\s+/g, ' ')
    expect(text).toContain('by default all but those with windows')
    expect(text).toContain('the baselines null, blank-window, still-picture, noise and flicker')
    expect(text).toContain('takes 2 to 3 minutes')
  })

  it('--version is that of the package', async () => {
    const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string }
    expect((await pe(['--version'])).stdout.trim()).toBe(version)
  })
})

describe('a full disk', () => {
  it('is told in one line with the place and the remedy, by the exit code of the harness', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      path: '/r/run/trials/t/trial.json',
    })
    const failures = [full, new errors.HarnessFault('it cannot be written', { cause: full })]
    for (const failure of failures) {
      stderr = ''
      const { code } = await pe(['run', '--agent', 'null'], () => Promise.reject(failure))
      expect(code).toBe(EXIT.harness)
      expect(stderr).toBe(
        'pe: the disk is full while /r/run/trials/t/trial.json was written: make room there, or name another folder with --out or TMPDIR\n',
      )
    }
  })
})

describe('pe tables', () => {
  it('writes the format that the name of the file says, unless --format says another', async () => {
    const formatOf = async (...flags: string[]) => (await pe(['tables', 'run', ...flags])).calls[0]?.options['format']
    expect(await formatOf()).toBe('md')
    expect(await formatOf('--to', 'tables/4.CSV')).toBe('csv')
    expect(await formatOf('--to', 'tables.txt')).toBe('md')
    expect(await formatOf('--to', 'tables.csv', '--format', 'html')).toBe('html')
  })
})
