import type { Group, RunRecord, Status, Summary, TrialRecord, Verdict } from '../../schema.ts'
import { STATUSES } from '../../schema.ts'
import { percent } from '../table.ts'
import { html, type Markup } from './markup.ts'
import { screenshotKey, type Screenshots } from './screenshots.ts'
import { STYLE } from './style.ts'

export interface ReportData {
  readonly run: RunRecord
  readonly trials: readonly TrialRecord[]
  readonly summary: Summary
  readonly screenshots: Screenshots
}

type MissionInfo = RunRecord['benchmark']['missions'][number]

/** The page of a run, without any script: nothing that a produced project printed can do anything in it. */
export function renderReport(data: ReportData): string {
  const { run, summary } = data
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"
        />
        <title>${percent(summary.score)} · ${run.settings.agents.join(', ')} · pe</title>
        ${STYLE}
      </head>
      <body>
        <a class="skip" href="#groups">Skip to the results</a>
        ${header(data)}
        <main>
          ${denominator(summary)}
          <div id="groups">${summary.groups.map((group) => groupSection(group, data))}</div>
          ${failures(data)} ${provenance(data)}
        </main>
      </body>
    </html>`
  return `${page.text}\n`
}

function header({ run, summary }: ReportData): Markup {
  const { points, bounds } = summary
  const open = bounds !== null && bounds[0] !== bounds[1]
  return html`<header>
    <p class="run">${run.runId}</p>
    <h1>${percent(summary.score)} <small>${points.passed} of ${points.total} points</small></h1>
    <p class="sentence">${sentence(summary)}</p>
    ${open && html`<p class="warning">Between ${percent(bounds[0])} and ${percent(bounds[1])}, depending on what was not judged.</p>`}
    ${summary.incomplete && html`<p class="warning">Incomplete: trials are pending. Go on with <code>pe run --resume ${run.runId}</code></p>`}
    ${summary.sandbox === 'process' && html`<p class="warning">Weak sandbox (<code>process</code>): produced code was not kept from the machine.</p>`}
  </header>`
}

function sentence({ trials, groups, runnable, testcodes }: Summary): string {
  const agents = [...new Set(groups.map(({ agent }) => agent))].join(', ')
  const ran = `${String(runnable.passed)} of ${String(runnable.total)} ${runnable.total === 1 ? 'project runs' : 'projects run'}`
  return `${agents}: ${String(trials)} ${trials === 1 ? 'trial' : 'trials'}, ${ran}, ${String(testcodes.passed)} of ${String(testcodes.total)} testcodes passed.`
}

/** What the denominator is made of, one part for each status. */
function denominator({ testcodes }: Summary): Markup {
  const present = STATUSES.filter((status) => testcodes[status] > 0)
  return html`<section aria-labelledby="denominator-title">
    <h2 id="denominator-title">Testcodes by status</h2>
    <div class="bar" aria-hidden="true">
      ${present.map((status) => html`<span class="${status}" style="flex-grow:${testcodes[status]}"></span>`)}
    </div>
    <ul class="legend">
      ${present.map((status) => html`<li><span class="dot ${status}"></span>${LABELS[status]} <b>${testcodes[status]}</b></li>`)}
    </ul>
  </section>`
}

const LABELS: Readonly<Record<Status, string>> = {
  passed: 'passed',
  failed: 'failed',
  timeout: 'timed out',
  error: 'error',
  blocked: 'blocked',
  'bad-parameter': 'bad parameter',
  'not-run': 'not run',
  unjudged: 'unjudged (not in the points)',
  excluded: 'excluded (not in the points)',
}

function groupSection(group: Group, data: ReportData): Markup {
  const trials = data.trials.filter(
    ({ trial }) => trial.agent === group.agent && trial.level === group.level && trial.mode === group.mode,
  )
  const missions = data.run.benchmark.missions.filter(({ id }) => group.missions.some((row) => row.id === id))
  return html`<section>
    <h2>${group.agent}, level ${group.level}, ${group.mode} <small>${percent(group.score)}</small></h2>
    ${missions.map((mission) =>
      missionTable(
        mission,
        group,
        trials.filter(({ trial }) => trial.mission === mission.id),
      ),
    )}
  </section>`
}

function missionTable(mission: MissionInfo, group: Group, trials: readonly TrialRecord[]): Markup {
  const row = group.missions.find(({ id }) => id === mission.id)
  const points = row ? `${String(row.points.passed)}/${String(row.points.total)}` : ''
  const functions = [
    ...new Set(mission.testcodes.map((testcode) => JSON.stringify([testcode.page, testcode.function]))),
  ]
  return html`<article class="mission">
    <h3>
      ${mission.title}
      <small>${mission.kind} · ${points}${row && row.outcome !== 'judged' && ` · ${row.outcome}`}</small>
    </h3>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Page</th>
            <th scope="col">Function</th>
            <th scope="col">Testcodes</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td></td>
            <th scope="row">Runnable</th>
            <td>${trials.map((trial) => chip(trial, trial.runnable, 'It starts and answers.'))}</td>
          </tr>
          ${functions.map((entry) => functionRow(mission, JSON.parse(entry) as [string, string], trials))}
        </tbody>
      </table>
    </div>
  </article>`
}

function functionRow(
  mission: MissionInfo,
  [page, name]: readonly [string, string],
  trials: readonly TrialRecord[],
): Markup {
  const testcodes = mission.testcodes.filter((testcode) => testcode.page === page && testcode.function === name)
  const chips = testcodes.flatMap((testcode) =>
    trials.flatMap((trial) => {
      const verdict = trial.verdicts.find((each) => each.testcode === testcode.id)
      return verdict ? [chip(trial, verdict, testcode.expects)] : []
    }),
  )
  return html`<tr>
    <td>${page}</td>
    <th scope="row">${name}</th>
    <td>${chips}</td>
  </tr>`
}

function chip(trial: TrialRecord, verdict: Verdict, expects: string): Markup {
  const label = `${verdict.testcode}: ${LABELS[verdict.status]}`
  const title = `${label}. ${expects}`
  if (verdict.status === 'passed') return html`<span class="chip passed" title="${title}">${verdict.testcode}</span> `
  return html`<a class="chip ${verdict.status}" title="${title}" href="#${anchor(trial, verdict)}"
    >${verdict.testcode}<span class="hidden"> (${LABELS[verdict.status]})</span></a
  > `
}

function anchor(trial: TrialRecord, verdict: Verdict): string {
  return `${trial.trial.id}.${verdict.testcode}`
}

function failures(data: ReportData): Markup {
  const found = data.trials.flatMap((trial) =>
    [trial.runnable, ...trial.verdicts]
      .filter(({ status }) => status !== 'passed')
      .map((verdict) => failure(trial, verdict, data)),
  )
  if (found.length === 0)
    return html`<section>
      <h2>Failures</h2>
      <p class="none">Nothing failed.</p>
    </section>`
  return html`<section>
    <h2>Failures <small>${found.length}</small></h2>
    ${found}
  </section>`
}

function failure(trial: TrialRecord, verdict: Verdict, { run, screenshots }: ReportData): Markup {
  const mission = run.benchmark.missions.find(({ id }) => id === trial.trial.mission)
  const testcode = mission?.testcodes.find(({ id }) => id === verdict.testcode)
  const picture = screenshots.get(screenshotKey(trial.trial, verdict))
  const { console: lines = [], output = '', trace } = verdict.evidence
  const { agent, level, mode, sample } = trial.trial
  return html`<details class="failure" id="${anchor(trial, verdict)}">
    <summary>
      <span class="chip ${verdict.status}">${LABELS[verdict.status]}</span>
      <b>${mission?.title}</b> ${testcode?.function ?? 'Runnable'} <code>${verdict.testcode}</code>
    </summary>
    <div class="evidence">
      <p class="where">
        ${agent}, level ${level}, ${mode}, sample ${sample} · ${(verdict.milliseconds / 1000).toFixed(1)} s
      </p>
      ${testcode && html`<p><b>Expected</b> ${testcode.expects}</p>`}
      <p><b>Reason</b></p>
      <pre>${verdict.reason}</pre>
      ${
        picture !== undefined &&
        html`<p><b>Page at that moment</b></p>
          <img src="${picture}" alt="Screenshot of the page when ${verdict.testcode} ended" loading="lazy" />`
      }
      ${
        lines.length > 0 &&
        html`<p><b>Console of the page</b></p>
          <pre>${lines.join('\n')}</pre>`
      }
      ${
        output !== '' &&
        html`<p><b>Output of the program</b></p>
          <pre>${output}</pre>`
      }
      ${
        (trial.log ?? '') !== '' &&
        html`<p><b>Log of the project, last lines</b></p>
          <pre>${lastLines(trial.log ?? '')}</pre>`
      }
      ${trace !== undefined && html`<p><b>Trace</b> <code>npx playwright show-trace trials/${trial.trial.id}/${trace}</code></p>`}
    </div>
  </details>`
}

const SHOWN_LINES = 20
const LONGEST_LINE = 500

function lastLines(text: string): string {
  const lines = text.split('\n').slice(-SHOWN_LINES)
  return lines.map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line)).join('\n')
}

function provenance({ run, summary }: ReportData): Markup {
  const { host, settings, benchmark } = run
  const rows: [string, string][] = [
    ['Started', run.startedAt],
    ['Wall time', `${summary.seconds.toFixed(1)} s, ${String(settings.concurrency)} at a time`],
    ['Benchmark', benchmark.name],
    ['Sandbox', settings.sandbox],
    [
      'Limits',
      `start ${String(settings.startTimeout)} s, testcode ${String(settings.testcodeTimeout)} s, trial ${String(settings.trialTimeout)} s`,
    ],
    ['Host', `${host.platform}, ${String(host.cpus)} cores, Node ${host.node}, pe ${host.pe}`],
    ['Browser', host.browser ?? 'none'],
  ]
  const digests = benchmark.missions.map(({ id, digest }): [string, string] => [`Mission ${id}`, digest.slice(0, 16)])
  return html`<section>
    <h2>Provenance</h2>
    <div class="scroll">
      <table class="provenance">
        <tbody>
          ${[...rows, ...digests].map(
            ([name, value]) =>
              html`<tr>
                <th scope="row">${name}</th>
                <td>${value}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`
}
