import type { MeasuresRecord, ScoresRecord, TrialKey, TrialRecord, Verdict } from '../../contracts/schema.ts'
import { HarnessFault } from '../../errors.ts'
import type { Project } from '../../contracts/types.ts'
import type { Exchange } from '../../lib/models/schema.ts'
import { outFlag } from '../reports-folder.ts'
import type { MissionView, ReadExchanges, ReporterSetup } from '../setup.ts'
import { toJson } from './chunk.ts'
import {
  isAbsent,
  type Absent,
  type ExchangeView,
  type ExchangesChunk,
  type TrajectoryChunk,
  type Measures,
  type TraceView,
  type VerdictView,
} from './data.ts'
import { isOnlyPicture } from './film.ts'
import { trialFiles } from './files.ts'
import type { ReportForm } from './forms.ts'
import type { ReportedRun } from './groups.ts'
import { OverviewBuilder } from './overview.ts'
import { inShell } from '../../lib/processes/shell.ts'
import { stepsOf } from './steps.ts'
import { trialPage, type EvidenceView } from './trial-page.ts'
import { visible } from './visible.ts'

type Sources = Pick<ReporterSetup, 'runs' | 'mission' | 'tables'>

/**
 * Builds the report of one or several runs, a trial at a time.
 * @param unfinishedAt The time, if the run goes on
 */
export async function buildReport(
  reported: readonly ReportedRun[],
  sources: Sources,
  form: ReportForm,
  unfinishedAt?: Date,
): Promise<void> {
  const overview = new OverviewBuilder(reported)
  const copy = reported.length > 1
  await form.begin(overview.head())
  for (const each of reported) {
    const missions = new Missions(each, sources)
    overview.noteRunMeasures(each, await measuresOf(() => sources.runs.readRunMeasures(each.folder)))
    overview.noteMachines(each, await sources.runs.readMachines(each.folder))
    // They read all trials at once, which only the last report waits for.
    if (unfinishedAt === undefined) overview.noteTables(each, (await sources.tables?.(each.folder, each.run)) ?? [])
    for (const key of each.run.trials) {
      const record = await sources.runs.readTrial(each.folder, key)
      const index = overview.add(each, key, record)
      if (!record) continue
      const mission = await missions.get(key.mission)
      await trialChunks(index, { each, record, mission, sources, form, copy, overview })
    }
  }
  await form.chunk('comparisons', toJson(overview.comparisons()))
  await form.chunk('overview', toJson(overview.overview(unfinishedAt)))
  await form.end()
}

interface TrialParts {
  readonly each: ReportedRun
  readonly record: TrialRecord
  readonly mission: MissionView | Absent
  readonly sources: Sources
  readonly form: ReportForm
  readonly copy: boolean
  readonly overview: OverviewBuilder
}

async function trialChunks(index: number, parts: TrialParts): Promise<void> {
  const { each, record, mission, sources, form, copy, overview } = parts
  const { runs } = sources
  const { folder } = each
  const key = record.trial
  const scored = await scoresRecord(folder, key, sources)
  const scores = isAbsent(scored) ? scored : scored.scores
  if (!isAbsent(scores)) overview.noteEmbedders(each, scores)
  const [brief, answers] = [await runs.readBrief(folder, key), await runs.readAnswers(folder, key)]
  const measures = await measuresOf(() => runs.readMeasures(folder, key))
  if (!isAbsent(measures)) overview.noteMeasures(each, key, measures)
  const evidence = evidenceOf(each, sources, form, { pictures: `picture-${String(index)}`, copy })
  const project = await producedProject(folder, key, sources)
  const artefacts = isAbsent(project) ? undefined : project.artefacts
  const graph = isAbsent(scored) ? undefined : scored.graph
  const page = await trialPage(
    { run: each.run, record, brief, answers, mission, scores, graph, measures, artefacts },
    evidence,
  )
  await form.chunk(`trial-${String(index)}`, toJson(page))
  const files = trialFiles(project, canonicalProject(mission), isAbsent(scored) ? undefined : scored)
  await form.chunk(`files-${String(index)}`, toJson(files))
  const exchanges = exchangesChunk(await runs.readExchanges(folder, key))
  await form.chunk(`exchanges-${String(index)}`, toJson(exchanges))
  const trajectory = await orAbsent<TrajectoryChunk>(
    async () => (await runs.readTrajectory(folder, key)) ?? { absent: NO_TRAJECTORY },
  )
  await form.chunk(`trajectory-${String(index)}`, toJson(trajectory))
}

async function scoresRecord(folder: string, key: TrialKey, { runs }: Sources): Promise<ScoresRecord | Absent> {
  const absent = 'Similarity to the canonical solution was not scored.'
  return orAbsent(async () => (await runs.readScores(folder, key)) ?? { absent })
}

/** Empty if the run had no scorers of the user. */
async function measuresOf(read: () => Promise<MeasuresRecord | undefined>): Promise<Measures | Absent> {
  return orAbsent(async () => (await read())?.measures ?? [])
}

const NO_TRAJECTORY =
  'No call of a model was recorded: the agent called none, its calls were not observed, or the run is older than that.'

