/**
 * Kills a run of 40 trials at random moments, resumes it, and compares it with an undisturbed run: every trial runs once, no
 * answered call is repeated, and the summary is the same.
 */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { execa } from 'execa'
import { parseExchange } from '../../harness/lib/models/cache.ts'
import type { Exchange } from '../../harness/lib/models/schema.ts'
import { summarySchema, type Summary } from '../../harness/contracts/schema.ts'
import type { Proof } from './parts.ts'
import { purposeOf, smallText } from '../../test/model-server/replies.ts'
import { modelServer, type ModelServer, type Received, type Reply } from '../../test/model-server/server.ts'

const BIN = path.resolve(import.meta.dirname, '..', '..', 'dist/pe/bin.js')
const TRIALS = 40
const CONCURRENCY = 2
const MATRIX = [
  '--seed',
  '7',
  '--missions',
  'bmi-calculator,todo',
  '--level',
  '1,2,3',
  '--mode',
  'direct,cascade',
  '--samples',
  '4',
]
/** Milliseconds after the first event of a run within which it is killed. */
const MAX_LIFETIME = 1200

export interface Outcome {
  readonly kills: number
  /** Number of completed runs. */
  readonly runs: number
  /** Calls that were in flight when a run was killed, and were repeated. */
  readonly lost: number
  /** Violations; empty if there are none. */
  readonly problems: readonly string[]
}

const KILLS = 50

/** @param args The number of kills */
export async function provenKills([count = String(KILLS)]: readonly string[]): Promise<Proof> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pe-prove-kills-'))
  try {
    const { kills, runs, lost, problems } = await killProof(Number(count), folder, Math.random)
    const repeated = `${String(lost)} calls were repeated because their answers were lost`
    return {
      figures: [
        `${String(kills)} kills in ${String(runs)} runs of ${String(TRIALS)} trials: ${String(problems.length)} problems; ${repeated}`,
      ],
      problems: kills === 0 ? [...problems, 'no run was killed'] : problems,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * @param folder An empty folder for runs and caches
 * @param random Numbers from 0 to 1
 */
export async function killProof(kills: number, folder: string, random: () => number): Promise<Outcome> {
  const undisturbedSummary = await undisturbed(path.join(folder, 'undisturbed'))
  const problems: string[] = []
  let [done, runs, lost] = [0, 0, 0]
  while (done < kills) {
    runs += 1
    const result = await disturbed(path.join(folder, `run-${String(runs)}`), kills - done, random)
    done += result.kills
    lost += result.lost
    problems.push(...result.problems, ...differences(undisturbedSummary, result.summary))
  }
  return { kills: done, runs, lost, problems }
}

/** Answers that depend on the request only and can be judged; one kind of answer is unreadable. */
function reply(request: Received): Reply {
  const prompt = request.messages.at(-1)?.content ?? ''
  const unreadable = purposeOf(request) === 'code' && prompt.includes('Complete this skeleton')
  const text = unreadable ? 'I will do that.' : smallText(request)
  return { kind: 'answer', text }
}

function start(args: readonly string[], folder: string, server: ModelServer) {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    XDG_CACHE_HOME: path.join(folder, 'cache'),
    TMPDIR: folder,
    ...(process.env['PE_CHROMIUM'] === undefined ? {} : { PE_CHROMIUM: process.env['PE_CHROMIUM'] }),
    OPENAI_API_KEY: 'sk-proof-0123456789abcdef',
    OPENAI_BASE_URL: server.baseURL,
  }
  const flags = ['run', '--json', '--out', path.join(folder, 'reports'), ...args]
  return execa('node', [BIN, ...flags], { env, extendEnv: false, reject: false, stdin: 'ignore' })
}

const FIRST = ['--agent', 'gpt4o', '--concurrency', String(CONCURRENCY), ...MATRIX]

async function undisturbed(folder: string): Promise<Summary> {
  await mkdir(folder, { recursive: true })
  await using server = await modelServer(reply)
  const { stdout, stderr } = await start(FIRST, folder, server)
  if (stdout === '') throw new Error(`the undisturbed run printed no summary: ${stderr}`)
  return summarySchema.parse(JSON.parse(stdout))
}

interface Disturbed {
  readonly kills: number
  readonly lost: number
  readonly summary: Summary
  readonly problems: readonly string[]
}

async function disturbed(folder: string, maxKills: number, random: () => number): Promise<Disturbed> {
  await mkdir(folder, { recursive: true })
  await using server = await modelServer(reply)
  const problems: string[] = []
  let [kills, lost] = [0, 0]
  for (;;) {
    const run = await runFolder(folder)
    const args = run === undefined ? FIRST : ['--resume', path.basename(run)]
    const child = start(args, folder, server)
    const ended = kills < maxKills ? await killedOrEnded(child, folder, random) : await child
    if (ended === 'killed') kills += 1
    const lostNow = server.received.length - (await paidExchanges(folder)).length
    if (lostNow - lost > (ended === 'killed' ? CONCURRENCY : 0))
      problems.push(
        `one kill lost ${String(lostNow - lost)} answers, with at most ${String(CONCURRENCY)} calls in flight`,
      )
    lost = lostNow
    if (ended === 'killed') continue
    if (ended.stdout === '') throw new Error(`a resumed run printed no summary: ${ended.stderr}`)
    const summary = summarySchema.parse(JSON.parse(ended.stdout))
    return { kills, lost, summary, problems: [...problems, ...(await onceProblems(folder, summary))] }
  }
}

/** Kills a run at a random moment after its first new event. */
async function killedOrEnded(child: ReturnType<typeof start>, folder: string, random: () => number) {
  const before = await eventsOf(folder)
  const end = child.then((result) => result)
  const begun = async (): Promise<void> => {
    while ((await eventsOf(folder)).length === before.length) await delay(5)
    await delay(random() * MAX_LIFETIME)
  }
  const first = await Promise.race([end, begun().then(() => undefined)])
  if (first !== undefined) return first
  child.kill('SIGKILL')
  const result = await end
  return result.signal === 'SIGKILL' ? ('killed' as const) : result
}

async function runFolder(folder: string): Promise<string | undefined> {
  const reports = path.join(folder, 'reports')
  const names = existsSync(reports) ? await readdir(reports) : []
  const name = names.find((each) => existsSync(path.join(reports, each, 'run.json')))
  return name === undefined ? undefined : path.join(reports, name)
}

interface Event {
  readonly type: string
  readonly trial?: { readonly id: string }
}

/** Ignores a last line that is incomplete because the run was killed. */
async function eventsOf(folder: string): Promise<readonly Event[]> {
  const run = await runFolder(folder)
  const text = run === undefined ? '' : await readFile(path.join(run, 'events.jsonl'), 'utf8').catch(() => '')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Event)
}

