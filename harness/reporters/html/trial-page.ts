import path from 'node:path'
import type {
  Answers,
  AttemptRecord,
  Brief,
  ModuleGraph,
  NamedScore,
  RunRecord,
  TrialKey,
  TrialRecord,
  Verdict,
} from '../../contracts/schema.ts'
import { isArchitectureScore } from '../../contracts/vocabulary.ts'
import type { Artefacts } from '../../contracts/types.ts'
import type { MissionView } from '../setup.ts'
import {
  type Absent,
  type AttemptView,
  type Measures,
  type ParameterView,
  type TrialPage,
  type VerdictView,
  isAbsent,
} from './data.ts'
import { embedderOf, parameterSimilarity } from './similarity.ts'
import { useView } from './use.ts'
import { omit } from './omit.ts'
import { lastPart } from './visible.ts'
import { levelAndMode } from '../../contracts/variants.ts'
import { isSecretOption } from '../../lib/models/redact.ts'
import { inShell } from '../../lib/processes/shell.ts'

/** The stored data of a trial. */
export interface TrialSources {
  readonly run: RunRecord
  readonly record: TrialRecord
  readonly brief: Brief | undefined
  readonly answers: Answers | undefined
  readonly mission: MissionView | Absent
  readonly scores: readonly NamedScore[] | Absent
  readonly graph: ModuleGraph | undefined
  readonly measures: Measures | Absent
  /** Intermediate results of the agent, if it gave a project. */
  readonly artefacts: Artefacts | undefined
}

/** How the evidence of a verdict is shown. */
export type EvidenceView = (
  trial: TrialKey,
  verdict: Verdict,
) => Promise<Pick<VerdictView, 'picture' | 'before' | 'film' | 'trace' | 'html' | 'htmlBefore' | 'steps'>>

/** Characters of a project's log. */
const LONGEST_LOG = 40_000

export async function trialPage(sources: TrialSources, evidenceOf: EvidenceView): Promise<TrialPage> {
  const { record } = sources
  const { outcome, reason, startedAt, seconds, stages, ledger } = record
  const use = useView(record.agent)
  const verdicts: VerdictView[] = []
  for (const verdict of [record.runnable, ...record.verdicts]) {
    verdicts.push(verdictView(verdict, await evidenceOf(record.trial, verdict)))
  }
  return {
    outcome,
    ...(reason === undefined ? {} : { reason }),
    startedAt,
    seconds,
    ...(ledger === undefined ? {} : { ledger }),
    stages: Object.entries(stages).map(([name, milliseconds]) => ({ name, milliseconds })),
    verdicts,
    attempts: (record.attempts ?? []).map(attemptView),
    controls: (record.controls ?? []).map(
      ({ healthy, reason: shown }) => `${healthy ? 'Healthy' : 'Not healthy'}: ${shown}`,
    ),
    log: lastPart(record.log ?? '', LONGEST_LOG),
    brief: briefView(sources.brief),
    parameters: parameterViews(sources),
    scores: scoreLines(sources.scores, hasWindow(sources)),
    ...architectureView(sources),
    ...(isAbsent(sources.measures) || sources.measures.length > 0 ? { measures: sources.measures } : {}),
    ...(record.submissions === undefined ? {} : { submissions: record.submissions }),
    ...(record.checks === undefined ? {} : { checks: record.checks }),
    ...(use === undefined ? {} : { use }),
    ...workView(sources.artefacts),
    rerun: rerunCommand(sources.run, record.trial),
  }
}

function workView(artefacts: Artefacts | undefined): Pick<TrialPage, 'work'> {
  const { architecture, contract, repository, rounds = [] } = artefacts ?? {}
  if (!architecture && !contract && !repository && rounds.length === 0) return {}
  return {
    work: {
      rounds,
      ...(architecture && { architecture }),
      ...(contract && { contract }),
      ...(repository && { repository }),
    },
  }
}

