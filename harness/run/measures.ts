/** Measures of the run's scorers: of each trial when it has ended, and of the run at its end. */
import { Interrupted, messageOf } from '../errors.ts'
import {
  SCHEMA_VERSION,
  measureSchema,
  type Measure,
  type Measured,
  type MeasuresRecord,
  type TrialKey,
  type TrialRecord,
  type Unmeasured,
} from '../contracts/schema.ts'
import type { Benchmark, Mission, Project, ScoredRun, Scorer, ScoredTrial } from '../contracts/types.ts'
import { groupBy } from '../lib/collections/group-by.ts'
import type { RunStore, TrialStore } from '../store/store.ts'

export interface Measuring {
  readonly store: (key: TrialKey) => TrialStore
  readonly benchmark: Benchmark
  readonly mission: (id: string) => Mission
  readonly scorers: readonly Scorer[]
}

/** Bytes of the details of one measure, as JSON. */
const LONGEST_DETAIL = 4 * 1024 * 1024

/** Measures a trial by the scorers over trials, and writes the measures beside its record. */
export async function measureTrial(measuring: Measuring, record: TrialRecord): Promise<void> {
  const scorers = measuring.scorers.filter((scorer) => scorer.over === 'trial')
  if (scorers.length === 0) return
  const subject = scoredTrial(measuring, record)
  const measures = await Promise.all(scorers.map((scorer) => namedMeasure(scorer, () => scorer.score(subject))))
  await measuring.store(record.trial).writeMeasures(recordOf(measures.flat()))
}

/**
 * Measures the trials that have ended and lack a measure: those of a harness that was killed after their verdicts were written,
 * and those of a run that was made without a scorer.
 */
export async function measureMissing(measuring: Measuring, records: readonly TrialRecord[]): Promise<void> {
  const names = namesOver(measuring, 'trial')
  for (const record of names.length === 0 ? [] : records) {
    const known = await measuresOf(measuring, record)
    if (names.some((name) => !known.has(name))) await measureTrial(measuring, record)
  }
}

/** Scorers with missing measures, so that nothing is silently absent. */
export async function unmeasuredOf(
  measuring: Measuring,
  run: RunStore,
  records: readonly TrialRecord[],
): Promise<Unmeasured[]> {
  const trials = await Promise.all(records.map((record) => measuresOf(measuring, record)))
  const ofRun = namedMeasures(await run.readMeasures())
  return measuring.scorers.flatMap(({ name, over }) => {
    const all = over === 'trial' ? trials : [ofRun]
    const reasons = all.map((measures) => reasonWithout(measures.get(name))).filter((reason) => reason !== undefined)
    const [reason] = reasons
    if (reason === undefined) return []
    return [{ scorer: name, reason, ...(over === 'trial' ? { trials: reasons.length } : {}) }]
  })
}

async function measuresOf({ store }: Measuring, { trial }: TrialRecord): Promise<ReadonlyMap<string, Measure>> {
  return namedMeasures(await store(trial).readMeasures())
}

function namedMeasures(record: MeasuresRecord | undefined): ReadonlyMap<string, Measure> {
  return new Map(record?.measures.map(({ name, measure }) => [name, measure]))
}

function reasonWithout(measure: Measure | undefined): string | undefined {
  if (measure === undefined) return 'nothing was measured'
  return measure.scored || measure.applicable === false ? undefined : measure.reason
}

type Scored = Extract<Measure, { scored: true }>

/** The means of the measures of trials, by agent and variant in the order of the scorers; then the measures of the run and its agents. */
export async function measuredOf(
  measuring: Measuring,
  run: RunStore,
  records: readonly TrialRecord[],
): Promise<Measured[]> {
  const groups = groupBy(records, ({ trial }) => JSON.stringify([trial.agent, trial.variant]))
  const means = await Promise.all([...groups.values()].map((group) => meansOf(measuring, group)))
  const measures = await run.readMeasures()
  return [...means.flat(), ...namesOver(measuring, 'run').flatMap((name) => measuredInRun(name, measures))]
}

/** The measure of each agent if they are known, because the measure of the run mixes the agents; else that of the run. */
function measuredInRun(name: string, record: MeasuresRecord | undefined): Measured[] {
  const perAgent = Object.entries(record?.agents ?? {}).flatMap(([agent, measures]) =>
    scoredNamed(name, measures).map((measure) => ({ name, agent, ...meaning(measure, measure.value) })),
  )
  if (perAgent.length > 0) return perAgent
  return scoredNamed(name, record?.measures).map((measure) => ({ name, ...meaning(measure, measure.value) }))
}

function scoredNamed(name: string, measures: MeasuresRecord['measures'] = []): Scored[] {
  return measures.flatMap((each) => (each.name === name && each.measure.scored ? [each.measure] : []))
}

