import { briefFor } from '../briefs.ts'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { BROWSER_FLAGS, findBrowser } from '../../harness/lib/browser/find.ts'
import type { MissionView } from '../../harness/reporters/setup.ts'
import { MACHINES } from '../../harness/store/read.ts'
import {
  SCHEMA_VERSION,
  type MachineLine,
  type NamedScore,
  type RunRecord,
  type ScoresRecord,
  type Status,
  type TrialKey,
  type TrialRecord,
  type Verdict,
} from '../../harness/contracts/schema.ts'
import type { Exchange } from '../../harness/lib/models/schema.ts'
import { RunStore } from '../../harness/store/store.ts'
import type { Artefacts, Project } from '../../harness/contracts/types.ts'
import { projectDigest } from '../../harness/lib/files/project-digest.ts'
import { keyOf, missionOf, runOf, temporaryFolder, verdictOf } from '../helpers.ts'
import { CONTRACT_WORK } from './contract-work.ts'
import { PLANNING_WORK } from './planning-work.ts'

const TESTCODES = [
  { id: 'shows', page: 'Home', function: 'Show the list', expects: 'The list shows what was added.' },
  { id: 'adds', page: 'Home', function: 'Add to the list', expects: 'The total says 25.0 once it is added.' },
  { id: 'counts', page: 'Statistics', function: 'Count', expects: 'The number of entries.' },
] as const

const LETTERS: Readonly<Record<string, Status>> = {
  p: 'passed',
  f: 'failed',
  t: 'timeout',
  e: 'error',
  b: 'blocked',
  a: 'bad-parameter',
  n: 'not-run',
  u: 'unjudged',
}

/** Agent, mission, sample, and its points: the runnable one, then the testcodes. */
const TRIALS = [
  ['good', 'shop', 1, 'pppp'],
  ['good', 'shop', 2, 'pppf'],
  ['good', 'notes', 1, 'pppp'],
  ['good', 'notes', 2, 'pppp'],
  ['bad', 'shop', 1, 'pfab'],
  ['bad', 'shop', 2, 'ptpe'],
  ['bad', 'notes', 1, 'nnnn'],
  ['bad', 'notes', 2, 'pppu'],
] as const

const REASON = [
  'expect(locator).toHaveText(expected) failed',
  '',
  `Locator: locator('#total')`,
  'Expected string: "25.0"',
  'Received string: "24.1"',
  '',
  'Call log:',
  '  - waiting for #total',
].join('\n')

export const RUN_ID = '2025-01-01T00-00-00-abcdef'
export const FAILED_TRIAL = 'shop.bad.L1.direct.1'

export const SCORED_TRIAL = 'shop.good.L1.direct.1'

/** Its agent worked from a planning graph. */
export const PLANNED_TRIAL = 'notes.good.L1.direct.1'

type Score = Extract<NamedScore['score'], { scored: true }>
const scored = (value: number, detail: Score['detail']): Score => ({ scored: true, value, detail })
const fileMatch = (produced: string | null, canonical: string | null, similarity: number, more: object = {}) => ({
  ...{ produced, canonical, similarity },
  ...more,
})
const MATCHES = [
  fileMatch('src/total.js', 'lib/total.js', 0.81, {
    language: 'javascript',
    components: { ngram: 0.7, weighted: 0.72, syntax: 0.95 },
  }),
  fileMatch('server.js', 'README.md', 0.12),
  fileMatch('logo.png', null, 0),
]

const inGraph = (path: string, more: object = {}) => ({
  ...{ path, language: 'javascript', functions: 3, placeholders: 0 },
  ...more,
})
const GRAPH: NonNullable<ScoresRecord['graph']> = {
  modules: [
    inGraph('server.js', { entry: true }),
    inGraph('src/total.js', { placeholders: 1 }),
    inGraph('src/<b>.js', { orphan: true }),
  ],
  links: [
    { from: 0, to: 1 },
    { from: 2, to: 1, broken: 'line 7: "gone" of "./total.js": the file does not define the name' },
    { from: 0, missing: './nowhere.js', broken: 'line 2: "./nowhere.js": there is no such file' },
  ],
  more: { modules: 4, links: 0 },
}