function attemptView({ outcome, reason, doubt, seconds, points }: AttemptRecord): AttemptView {
  return {
    outcome,
    ...(reason === undefined ? {} : { reason }),
    ...(doubt === undefined ? {} : { doubt }),
    seconds,
    points: points.map(({ testcode, status, reason: why }) => ({
      testcode,
      status,
      ...(why === undefined ? {} : { reason: why }),
    })),
  }
}

function verdictView(
  { evidence, ...verdict }: Verdict,
  shown: Pick<VerdictView, 'picture' | 'before' | 'film' | 'trace' | 'html' | 'htmlBefore' | 'steps'>,
): VerdictView {
  const { console: lines = [], output = '', log = '', refused = [], given = {}, found } = evidence
  const drawn = Object.entries(given).map(([name, value]) => `${name}: ${value}`)
  const instead = found === undefined ? {} : { found }
  return { ...verdict, ...shown, ...instead, console: lines, output, log, refused, given: drawn }
}

function briefView(brief: Brief | undefined): TrialPage['brief'] {
  if (!brief) return { absent: 'The trial has no brief: it ended before one was written.' }
  return omit(brief, 'schemaVersion')
}

/** Right places and colours differ from window to window: they are compared with no others. */
function hasWindow({ run, record }: TrialSources): boolean {
  return run.benchmark.missions.find(({ id }) => id === record.trial.mission)?.kind === 'desktop'
}

function scoreLines(scores: TrialSources['scores'], hasOwnPlaces: boolean): TrialPage['scores'] {
  if (isAbsent(scores)) return scores
  return scores
    .filter(({ name }) => !isArchitectureScore(name) && !(hasOwnPlaces && name === 'parameters'))
    .map(({ name, setting, score }) => {
      const embedder = embedderOf(score)
      return {
        ...{ name, setting },
        ...(score.scored ? { value: score.value } : { reason: score.reason }),
        ...(embedder === undefined ? {} : { embedder }),
      }
    })
}

function architectureView({ scores, graph }: TrialSources): Pick<TrialPage, 'architecture'> {
  const measured = isAbsent(scores) ? [] : scores.filter(({ name }) => isArchitectureScore(name))
  if (measured.length === 0) return {}
  const lines = measured.map(({ name, setting, score }) => ({
    ...{ name, setting },
    ...(score.scored ? { value: score.value } : { reason: score.reason }),
    ...(score.scored && 'whole' in score.detail ? { detail: score.detail } : {}),
  }))
  return { architecture: { lines, ...(graph ? { graph } : {}) } }
}

/** Every parameter of every testcode that the mission asks for, then unrequested answers. */
function parameterViews(sources: TrialSources): ParameterView[] {
  const { mission, answers = {}, scores: scored } = sources
  const isCompared = !hasWindow(sources)
  const scores = isAbsent(scored) || !isCompared ? [] : scored
  const given = answered(answers)
  if (isAbsent(mission)) return given.map((entry) => ({ ...entry, kind: 'unknown', description: '' }))
  const canonical = (isCompared ? mission.canonical?.answers : undefined) ?? {}
  const asked = mission.testcodes.flatMap((testcode) =>
    (testcode.parameters ?? []).map((name): ParameterView => {
      const { kind = 'unknown', description = '' } = mission.parameters[name] ?? {}
      const similarity = parameterSimilarity(scores, SETTING, testcode.id, name)
      const [value, expected] = [answers, canonical].map((each) => valueOf(each, testcode.id, name))
      return {
        ...{ testcode: testcode.id, name, kind, description },
        ...(value === undefined ? {} : { value }),
        ...(expected === undefined ? {} : { canonical: expected }),
        ...(similarity === undefined ? {} : { similarity }),
      }
    }),
  )
  const known = new Set(asked.map(({ testcode, name }) => JSON.stringify([testcode, name])))
  const unasked = given.filter(({ testcode, name }) => !known.has(JSON.stringify([testcode, name])))
  return [...asked, ...unasked.map((entry) => ({ ...entry, ...UNASKED }))]
}

/** The setting of scorers without the published mistakes. */
const SETTING = 'strict'

