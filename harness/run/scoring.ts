/** Similarities of trials to the canonical solution. They are beside the verdicts and never change them. */
import { HarnessFault, UsageError, messageOf } from '../errors.ts'
import { sha256 } from '../lib/files/digest.ts'
import {
  SCHEMA_VERSION,
  SETTINGS,
  type Answers,
  type Checklist,
  type NamedScore,
  type ScoresRecord,
} from '../contracts/schema.ts'
import { isAlone } from '../contracts/vocabulary.ts'
import type { ScorerPool } from '../scorers/pool.ts'
import type { TrialStore } from '../store/store.ts'
import type { Benchmark, ChecklistItem, Mission, ParameterValue, Project, Work, WorkFile } from '../contracts/types.ts'

/** Raised with every change of the scorers' results: earlier scores are then computed again. */
const VERSION = 4

export interface ScoringTools {
  readonly benchmark: Benchmark
  readonly pool: ScorerPool
}

/**
 * Computes the scores of a trial in both settings, and writes them beside it. Reuses scores of the same input.
 * @throws UsageError if the embedder is not available
 * @throws HarnessFault if the trial cannot be read
 */
export async function scoreTrial(store: TrialStore, mission: Mission, tools: ScoringTools): Promise<ScoresRecord> {
  const produced = await producedWork(store)
  const held = await heldAgainst(mission, tools.benchmark)
  const digest = digestOf(produced, held, await tools.pool.embedder())
  const earlier = await earlierScores(store)
  if (earlier?.digest === digest) return earlier
  const task = { produced, canonical: 'work' in held ? held.work : {}, settings: SETTINGS }
  const { scores, facts, graph, complete } = await tools.pool.score(task)
  const record: ScoresRecord = {
    schemaVersion: SCHEMA_VERSION,
    // An empty digest matches no input, so that incomplete scores are computed again the next time.
    digest: complete ? digest : '',
    scores: 'reason' in held ? scores.map(withReason(held.reason)) : scores.map(reasonIn(mission)),
    ...(facts ? { facts } : {}),
    ...(graph ? { graph } : {}),
  }
  await store.writeScores(record)
  return record
}

/** Scores of another version are computed again: they contain only computed values. */
async function earlierScores(store: TrialStore): Promise<ScoresRecord | undefined> {
  try {
    return await store.readScores()
  } catch (error) {
    if (error instanceof HarnessFault) return undefined
    throw error
  }
}

async function producedWork(store: TrialStore): Promise<Work> {
  const project = await store.readProject()
  const answers = await store.readAnswers()
  return { ...(project ? workOf(project) : {}), ...(answers ? { parameters: valuesOf(answers) } : {}) }
}

type Held = { readonly work: Work } | { readonly reason: string }

async function heldAgainst(mission: Mission, benchmark: Benchmark): Promise<Held> {
  try {
    return { work: await canonicalWork(mission, benchmark) }
  } catch (error) {
    if (error instanceof UsageError) return { reason: messageOf(error) }
    throw error
  }
}

/** @throws UsageError if the benchmark has no canonical solution */
export async function canonicalWork(mission: Mission, benchmark: Benchmark): Promise<Work> {
  const { project, answers, tests, others } = await benchmark.canonical(mission)
  const skeleton = await benchmark.skeleton(mission)
  return {
    code: project.files,
    skeleton,
    checklist: itemsOf(mission.checklist ?? []),
    ...(mission.kind === 'desktop' ? {} : { parameters: valuesOf(answers) }),
    ...(tests === undefined ? {} : { tests }),
    ...(others === undefined ? {} : { others }),
  }
}

/** Right places and colours differ from window to window, so their texts are not compared. */
function reasonIn({ kind }: Mission): (named: NamedScore) => NamedScore {
  const instead = withReason('every window has its own places, keys and colours')
  return (named) => (kind === 'desktop' && named.name === 'parameters' ? instead(named) : named)
}

function withReason(reason: string): (named: NamedScore) => NamedScore {
  return (named) =>
    isAlone(named.name) ? named : { ...named, score: { scored: false, reason, nothingCanonical: true } }
}

function workOf({ files, launch, artefacts }: Project): Work {
  return {
    code: files,
    ...(launch ? { launch } : {}),
    ...(artefacts?.architecture ? { architecture: artefacts.architecture } : {}),
    ...(artefacts?.contract ? { contract: artefacts.contract.contract } : {}),
    ...(artefacts?.skeleton ? { skeleton: artefacts.skeleton } : {}),
    ...(artefacts?.checklist ? { checklist: itemsOf(artefacts.checklist) } : {}),
  }
}

function itemsOf(checklist: Checklist): ChecklistItem[] {
  return checklist.flatMap(({ page, functions }) => functions.map((item) => ({ page, ...item })))
}

function valuesOf(answers: Answers): ParameterValue[] {
  return Object.entries(answers).flatMap(([testcode, values]) =>
    Object.entries(values).map(([name, value]) => ({ of: testcode, name, value })),
  )
}

function digestOf(produced: Work, held: Held, embedder: string): string {
  const other = 'work' in held ? digestible(held.work) : held.reason
  return sha256(JSON.stringify([VERSION, embedder, digestible(produced), other]))
}

function digestible(work: Work): object {
  const { code, skeleton, tests, others } = work
  const digests = (files: readonly WorkFile[] | undefined) => files?.map(fileDigest)
  return {
    ...work,
    ...{ code: digests(code), skeleton: digests(skeleton), tests: digests(tests), others: digests(others) },
  }
}

function fileDigest({ path, content }: WorkFile): readonly [string, string | null] {
  return [path, content === null ? null : sha256(content)]
}
