import { variantText } from '../../../../contracts/variants.ts'
import type { ExchangesChunk, MissionInfo, TrajectoryChunk, TrialFiles, TrialInfo, TrialPage } from '../../data.ts'
import { NotHere } from '../parts/problem.tsx'
import { money } from '../cost.ts'
import { count, duration, number } from '../format.ts'
import { ratioOf, scoreOf, scoreText, type Model, type PointsScore } from '../model.ts'
import { AgentWork } from '../parts/agent-work.tsx'
import { Architecture } from '../parts/architecture.tsx'
import { Chunk } from '../parts/chunk.tsx'
import { Similarity } from '../parts/similarity.tsx'
import { Submissions } from '../parts/submissions.tsx'
import { TrialSuites } from '../parts/suites.tsx'
import { TrialMeasures } from '../parts/measures.tsx'
import { Repository } from '../parts/repository.tsx'
import { Command } from '../parts/text.tsx'
import { LedgerBar } from '../parts/ledger.tsx'
import { Timeline } from '../parts/timeline.tsx'
import { VerdictList } from '../parts/verdict-list.tsx'
import { OUTCOMES } from '../outcomes.ts'
import { href } from '../route.ts'
import { wordsOf } from '../words.ts'
import { BriefTab } from '../tabs/brief.tsx'
import { ExchangeTab } from '../tabs/exchange.tsx'
import { FilesTab } from '../tabs/files.tsx'
import { LogTab } from '../tabs/log.tsx'
import { ParametersTab } from '../tabs/parameters.tsx'
import { TrajectoryTab } from '../tabs/trajectory.tsx'
import { TestcodeView } from './testcode.tsx'

const TABS = {
  verdicts: 'Verdicts',
  brief: 'Brief',
  trajectory: 'Trajectory',
  exchange: 'Exchange',
  files: 'Files',
  parameters: 'Parameters',
  log: 'Log',
} as const

/** A library is not asked for parameters. */
function tabsOf({ kind }: MissionInfo): readonly (readonly [string, string])[] {
  return Object.entries(TABS).filter(([name]) => kind !== 'library' || name !== 'parameters')
}

/** `RUN/TRIAL`, then a tab, or `testcode/ID`. */
export function TrialView({ model, path }: { readonly model: Model; readonly path: readonly string[] }) {
  const [runId, trialId, part = 'verdicts', testcode] = path
  const found = model.find(runId, trialId)
  if (!found) return <NotHere what={`There is no trial “${trialId ?? ''}” of a run “${runId ?? ''}”.`} />
  const { trial, index } = found
  if (trial.outcome === 'pending') return <PendingTrial model={model} trial={trial} />
  if (part === 'testcode') {
    const place = model.indexOf(trial, testcode ?? '')
    if (place < 0) return <NotHere what={`The trial has no testcode “${testcode ?? ''}”.`} />
    return (
      <Chunk<TrialPage> name={`trial-${String(index)}`}>
        {(page) => <TestcodeView model={model} trial={trial} index={place} page={page} />}
      </Chunk>
    )
  }
  return (
    <section class="page">
      <TrialHead model={model} trial={trial} tab={part} />
      <Tab model={model} trial={trial} index={index} tab={part} />
    </section>
  )
}

interface TabProps {
  readonly model: Model
  readonly trial: TrialInfo
  readonly index: number
  readonly tab: string
}

function Tab({ model, trial, index, tab }: TabProps) {
  if (tab === 'files')
    return <Chunk<TrialFiles> name={`files-${String(index)}`}>{(files) => <FilesTab files={files} />}</Chunk>
  if (tab === 'exchange')
    return <Chunk<ExchangesChunk> name={`exchanges-${String(index)}`}>{(chunk) => <ExchangeTab chunk={chunk} />}</Chunk>
  if (tab === 'trajectory')
    return (
      <Chunk<TrajectoryChunk> name={`trajectory-${String(index)}`}>{(chunk) => <TrajectoryTab chunk={chunk} />}</Chunk>
    )
  return (
    <Chunk<TrialPage> name={`trial-${String(index)}`}>
      {(page) => {
        if (tab === 'brief') return <BriefTab page={page} />
        if (tab === 'parameters') return <ParametersTab page={page} model={model} trial={trial} />
        if (tab === 'log') return <LogTab page={page} />
        return (
          <>
            {page.reason !== undefined && <p class={`outcome outcome-${page.outcome}`}>{page.reason}</p>}
            <Attempts page={page} />
            {page.ledger && <LedgerBar ledger={page.ledger} id="ledger-title" title="Where the time went" />}
            <Timeline
              page={page}
              noun={wordsOf(model.mission(trial)).testcode}
              addressOf={(place) => model.pointHref({ trial, index: place })}
            />
            <TrialSuites model={model} trial={trial} />
            <Submissions title="Submissions" entries={page.submissions} startedAt={page.startedAt} />
            <Submissions title="Checks" entries={page.checks} startedAt={page.startedAt} />
            <AgentWork work={page.work} />
            <VerdictList model={model} trial={trial} page={page} />
            <Similarity scores={page.scores} />
            <Architecture architecture={page.architecture} />
            <Repository {...{ model, trial, page }} />
            <TrialMeasures measures={page.measures} />
            <UseLine page={page} />
            <p class="again">
              Run this again: <Command text={page.rerun} />
            </p>
          </>
        )
      }}
    </Chunk>
  )
}