const UNASKED = { kind: 'unknown', description: 'Was not asked for.' } as const

function answered(answers: Answers): { testcode: string; name: string; value: string }[] {
  return Object.entries(answers).flatMap(([testcode, values]) =>
    Object.keys(values).map((name) => ({ testcode, name, value: valueOf(answers, testcode, name) ?? '' })),
  )
}

/** An agent can answer with anything, including names such as `__proto__`. */
function valueOf(answers: Answers, testcode: string, name: string): string | undefined {
  const values = Object.hasOwn(answers, testcode) ? answers[testcode] : undefined
  if (values === undefined || !Object.hasOwn(values, name)) return undefined
  const value = values[name]
  return typeof value === 'string' ? value : JSON.stringify(value)
}

// ---- rerun ---------------------------------------------------------------------------------------------------------

/**
 * The command that repeats a trial: the same mission of the same benchmark, by the same rules and the same agent. A report is shared, so
 * a value that may be secret is left out as `…`, for the user to fill in.
 */
export function rerunCommand(run: RunRecord, { agent, mission, variant }: TrialKey): string {
  const { benchmark, settings } = run
  const { seed, config, review, protocol, allowedOrigins, patience, python, pythonPath } = settings
  return inShell([
    ...['npx', 'pe', 'run', '--agent', agent, '--missions', mission, ...variantFlags(variant)],
    ...modelFlags(run, agent),
    ...(benchmark.name === 'native' ? [] : ['--benchmark', `${benchmark.name}:${benchmark.source}`]),
    ...(seed === undefined ? [] : ['--seed', seed]),
    ...(protocol === 'default' ? [] : ['--protocol', protocol]),
    ...(patience === undefined ? [] : ['--patience', patience]),
    ...(config === undefined ? [] : ['--config', config]),
    ...(review === undefined ? [] : ['--judge', review.model, '--judge-votes', String(review.votes)]),
    ...(review === undefined || review.together === true ? [] : ['--judge-each']),
    ...allowedOrigins.flatMap((origin) => ['--allow-origin', origin]),
    ...(python === undefined ? [] : ['--python', python]),
    ...(pythonPath.length === 0 ? [] : ['--python-path', pythonPath.join(path.delimiter)]),
  ])
}

/** Kinds of agents that take options; another agent refuses them. */
const WITH_OPTIONS: readonly unknown[] = ['model', 'command', 'adapter']

function modelFlags({ settings, agents = {} }: RunRecord, agent: string): string[] {
  const { kind } = (agents[agent] ?? {}) as { readonly kind?: unknown }
  if (!WITH_OPTIONS.includes(kind)) return []
  const { agentOptions: { model, baseURL, ...others } = {}, repairs, feedback } = settings
  return [
    ...(model === undefined || agent.endsWith(`:${model}`) ? [] : ['--model', model]),
    ...(baseURL === undefined || mayHoldSecret(baseURL) ? [] : ['--base-url', baseURL]),
    ...Object.entries(others).flatMap(([name, value]) => ['--agent-option', `${name}=${shareable(name, value)}`]),
    ...(repairs === undefined ? [] : ['--repairs', String(repairs)]),
    ...(feedback === undefined ? [] : ['--feedback', String(feedback)]),
  ]
}

/** Options have names that their agents choose: what is as long as a key may be one. */
function shareable(name: string, value: string): string {
  const isSecret = isSecretOption(name) || LONG_WORD.test(value) || (URL.canParse(value) && mayHoldSecret(value))
  return isSecret ? '…' : value
}

const LONG_WORD = /[\w+/=-]{24}/

/** An address can contain a password or a key. */
function mayHoldSecret(address: string): boolean {
  if (!URL.canParse(address)) return true
  const { username, password, search } = new URL(address)
  return [username, password, search].some((part) => part !== '')
}

function variantFlags(variant: string): string[] {
  const found = levelAndMode(variant)
  return found ? ['--level', String(found.level), '--mode', found.mode] : ['--variant', variant]
}
