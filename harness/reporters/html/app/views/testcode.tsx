import type { ComponentChildren } from 'preact'
import { isAbsent, type MissionInfo, type Step, type TrialInfo, type TrialPage, type VerdictView } from '../../data.ts'
import { reasonParts } from '../../reason.ts'
import { earnedText, limitText, usageText } from '../../../points.ts'
import { NotHere } from '../parts/problem.tsx'
import { count, duration } from '../format.ts'
import type { Model, Point } from '../model.ts'
import { Breakable } from '../parts/breakable.tsx'
import { Block, Command, Missing } from '../parts/text.tsx'
import { isCompared, ParameterTable } from '../tabs/parameters.tsx'
import { href } from '../route.ts'
import { wordsOf, type Words } from '../words.ts'
import { StatusChip } from '../status.tsx'

interface Props {
  readonly model: Model
  readonly trial: TrialInfo
  /** Of the point. */
  readonly index: number
  readonly page: TrialPage
}

/** One verdict with all its evidence. */
export function TestcodeView({ model, trial, index, page }: Props) {
  const mission = model.mission(trial)
  const group = model.group(trial)
  const id = model.testcodeId({ trial, index })
  const testcode = mission.testcodes[index - 1]
  const verdict = page.verdicts.find((each) => each.testcode === id)
  if (!verdict) return <NotHere what={`The trial has no verdict on “${id}”.`} />
  const name = model.functionOf({ trial, index })
  const words = wordsOf(mission)
  const expected = testcode?.expects ?? words.expectsRunnable
  const parameters = page.parameters.filter((parameter) => parameter.testcode === id)
  return (
    <section class="page testcode">
      <p class="crumbs">
        <a href={href([])}>Overview</a> / <a href={model.missionHref(mission)}>{mission.title}</a> /{' '}
        <a href={model.trialHref(trial)} data-key="u">
          {group.label}, sample {trial.sample}
        </a>
      </p>
      <Siblings model={model} trial={trial} index={index} />
      <h1 tabIndex={-1}>
        <Breakable name={name} /> {!id.endsWith(name) && <code>{id}</code>}
      </h1>
      <p class="facts-line">
        <StatusChip status={verdict.status} /> {trial.flaky?.includes(index) && <b class="flaky">flaky</b>}{' '}
        {factsOf(testcode?.page, verdict)}
      </p>
      <div class="two">
        <div>
          <div class="versus">
            {expected !== '' && (
              <section>
                <h2>Expected</h2>
                <p>{expected}</p>
              </section>
            )}
            <WhatHappened verdict={verdict} expected={expected} />
          </div>
          {parameters.length > 0 && (
            <section>
              <h2>Parameters that it may use</h2>
              <ParameterTable parameters={parameters} compared={isCompared(mission)} ofOne />
            </section>
          )}
          {mission.kind === 'website' && <Steps verdict={verdict} />}
          <Attempts verdict={verdict} />
        </div>
        <Evidence verdict={verdict} log={logOf(verdict, page, mission)} words={words} />
      </div>
      <Picture address={verdict.film?.picture} alt={`Frames of ${verdict.testcode}, in order`}>
        The window before each action, and at the end, in rows; frames that are like the one before are left out
      </Picture>
      <p class="again">
        Run the trial again: <Command text={page.rerun} />
      </p>
    </section>
  )
}

function factsOf(page: string | undefined, verdict: VerdictView): string {
  const facts = [earnedText(verdict), limitText(verdict), page, duration(verdict.milliseconds)]
  const usage = usageText(verdict)
  return [...facts, usage === undefined ? undefined : `used ${usage}`].filter((fact) => fact !== undefined).join(' · ')
}

interface HappenedProps {
  readonly verdict: VerdictView
  readonly expected: string
}

function WhatHappened({ verdict, expected: wanted }: HappenedProps) {
  if (verdict.status === 'passed' && wanted === '') return null
  if (verdict.status === 'passed')
    return (
      <section class="there">
        <h2>What happened</h2>
        <p>Just that.</p>
      </section>
    )
  const { message, expected, received, text, log } = reasonParts(verdict.reason ?? '')
  const found = received ?? verdict.found
  return (
    <section class={`there s-${verdict.status}`}>
      <h2>What happened</h2>
      {message !== '' && <p>{message}</p>}
      {found !== undefined && (
        <dl class="values">
          {received !== undefined && <Value name="looked for" value={expected ?? 'unknown'} />}
          <Value name="found" value={found} />
        </dl>
      )}
      {text === '' && <p>No reason was given.</p>}
      {text !== message && (
        <details>
          <summary>The message in full</summary>
          <pre tabIndex={0} aria-label="Reason in full">
            {text}
          </pre>
        </details>
      )}
      {log !== '' && (
        <details>
          <summary>What was tried</summary>
          <pre tabIndex={0} aria-label="Call log">
            {log}
          </pre>
        </details>
      )}
    </section>
  )
}

