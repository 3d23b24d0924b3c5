/**
 * A run of 40 trials that is killed at random moments and gone on with, against one that is not: every trial once, no call
 * repeated that had been answered, the same summary.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { execa } from 'execa'
import { parseExchange } from '../../harness/lib/models/cache.ts'
import type { Exchange } from '../../harness/lib/models/schema.ts'
import { summarySchema, type Summary } from '../../harness/contracts/schema.ts'
import { purposeOf, smallText } from '../../test/model-server/replies.ts'
import { modelServer, type ModelServer, type Received, type Reply } from '../../test/model-server/server.ts'

const BIN = path.resolve(import.meta.dirname, '..', '..', 'dist/harness/bin.js')
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
/** Milliseconds of a run, from its first event, within which it is killed. */
const LONGEST_LIFE = 1200

export interface Outcome {
  readonly kills: number
  /** Runs that came to their end meanwhile. */
  readonly runs: number
  /** Calls that were on their way when a run was killed, and were made once more. */
  readonly lost: number
  /** What does not hold; empty where all does. */
  readonly problems: readonly string[]
}

/**
 * @param folder A new one, for runs and caches
 * @param random Numbers from 0 to 1
 */
export async function killProof(kills: number, folder: string, random: () => number): Promise<Outcome> {
  const calm = await undisturbed(path.join(folder, 'calm'))
  const problems: string[] = []
  let [done, runs, lost] = [0, 0, 0]
  while (done < kills) {
    runs += 1
    const result = await disturbed(path.join(folder, `run-${String(runs)}`), kills - done, random)
    done += result.kills
    lost += result.lost
    problems.push(...result.problems, ...differences(calm, result.summary))
  }
  return { kills: done, runs, lost, problems }
}

/** Good enough to be judged, by nothing but what is asked; one kind of answer cannot be read. */
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
  if (stdout === '') throw new Error(`the undisturbed run gave nothing: ${stderr}`)
  return summarySchema.parse(JSON.parse(stdout))
}

interface Disturbed {
  readonly kills: number
  readonly lost: number
  readonly summary: Summary
  readonly problems: readonly string[]
}

async function disturbed(folder: string, most: number, random: () => number): Promise<Disturbed> {
  await mkdir(folder, { recursive: true })
  await using server = await modelServer(reply)
  const problems: string[] = []
  let [kills, lost] = [0, 0]
  for (;;) {
    const run = await runFolder(folder)
    const args = run === undefined ? FIRST : ['--resume', path.basename(run)]
    const child = start(args, folder, server)
    const ended = kills < most ? await killedOrEnded(child, folder, random) : await child
    if (ended === 'killed') kills += 1
    const lostNow = server.received.length - (await paidExchanges(folder)).length
    if (lostNow - lost > (ended === 'killed' ? CONCURRENCY : 0))
      problems.push(
        `${String(lostNow - lost)} answers were lost at once, with ${String(CONCURRENCY)} calls on their way`,
      )
    lost = lostNow
    if (ended === 'killed') continue
    if (ended.stdout === '') throw new Error(`a resumed run gave nothing: ${ended.stderr}`)
    const summary = summarySchema.parse(JSON.parse(ended.stdout))
    return { kills, lost, summary, problems: [...problems, ...(await onceProblems(folder, summary))] }
  }
}

/** Kills it at a random moment after the first event that it writes. */
async function killedOrEnded(child: ReturnType<typeof start>, folder: string, random: () => number) {
  const before = await eventsOf(folder)
  const end = child.then((result) => result)
  const begun = async (): Promise<void> => {
    while ((await eventsOf(folder)).length === before.length) await delay(5)
    await delay(random() * LONGEST_LIFE)
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

/** A line that was half written when it was killed is none. */
async function eventsOf(folder: string): Promise<readonly Event[]> {
  const run = await runFolder(folder)
  const text = run === undefined ? '' : await readFile(path.join(run, 'events.jsonl'), 'utf8').catch(() => '')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Event)
}

/** All that was sent and recorded, in whatever trial. */
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

/** Every trial ended once, and was not begun again; nothing that was answered was asked for again. */
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

/** All but what differs from run to run: its name, its place, its times. */
function differences(a: Summary, b: Summary): string[] {
  const [calm, killed] = [a, b].map((summary) => JSON.stringify(comparable(summary), null, 1).split('\n'))
  const changed = (calm ?? []).filter((line, index) => line !== killed?.[index])
  return changed.slice(0, 5).map((line) => `the summary differs: ${line.trim()}`)
}

function comparable(summary: Summary): unknown {
  const text = JSON.stringify(summary, (name, value: unknown) => {
    if (['runId', 'folder', 'report', 'seconds'].includes(name)) return undefined
    // Sums in another order.
    return typeof value === 'number' ? Number(value.toFixed(9)) : value
  })
  return JSON.parse(text)
}