/** Means over the trials of an agent and a variant. */
async function meansOf(measuring: Measuring, group: readonly TrialRecord[]): Promise<Measured[]> {
  const trials = await Promise.all(group.map((record) => measuresOf(measuring, record)))
  return namesOver(measuring, 'trial').flatMap((name) => {
    const measures = trials.map((each) => each.get(name)).filter((measure) => measure?.scored === true)
    const [first] = measures
    const [record] = group
    if (first === undefined || record === undefined) return []
    const { agent, variant } = record.trial
    const value = measures.reduce((sum, measure) => sum + measure.value, 0) / measures.length
    return [{ name, agent, variant, trials: measures.length, ...meaning(first, value) }]
  })
}

function namesOver({ scorers }: Measuring, over: Scorer['over']): string[] {
  return scorers.filter((scorer) => scorer.over === over).map(({ name }) => name)
}

function meaning({ unit, better }: Scored, value: number): Pick<Measured, 'value' | 'unit' | 'better'> {
  return { value, ...(unit === undefined ? {} : { unit }), ...(better === undefined ? {} : { better }) }
}

/** Measures a run by the scorers over runs. */
export async function measureRun(measuring: Measuring, run: RunStore, trials: readonly TrialRecord[]): Promise<void> {
  const scorers = measuring.scorers.filter((scorer) => scorer.over === 'run')
  if (scorers.length === 0) return
  const subject = {
    record: run.record,
    trials: trials.map((record) => scoredTrial(measuring, record)),
  }
  const measures = await Promise.all(scorers.map((scorer) => namedMeasure(scorer, () => scorer.score(subject))))
  const agents = await measuresByAgent(scorers, subject)
  await run.writeMeasures({ ...recordOf(measures.flat()), ...(agents === undefined ? {} : { agents }) })
}

type RunScorer = Extract<Scorer, { over: 'run' }>

/** The scorers over runs, which measure each agent alone too. */
export function perAgent(scorers: readonly Scorer[]): Scorer[] {
  return scorers.map((scorer) => (scorer.over === 'run' ? { ...scorer, perAgent: true } : scorer))
}

/** Undefined if the run has one agent, whose measures are those of the run. */
async function measuresByAgent(scorers: readonly RunScorer[], subject: ScoredRun): Promise<MeasuresRecord['agents']> {
  const own = scorers.filter((scorer) => scorer.perAgent === true)
  const groups = groupBy(subject.trials, ({ record }) => record.trial.agent)
  if (own.length === 0 || groups.size < 2) return undefined
  const measured = [...groups].map(async ([agent, trials]) => {
    const score = (scorer: RunScorer) => namedMeasure(scorer, () => scorer.score({ ...subject, trials }))
    const measures = await Promise.all(own.map(score))
    return [agent, measures.flat().map(withoutDetail)] as const
  })
  return Object.fromEntries(await Promise.all(measured))
}

/** The details of the run contain those of each agent. */
function withoutDetail({ name, measure }: MeasuresRecord['measures'][number]): MeasuresRecord['measures'][number] {
  return { name, measure: measure.scored ? { ...measure, detail: undefined } : measure }
}

function recordOf(measures: MeasuresRecord['measures']): MeasuresRecord {
  return { schemaVersion: SCHEMA_VERSION, measures }
}

function scoredTrial({ store, benchmark, mission }: Measuring, record: TrialRecord): ScoredTrial {
  const own = store(record.trial)
  const about = mission(record.trial.mission)
  return {
    record,
    mission: about,
    project: () => own.readProject(),
    answers: () => own.readAnswers(),
    submissions: () => submittedIn(own),
    canonical: () => benchmark.canonical(about),
    data: async () => benchmark.scorerData?.(about),
  }
}

async function submittedIn(store: TrialStore): Promise<readonly Project[]> {
  const projects: Project[] = []
  for (const number of await store.callNumbers('submissions')) {
    const kept = await store.call('submissions', number).readKeptProject()
    if (kept) projects.push(kept.project)
  }
  return projects
}

/** Empty if the run was stopped, or its budget spent, before the measure was made: a resumed run makes it. */
async function namedMeasure(
  scorer: Scorer,
  score: () => Promise<Measure> | Measure,
): Promise<MeasuresRecord['measures']> {
  const measure = await measured(scorer, score)
  return measure ? [{ name: scorer.name, measure }] : []
}

/** Validates a measure. A scorer that throws has no measure, and does not affect the others. */
async function measured({ detail }: Scorer, score: () => Promise<Measure> | Measure): Promise<Measure | undefined> {
  try {
    const measure = measureSchema.parse(await score())
    if (!measure.scored || measure.detail === undefined) return measure
    const checked = detail ? detail.parse(measure.detail) : measure.detail
    if (JSON.stringify(checked).length > LONGEST_DETAIL)
      return { scored: false, reason: `its details are longer than ${String(LONGEST_DETAIL)} characters` }
    return { ...measure, detail: checked }
  } catch (error) {
    if (error instanceof Interrupted) return undefined
    return { scored: false, reason: messageOf(error).slice(0, 2000) }
  }
}