function Value({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <code>{value}</code>
      </dd>
    </>
  )
}

/** The log of the testcode or, if it did not pass, of the project. Empty if the page shows the same as the output. */
function logOf({ log, status, output }: VerdictView, page: TrialPage, { kind }: MissionInfo): string {
  // Each testcode starts a program with a window again: the log of the project is the output of another start.
  const hasOwnOutput = kind === 'desktop' && output !== ''
  const shown = log === '' && status !== 'passed' && !hasOwnOutput ? page.log : log
  return shown.trim() === output.trim() ? '' : shown
}

interface EvidenceProps {
  readonly verdict: VerdictView
  readonly log: string
  readonly words: Words
}

function Evidence({ verdict, log, words }: EvidenceProps) {
  return (
    <div class="evidence">
      <Picture address={verdict.before?.picture} alt="The window before the last action">
        The window before the last click or key
      </Picture>
      <Picture address={verdict.picture} alt={`The page when ${verdict.testcode} ended`}>
        {verdict.film
          ? 'The window at that moment. Cyan lines are around the regions that the judge looked at last; a magenta ring is at its last click.'
          : 'The page at that moment'}
      </Picture>
      {verdict.trace && (
        <section>
          <h3>Playwright trace</h3>
          <Command text={verdict.trace.command} />
          {verdict.trace.address !== undefined && (
            <p>
              <a href={verdict.trace.address} download>
                The trace as a file
              </a>
            </p>
          )}
        </section>
      )}
      <Block title="Inputs drawn from the seed" text={verdict.given.join('\n')} />
      <Block title="Console of the page" text={verdict.console.join('\n')} />
      <Block title="HTML of the page" text={verdict.html ?? ''} note="its beginning, when the testcode ended" />
      <Block
        title="HTML before the last action"
        text={verdict.htmlBefore ?? ''}
        note="its beginning, right before the last click, key press or other input"
      />
      <Block title="What the page was kept from" text={verdict.refused.join('\n')} />
      <Block title={words.output} text={verdict.output} />
      <Block title={words.log} text={lastLines(log)} note="its last lines" />
    </div>
  )
}

interface PictureProps {
  readonly address: string | undefined
  readonly alt: string
  readonly children: ComponentChildren
}

function Picture({ address, alt, children }: PictureProps) {
  if (address === undefined) return null
  return (
    <figure>
      <a href={address}>
        <img src={address} alt={alt} />
      </a>
      <figcaption>{children}</figcaption>
    </figure>
  )
}

const SHOWN_LINES = 40

function lastLines(text: string): string {
  return text.split('\n').slice(-SHOWN_LINES).join('\n')
}

function Steps({ verdict: { steps, status } }: { readonly verdict: VerdictView }) {
  if (isAbsent(steps)) return status === 'passed' ? null : <Missing absent={steps.absent} />
  return (
    <section>
      <h2>
        Steps in the browser{' '}
        <small>
          {count(steps.length, 'step')}
          {steps.at(-1)?.error !== undefined && '; the last one did not succeed'}
        </small>
      </h2>
      <ol class="steps">
        {steps.map((step, index) => (
          <StepRow key={index} step={step} />
        ))}
      </ol>
    </section>
  )
}

function StepRow({ step }: { readonly step: Step }) {
  const { title, detail, milliseconds, error } = step
  return (
    <li class={error === undefined ? '' : 'bad'}>
      <b>{title}</b> <code>{detail}</code> <small>{duration(milliseconds)}</small>
      {error !== undefined && <p>{error.split('\n')[0]}</p>}
    </li>
  )
}

function Attempts({ verdict: { attempts } }: { readonly verdict: VerdictView }) {
  if (!attempts || attempts.length === 0) return null
  return (
    <section>
      <h2>Each time that it was judged</h2>
      <ol class="attempts">
        {attempts.map(({ status, reason }, index) => (
          <li key={index}>
            <StatusChip status={status} /> {reason}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The testcodes before and after this one that did not pass. */
function Siblings({ model, trial, index }: Pick<Props, 'model' | 'trial' | 'index'>) {
  const open = model.points(trial).filter(({ status }) => status !== 'passed')
  const before = open.filter((point) => point.index < index).at(-1)
  const after = open.find((point) => point.index > index)
  return (
    <nav class="siblings" aria-label="Testcodes of this trial that did not pass">
      {before && (
        <a href={model.pointHref(before)} data-key="k">
          ← {siblingName(model, before)}
        </a>
      )}
      {after && (
        <a href={model.pointHref(after)} data-key="j">
          {siblingName(model, after)} →
        </a>
      )}
    </nav>
  )
}

/** The name of a test, or else the id of a testcode: several testcodes may be about one function. */
function siblingName(model: Model, point: Point): string {
  const [name, id] = [model.functionOf(point), model.testcodeId(point)]
  return id.endsWith(name) ? name : id
}