/** As the scorers leave it in the folder of a trial. */
const SCORES: ScoresRecord = {
  schemaVersion: SCHEMA_VERSION,
  digest: '0',
  facts: {
    ...{ files: 3, bytes: 2048, leftOut: [] },
    languages: [{ language: 'javascript', files: 2, lines: 41, tokens: 320 }],
    bodies: { total: 5, empty: 1, placeholder: 2 },
  },
  graph: GRAPH,
  scores: [
    { name: 'code', setting: 'paper', score: scored(0.5, { files: MATCHES.slice(0, 1), leftOut: [] }) },
    { name: 'code', setting: 'strict', score: scored(0.465, { files: MATCHES, leftOut: [] }) },
    {
      name: 'path-f1',
      setting: 'paper',
      score: scored(0.5, { part: 600, whole: 1200, findings: [{ path: 'a.js', text: 'missing' }], more: 599 }),
    },
    {
      name: 'path-f1',
      setting: 'strict',
      score: scored(0.4, {
        ...{ part: 2, whole: 5, more: 0 },
        findings: [
          { path: 'a.js', text: 'missing' },
          { path: 'b.js', text: 'missing' },
          { path: 'src/total.js', text: 'not in the reference' },
        ],
      }),
    },
    { name: 'linkage', setting: 'paper', score: scored(0.75, { part: 3, whole: 4, findings: [], more: 0 }) },
    {
      name: 'linkage',
      setting: 'strict',
      score: scored(0.5, {
        ...{ part: 1, whole: 2, more: 3 },
        findings: [{ path: 'src/<b>.js', line: 7, text: '"gone" of "./total.js": the file does not define the name' }],
      }),
    },
    { name: 'orphans', setting: 'strict', score: { scored: false, reason: 'nothing says how it is started' } },
    { name: 'checklist', setting: 'paper', score: { scored: false, reason: 'there is no checklist' } },
    { name: 'checklist', setting: 'strict', score: scored(0.9, { embedder: 'lexical-1', items: [] }) },
    {
      name: 'parameters',
      setting: 'strict',
      score: scored(0.75, {
        parameters: [
          { of: 'shows', name: 'home_url', similarity: 1, exact: true, equivalent: true },
          { of: 'shows', name: 'add_button', similarity: 0.5, exact: false, equivalent: false },
        ],
        ...{ total: 2, exact: 1, equivalent: 1 },
      }),
    },
  ],
}

/** As the client of models leaves it. */
const EXCHANGE: Exchange = {
  schemaVersion: 1,
  digest: '0',
  purpose: 'code',
  at: '2025-01-01T00:00:01.000Z',
  milliseconds: 5200,
  request: {
    ...{ server: 'openai', model: 'writer-1', parameters: {}, sample: 1, attempt: 1 },
    messages: [
      { role: 'system', content: 'You write programs.' },
      { role: 'user', content: 'Make a shop.' },
    ],
  },
  response: { text: 'Here it is.', finish: 'stop', model: 'writer-1-0613', tokens: { input: 1200, output: 3400 } },
  failures: ['429 Too Many Requests'],
  reused: false,
  price: null,
  cost: 0.0421,
}

export const PROJECT: Project = {
  files: [
    { path: 'server.js', content: `import './total.js'\n// the produced server\n` },
    { path: 'src/total.js', content: 'export const total = () => 24.1\n' },
    { path: 'logo.png', content: Buffer.from([0x89, 0x50, 0, 0xff]) },
  ],
}
const CANONICAL: Project = {
  files: [
    { path: 'server.js', content: '// the canonical server\n' },
    { path: 'lib/total.js', content: 'export const total = () => 25\n' },
    { path: 'README.md', content: '# Shop\n' },
  ],
}

export function missionView(): Promise<MissionView> {
  const { parameters = {} } = missionOf()
  const testcodes = TESTCODES.map((testcode) => ({ ...testcode, needs: [], parameters: ['home_url', 'add_button'] }))
  const canonical = {
    project: CANONICAL,
    answers: { shows: { home_url: 'http://localhost:8000/', add_button: '#add' } },
  }
  return Promise.resolve({ parameters, testcodes, canonical })
}

/** A run of two agents with every status, written to disk as a run writes it; one trial of it was never begun. */
export async function writeRichRun(root: string): Promise<{ folder: string; run: RunRecord; trials: TrialRecord[] }> {
  const keys = TRIALS.map(([agent, mission, sample]) => keyOf({ agent, mission, sample }))
  const pending = keyOf({ agent: 'bad', mission: 'notes', sample: 3 })
  const plain = runOf([...keys, pending])
  const missions = plain.benchmark.missions.map((mission) => ({ ...mission, testcodes: [...TESTCODES] }))
  const run: RunRecord = { ...plain, runId: RUN_ID, benchmark: { ...plain.benchmark, missions } }
  await using store = await RunStore.create(root, run)
  await writeFile(path.join(store.folder, MACHINES), keys.map(({ id }, index) => machineLine(id, index)).join(''))
  const trials: TrialRecord[] = []
  for (const [index, key] of keys.entries()) trials.push(await writeTrial(store, key, TRIALS[index]?.[3] ?? ''))
  return { folder: store.folder, run, trials }
}