function exchangesChunk(read: ReadExchanges | undefined): ExchangesChunk {
  if (read === undefined)
    return { absent: 'No exchange was recorded: the agent asked no model, or the run is older than that.' }
  return { exchanges: read.exchanges.map(exchangeView), unread: read.unread }
}

function exchangeView({
  purpose,
  at,
  milliseconds,
  request,
  response,
  failures,
  reused,
  cost,
}: Exchange): ExchangeView {
  const { model, messages } = request
  return { purpose, at, milliseconds, request: { model, messages }, response, failures, reused, cost }
}

/** A damaged file of a trial does not keep the rest of the report from being shown. */
async function orAbsent<T>(read: () => Promise<T | Absent>): Promise<T | Absent> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof HarnessFault)) throw error
    return { absent: error.message }
  }
}

/** Each mission of a run is read once. */
class Missions {
  readonly #reported: ReportedRun
  readonly #sources: Sources
  readonly #read = new Map<string, Promise<MissionView | Absent>>()

  constructor(reported: ReportedRun, sources: Sources) {
    this.#reported = reported
    this.#sources = sources
  }

  get(id: string): Promise<MissionView | Absent> {
    const known = this.#read.get(id) ?? this.#sources.mission(this.#reported.run, id)
    this.#read.set(id, known)
    return known
  }
}

async function producedProject(folder: string, key: TrialKey, { runs }: Sources): Promise<Project | Absent> {
  return orAbsent(async () => (await runs.readProject(folder, key)) ?? { absent: 'The agent gave no project.' })
}

function canonicalProject(mission: MissionView | Absent): Project | Absent {
  if (isAbsent(mission)) return mission
  return mission.canonical?.project ?? { absent: 'The mission has no canonical solution.' }
}

/** @param pictures Folder for copies of pictures, because a report of several runs is not beside any of them */
function evidenceOf(
  { folder, run }: ReportedRun,
  { runs }: Sources,
  form: ReportForm,
  { pictures, copy }: { readonly pictures: string; readonly copy: boolean },
): EvidenceView {
  const beside = form.form === 'beside' && !copy
  const picture = async (
    key: TrialKey,
    file: string | undefined,
    name: string,
  ): Promise<{ picture: string } | undefined> => {
    const content = file === undefined ? undefined : await runs.readEvidence(folder, key, file)
    if (file === undefined || !content) return undefined
    return { picture: beside ? address(key, file) : await form.picture(`${pictures}-${name}.png`, content) }
  }
  const textOf = async (key: TrialKey, file: string | undefined): Promise<string | undefined> => {
    const content = file === undefined ? undefined : await runs.readEvidence(folder, key, file)
    return content && Buffer.from(content).toString('utf8')
  }
  const isFilm = async (key: TrialKey, film: string | undefined, end: string | undefined): Promise<boolean> => {
    if (film === undefined || end === undefined) return true
    const [frames, window] = [await runs.readEvidence(folder, key, film), await runs.readEvidence(folder, key, end)]
    return !frames || !window || !(await isOnlyPicture(frames, window))
  }
  return async (key, verdict) => {
    const { trace: file, page, before, screenshot, screenshotBefore, film } = verdict.evidence
    const shown = await picture(key, screenshot, verdict.testcode)
    const shownBefore = await picture(key, screenshotBefore, `${verdict.testcode}-before`)
    const frames = (await isFilm(key, film, screenshot)) && (await picture(key, film, `${verdict.testcode}-film`))
    const html = await textOf(key, page)
    const htmlBefore = await textOf(key, before)
    const trace = file === undefined ? undefined : await runs.readEvidence(folder, key, file)
    return {
      ...shown,
      ...(shownBefore && { before: shownBefore }),
      ...(frames && { film: frames }),
      ...(trace === undefined || file === undefined
        ? {}
        : { trace: traceView([run.runId, ...outFlag(folder)], key, verdict, beside ? file : undefined) }),
      ...(html === undefined ? {} : { html }),
      ...(htmlBefore === undefined ? {} : { htmlBefore }),
      steps: await stepsView(verdict, trace),
    }
  }
}

async function stepsView(verdict: Verdict, trace: Uint8Array | undefined): Promise<VerdictView['steps']> {
  if (trace) return await stepsOf(trace)
  if (verdict.evidence.trace !== undefined) return { absent: 'The trace is not there any more.' }
  return {
    absent: verdict.status === 'passed' ? 'Steps are kept of what did not pass.' : 'Nothing was done in a browser.',
  }
}

function traceView(
  [runId = '', ...out]: readonly string[],
  key: TrialKey,
  { testcode }: Verdict,
  file: string | undefined,
): TraceView {
  const command = inShell(['npx', 'pe', 'trace', runId, key.id, testcode, ...out])
  return file === undefined ? { command } : { command, address: address(key, file) }
}

/** Address of a file in the folder of a trial, relative to the page of its run. */
function address(key: TrialKey, file: string): string {
  return ['trials', key.id, ...file.split('/')].map((part) => encodeURIComponent(visible(part))).join('/')
}
