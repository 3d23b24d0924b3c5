import path from 'node:path'
import { shortVariant, variantText } from '../../contracts/variants.ts'
import type { RunRecord, TrialRecord, Verdict } from '../../contracts/schema.ts'
import { verdictsOf } from '../../lib/statistics/tries.ts'
import { pooledScore, type Tally } from '../../lib/statistics/clusters.ts'
import { isCounted, missionTally, pointTally, suiteTallies } from '../../lib/statistics/trial-score.ts'
import { percent } from '../percent.ts'
import { earnedText, limitText, pointsText } from '../points.ts'
import { plainText, shortenText } from '../printable.ts'
import type { Format, RunResult } from './format.ts'

/**
 * The JUnit format that GitHub's actions, GitLab and Jenkins read: a suite for each trial, a case for each point. A fault of the
 * project or the agent is a failure, a fault of the harness is an error, and an excluded testcode is skipped.
 */
export const junitFormat: Format = {
  file: 'junit.xml',
  text: true,
  *write({ run, trials, summary }: RunResult) {
    const counts = countCases(trials.flatMap(verdictsOf))
    const seconds = trials.reduce((sum, trial) => sum + trial.seconds, 0)
    yield `<?xml version="1.0" encoding="UTF-8"?>\n${startTag('testsuites', { name: `pe ${run.runId}`, ...counts, time: seconds.toFixed(3) })}\n`
    for (const trial of trials) yield suite(run, trial, summary.folder)
    yield '</testsuites>\n'
  },
}

function suite(run: RunRecord, trial: TrialRecord, folder: string): string {
  const { agent, variant, mission, sample } = trial.trial
  const name = [mission, agent, variantText(variant), `sample ${String(sample)}`].join(', ')
  const points = verdictsOf(trial)
  const head = startTag('testsuite', {
    name,
    ...countCases(points),
    time: trial.seconds.toFixed(3),
    timestamp: trial.startedAt.slice(0, 19),
    hostname: run.host.platform,
  })
  const log =
    trial.log === undefined || trial.log === ''
      ? ''
      : `<system-out>${xmlText(withoutAttachments(trial.log))}</system-out>\n`
  return `${head}\n${properties(trial)}${points.map((verdict) => testcase(run, trial, verdict, folder)).join('')}${log}</testsuite>\n`
}

/** Points, score and suites, if they cannot be computed by counting cases. */
function properties(trial: TrialRecord): string {
  if (isCounted(trial)) return ''
  const { passed, total, unjudged } = pointTally(trial)
  const suites = suiteTallies(trial).flatMap(({ suite, weight, ...tally }) =>
    suite === undefined ? [] : [[`suite ${suite}`, `weight ${pointsText(weight)}, ${tallyText(tally)}`] as const],
  )
  const values = [
    ['points', tallyText({ passed, total, unjudged })],
    ['score', percent(pooledScore([missionTally(trial)]))],
    ...suites,
  ] as const
  const lines = values.map(([name, value]) => `${startTag('property', { name, value })}</property>\n`)
  return `<properties>\n${lines.join('')}</properties>\n`
}

function tallyText({ passed, total, unjudged }: Required<Tally>): string {
  const unknown = unjudged > 0 ? `, ${pointsText(unjudged)} unjudged` : ''
  return `${pointsText(passed)} of ${pointsText(total)} points${unknown}`
}

function testcase(run: RunRecord, { trial }: TrialRecord, verdict: Verdict, folder: string): string {
  const { mission, agent, variant, sample } = trial
  const about = run.benchmark.missions
    .find(({ id }) => id === mission)
    ?.testcodes.find(({ id }) => id === verdict.testcode)
  // Readers identify a case by class and name, and Jenkins takes the part before the last full stop for a package.
  const place = [agent, shortVariant(variant), `s${String(sample)}`].join(' ').replaceAll('.', '·')
  const head = startTag('testcase', {
    classname: [place, mission, ...(verdict.suite === undefined ? [] : [verdict.suite])].join('.'),
    name: caseName(verdict.testcode, about),
    time: (verdict.milliseconds / 1000).toFixed(3),
  })
  return `${head}${result(verdict, about?.expects)}${evidence(path.join(folder, 'trials', trial.id), verdict)}</testcase>\n`
}

type Place = Partial<Pick<RunRecord['benchmark']['missions'][number]['testcodes'][number], 'page' | 'function'>>

/** The id of a testcode, followed by its place in the checklist if its benchmark has one. */
function caseName(testcode: string, { page, function: name }: Place = {}): string {
  const place = [page, name].filter((part) => part !== undefined)
  return place.length === 0 ? testcode : `${testcode}: ${place.join(' / ')}`
}

function result(verdict: Verdict, expects: string | undefined): string {
  const { status } = verdict
  if (status === 'passed') return ''
  const note = [earnedText(verdict), limitText(verdict)].filter((part) => part !== undefined).join(', ')
  const reason = [note, verdict.reason ?? ''].filter((part) => part !== '').join(': ')
  const attributes = { message: shortenText(reason, LONGEST_MESSAGE), type: status }
  if (status === 'excluded') return `${startTag('skipped', { message: attributes.message })}</skipped>`
  const element = status === 'unjudged' ? 'error' : 'failure'
  const text = expects === undefined ? reason : `expected: ${expects}\n${reason}`
  return `${startTag(element, attributes)}${xmlText(text)}</${element}>`
}

/** GitLab shows a picture if its path is written in this form, relative to the folder in which a job begins. */
function evidence(folder: string, { evidence: { screenshot, output = '' } }: Verdict): string {
  const picture = screenshot === undefined ? '' : `[[ATTACHMENT|${path.relative('', path.join(folder, screenshot))}]]\n`
  const text = picture + withoutAttachments(output)
  return text === '' ? '' : `<system-out>${xmlText(text)}</system-out>`
}

/** Escapes attachment markers in the output of a project: Jenkins would archive any file of the machine that they name. */
function withoutAttachments(text: string): string {
  return plainText(text).replaceAll(/\[\[(?=\s*ATTACHMENT)/gi, '[ [')
}

/** Most characters of the message in lists; the body has the whole reason. */
const LONGEST_MESSAGE = 300

function countCases(verdicts: readonly Verdict[]) {
  const of = (wanted: (status: Verdict['status']) => boolean) => verdicts.filter(({ status }) => wanted(status)).length
  return {
    tests: verdicts.length,
    failures: of((status) => !['passed', 'unjudged', 'excluded'].includes(status)),
    errors: of((status) => status === 'unjudged'),
    skipped: of((status) => status === 'excluded'),
  }
}

// ---- xml -----------------------------------------------------------------------------------------------------------

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // As they are, a reader of attributes would take them for spaces.
  '\n': '&#10;',
  '\t': '&#9;',
}

/** A start tag; attributes that are undefined are left out. */
function startTag(name: string, attributes: Readonly<Record<string, string | number | undefined>>): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${plainText(String(value)).replaceAll(/[&<>"'\n\t]/g, entity)}"`],
  )
  return `<${name}${written.join('')}>`
}

/** The text of an element. */
function xmlText(text: string): string {
  return plainText(text).replaceAll(/[&<>]/g, entity)
}

function entity(character: string): string {
  return ENTITIES[character] ?? ''
}