/** The exchanges of all trials that were sent and recorded. */
async function paidExchanges(folder: string): Promise<readonly Exchange[]> {
  const run = await runFolder(folder)
  const trials = run === undefined ? '' : path.join(run, 'trials')
  const names = existsSync(trials) ? await readdir(trials) : []
  const texts = await Promise.all(
    names.map((name) => readFile(path.join(trials, name, 'exchanges.jsonl'), 'utf8').catch(() => '')),
  )
  const lines = texts.flatMap((text) => text.split('\n'))
  return lines.map(parseExchange).filter((exchange) => exchange?.reused === false) as Exchange[]
}

/** Checks that every trial ended once and did not start again, and that no exchange was paid for twice. */
async function onceProblems(folder: string, { trials }: Summary): Promise<string[]> {
  const problems: string[] = []
  if (trials !== TRIALS) problems.push(`${String(trials)} trials instead of ${String(TRIALS)}`)
  const ended = new Set<string>()
  for (const { type, trial } of await eventsOf(folder)) {
    if (trial && (type === 'trial-begin' || type === 'trial-end') && ended.has(trial.id))
      problems.push(`${type} of ${trial.id} after its end`)
    if (trial && type === 'trial-end') ended.add(trial.id)
  }
  const digests = (await paidExchanges(folder)).map(({ digest }) => digest)
  const twice = digests.filter((digest, index) => digests.indexOf(digest) !== index)
  if (twice.length > 0) problems.push(`${String(twice.length)} exchanges were paid for twice`)
  return problems
}

/** Compares summaries without the fields that differ between runs: id, folders, times and the load of the machine. */
function differences(a: Summary, b: Summary): string[] {
  const [expected, actual] = [a, b].map((summary) => JSON.stringify(comparable(summary), null, 1).split('\n'))
  const changed = (expected ?? []).filter((line, index) => line !== actual?.[index])
  return changed.slice(0, 5).map((line) => `the summary differs: ${line.trim()}`)
}

function comparable(summary: Summary): unknown {
  const text = JSON.stringify(summary, (name, value: unknown) => {
    if (['runId', 'folder', 'report', 'seconds', 'ledger', 'concurrency'].includes(name)) return undefined
    // Rounded, because sums in another order differ in the last digits.
    return typeof value === 'number' ? Number(value.toFixed(9)) : value
  })
  return JSON.parse(text)
}