/** A run of one trial, whose agent left some work. */
export async function writeWorkRun(
  root: string,
  artefacts: Artefacts,
): Promise<{ folder: string; run: RunRecord; trials: TrialRecord[]; trial: string }> {
  const key = keyOf({ agent: 'good', mission: 'notes', sample: 1 })
  const plain = runOf([key])
  const missions = plain.benchmark.missions.map((mission) => ({ ...mission, testcodes: [...TESTCODES] }))
  const run: RunRecord = { ...plain, runId: RUN_ID, benchmark: { ...plain.benchmark, missions } }
  await using store = await RunStore.create(root, run)
  const record = await writeTrial(store, key, 'pppp', artefacts)
  return { folder: store.folder, run, trials: [record], trial: `#/trial/${RUN_ID}/${key.id}` }
}

function artefactsOf(trial: string): Artefacts | undefined {
  if (trial === SCORED_TRIAL) return CONTRACT_WORK
  return trial === PLANNED_TRIAL ? PLANNING_WORK : undefined
}

async function writeTrial(
  store: RunStore,
  key: TrialKey,
  letters: string,
  artefacts = artefactsOf(key.id),
): Promise<TrialRecord> {
  const trial = store.trial(key)
  const [runnable, ...verdicts] = Array.from(letters, (letter, index) => verdict(index, LETTERS[letter] ?? 'passed'))
  const launched = !letters.startsWith('n')
  const record: TrialRecord = {
    schemaVersion: SCHEMA_VERSION,
    trial: key,
    outcome: launched ? 'judged' : 'not-launched',
    ...(launched ? {} : { reason: 'the server ended before it answered: exit code 7', failedAt: 'launch' as const }),
    runnable: runnable ?? verdict(0, 'passed'),
    verdicts,
    stages: { generate: 1200, freeze: 3, answer: 400, launch: 800, ...(launched ? { open: 300, judge: 4000 } : {}) },
    seconds: 6.7,
    startedAt: '2025-01-01T00:00:00.000Z',
    log: 'listening on 8000\nTypeError: total is not a function',
  }
  await trial.writeBrief(await briefFor(missionOf({ id: key.mission, prompt: 'Make a shop.' }), 'L1.direct'))
  const project = artefacts === undefined ? PROJECT : { ...PROJECT, artefacts }
  await trial.writeProject(project, projectDigest(project))
  await trial.writeAnswers({ shows: { home_url: 'http://localhost:8000/', add_button: '#plus' } })
  await trial.writeRecord(record)
  if (key.id === FAILED_TRIAL) await writeEvidence(path.join(trial.folder, 'evidence'))
  if (key.id === SCORED_TRIAL) {
    await writeFile(path.join(trial.folder, 'scores.json'), JSON.stringify(SCORES))
    await writeFile(path.join(trial.folder, 'exchanges.jsonl'), `${JSON.stringify(EXCHANGE)}\n{"half": `)
  }
  return record
}

/** Two workers, one of which has a long name. */
function machineLine(trial: string, index: number): string {
  const host = index % 2 === 0 ? 'one' : 'ip-10-20-30-40.eu-central-1.compute.internal'
  const control = index === 3 ? { control: 'run alone after 3 workers had died with it' } : {}
  const line: MachineLine = {
    trial,
    worker: `${host}-4711-abcdef`,
    host,
    waited: 3 * index,
    seconds: 2,
    at: 1000 + index,
    ...control,
  }
  return `${JSON.stringify(line)}\n`
}

function verdict(index: number, status: Status): Verdict {
  const id = index === 0 ? 'runnable' : (TESTCODES[index - 1]?.id ?? '')
  if (status === 'passed') return verdictOf(id, status)
  const evidence = {
    screenshot: 'evidence/shows.png',
    trace: 'evidence/shows.zip',
    console: ['[error] 500 (Internal Server Error)'],
  }
  return verdictOf(id, status, {
    reason: REASON,
    milliseconds: 1500,
    ...(id === 'shows' && status === 'failed' ? { evidence } : {}),
  })
}

/** Starting a browser takes a second: the tests of a process share what it made. */
let madeEvidence: Promise<Evidence> | undefined

interface Evidence {
  readonly picture: Buffer
  readonly trace: Buffer
}

async function writeEvidence(folder: string): Promise<void> {
  const { picture, trace } = await (madeEvidence ??= makeEvidence())
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'shows.png'), picture)
  await writeFile(path.join(folder, 'shows.zip'), trace)
}

/** A screenshot and a trace as Playwright makes them. */
async function makeEvidence(): Promise<Evidence> {
  const found = await findBrowser(process.env)
  if ('missing' in found) throw new Error(found.missing)
  await using folder = await temporaryFolder()
  const trace = path.join(folder.path, 'trace.zip')
  const browser = await chromium.launch({ executablePath: found.path, args: [...BROWSER_FLAGS] })
  try {
    const page = await browser.newPage()
    await page.context().tracing.start({ snapshots: true })
    await page.setContent('<button id="add">Add</button><p id="total">24.1</p>')
    await page.getByRole('button', { name: 'Add' }).click()
    const picture = await page.screenshot()
    await page.context().tracing.stop({ path: trace })
    return { picture, trace: await readFile(trace) }
  } finally {
    await browser.close()
  }
}