/** Both attempts of a trial that was judged twice, and the controls of the machine. */
function Attempts({ page: { attempts, controls } }: { readonly page: TrialPage }) {
  if (attempts.length === 0) return null
  return (
    <section class="attempts" aria-labelledby="attempts-title">
      <h2 id="attempts-title">Judged twice</h2>
      <p>The first attempt proved nothing, so everything after its last certain verdict is that of the second one.</p>
      <ol>
        {attempts.map((attempt, index) => (
          <li key={index}>
            {OUTCOMES[attempt.outcome]}, {duration(attempt.seconds * 1000)}
            {attempt.doubt !== undefined && <>, in doubt: {attempt.doubt}</>}
            <details>
              <summary>{count(attempt.points.length, 'verdict')}</summary>
              <ul>
                {attempt.points.map(({ testcode, status, reason }) => (
                  <li key={testcode}>
                    {testcode}: {status}
                    {reason !== undefined && `, ${reason}`}
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ol>
      {controls.map((control) => (
        <p key={control}>The machine was looked at. {control}</p>
      ))}
    </section>
  )
}

function UseLine({ page: { use } }: { readonly page: TrialPage }) {
  if (!use) return null
  const tokens =
    use.input === undefined || use.output === undefined
      ? 'tokens unknown'
      : `${number(use.input)} → ${number(use.output)} tokens`
  return (
    <p class="facts-line use">
      {count(use.calls, 'call')} to models · {tokens} · {use.cost === undefined ? 'cost unknown' : money(use.cost)}
    </p>
  )
}

function TrialHead({ model, trial, tab }: { readonly model: Model; readonly trial: TrialInfo; readonly tab: string }) {
  const mission = model.mission(trial)
  const group = model.group(trial)
  const score = scoreOf([trial])
  const known = tab in TABS ? tab : 'verdicts'
  return (
    <>
      <p class="crumbs">
        <a href={href([])} data-key="u">
          Overview
        </a>{' '}
        / <a href={model.missionHref(mission)}>{mission.title}</a>
      </p>
      <h1 tabIndex={-1}>
        {mission.title} <small>by {group.agent}</small>
      </h1>
      <p class="facts-line">
        <b class="tab-score">{scoreText(score)}</b> {pointsText(score)} · {variantText(group.variant)} · sample{' '}
        {trial.sample} of {group.samples} · {duration(trial.seconds * 1000)} · {OUTCOMES[trial.outcome]}
      </p>
      <nav class="tabs" aria-label="Parts of the trial">
        {tabsOf(mission).map(([name, title]) => (
          <a
            key={name}
            href={name === 'verdicts' ? model.trialHref(trial) : model.trialHref(trial, name)}
            aria-current={name === known ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
    </>
  )
}

/** Suites can have weights: the score is then not the share of the points. */
function pointsText(score: PointsScore): string {
  const isPlain = Math.abs((ratioOf(score.share) ?? 0) - (ratioOf(score) ?? 0)) < 1e-9
  return `${number(score.passed)} of ${count(score.total, 'point')}${isPlain ? '' : ', without weights'}`
}

function PendingTrial({ model, trial }: { readonly model: Model; readonly trial: TrialInfo }) {
  return (
    <section class="page">
      <TrialHead model={model} trial={trial} tab="verdicts" />
      <p class="absent">This trial was never begun, or has not ended: it is in no denominator.</p>
    </section>
  )
}
