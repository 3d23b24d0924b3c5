import { variantText } from '../../../../contracts/variants.ts'
import type { RunInfo } from '../../data.ts'
import { concurrencyText } from '../concurrency.ts'
import { duration, moment } from '../format.ts'
import type { Model } from '../model.ts'
import { Scroll } from '../parts/scroll.tsx'

/** The origin of the numbers, with warnings. */
export function ProvenanceView({ model }: { readonly model: Model }) {
  return (
    <section class="page">
      <h1 tabIndex={-1}>Provenance</h1>
      {model.overview.runs.map((run) => (
        <RunProvenance key={run.runId} model={model} run={run} />
      ))}
    </section>
  )
}

function RunProvenance({ model, run }: { readonly model: Model; readonly run: RunInfo }) {
  const titles = new Map(model.overview.missions.map(({ id, title }) => [id, title]))
  return (
    <section class="run">
      <h2>
        <code>{run.runId}</code>
      </h2>
      {run.warnings.length === 0 ? (
        <p class="fine">No warnings.</p>
      ) : (
        <ul class="warnings">
          {run.warnings.map(({ kind, text }) => (
            <li key={kind + text}>{text}</li>
          ))}
        </ul>
      )}
      <dl class="provenance">
        {entriesOf(run, model).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3>Missions</h3>
      <Scroll label="Digests of missions">
        <table class="digests">
          <thead>
            <tr>
              <th scope="col">Mission</th>
              <th scope="col">Digest (sha256 over its files)</th>
            </tr>
          </thead>
          <tbody>
            {run.missions.map(({ id, digest }) => (
              <tr key={id}>
                <th scope="row">{titles.get(id) ?? id}</th>
                <td>
                  <code>{digest}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  )
}

const UNKNOWN = 'unknown'

function entriesOf(run: RunInfo, { areLibraries, overview }: Model): [string, string][] {
  const { startedAt, settings, host, benchmark, suite, models } = run
  const seconds1 = (value: number) => `${String(value)} s`
  return [
    ['Began', moment(startedAt)],
    ['Took', overview.unfinishedAt === undefined ? timeText(run) : 'not ended'],
    ['Trials at a time', concurrencyText(run)],
    [
      'Benchmark',
      `${benchmark.name}${benchmark.version === undefined ? '' : ` ${benchmark.version}`}, read from ${benchmark.source}`,
    ],
    ['Suite digest', suite],
    ['Agents', settings.agents.join(', ')],
    ...ownNames(run),
    [
      'Model asked → answered',
      models.length === 0
        ? 'none was asked, or it is unknown'
        : models.map(({ asked, answered }) => `${asked} → ${answered}`).join('; '),
    ],
    ['Prompt digests', settingsNamed(run, 'prompts')],
    ['Variants', settings.variants.map(variantText).join('; ')],
    ['Samples', String(settings.samples)],
    ['Sandbox', settings.sandbox],
    [
      'Network of the projects',
      settings.sandbox === 'bubblewrap' ? 'the trial’s own loopback, nothing else' : 'that of the machine',
    ],
    ['Network while installing', settings.installNetwork === 'none' ? 'none' : 'the registries of packages'],
    [
      'Limits',
      `trial ${seconds1(settings.trialTimeout)} or less if the mission says so, ${areLibraries ? '' : `testcode ${seconds1(settings.testcodeTimeout)}, `}start ${seconds1(settings.startTimeout)}, install ${seconds1(settings.installTimeout)}`,
    ],
    ...patienceEntry(settings),
    // Tests of a library bring their inputs.
    ...(areLibraries
      ? []
      : [['Seed of the inputs', settings.seed ?? 'the id of the run: it is of an older version'] as [string, string]]),
    ['Seeds and parameters of models', settingsNamed(run, 'parameters')],
    ...ownEntries(settings.own),
    ['Versions', `pe ${host.pe}, Node ${host.node}`],
    ['Browser', host.browser ?? 'none'],
    ['Host', `${host.platform}, ${String(host.cpus)} processors`],
  ]
}

function timeText({ seconds, incomplete }: RunInfo): string {
  return `${duration(seconds * 1000)}${incomplete ? ', incomplete' : ''}`
}

/** Results name an agent in a file by its file. */
function ownNames(run: RunInfo): [string, string][] {
  const names = settingsNamed(run, 'name')
  return names === UNKNOWN ? [] : [['Own names of agents in files', names]]
}

/** Nothing with the default patience. */
function patienceEntry({ patience = 'auto' }: RunInfo['settings']): [string, string][] {
  if (patience === 'auto') return []
  return [['Patience', `${patience}: an expectation that is not met waits its whole time`]]
}

/** Files of the user that stood in for parts of the harness. */
function ownEntries(own: RunInfo['settings']['own']): [string, string][] {
  const kinds = { testers: 'Testers of the user', launchers: 'Launchers of the user', scorers: 'Scorers of the user' }
  return (Object.keys(kinds) as (keyof typeof kinds)[]).flatMap((kind) => {
    const files = own?.[kind] ?? []
    if (files.length === 0) return []
    return [[kinds[kind], files.map(({ file, sha256 }) => `${file} (sha256 ${sha256})`).join('; ')]]
  })
}

/** A setting of the agents, such as the digest of their prompts, as the run wrote it down. */
function settingsNamed({ configurations }: RunInfo, wanted: string): string {
  const found = configurations.flatMap(({ agent, settings }) =>
    settings.flatMap(([name, value]) => (name === wanted ? [`${agent}: ${value}`] : [])),
  )
  return found.length === 0 ? UNKNOWN : found.join('; ')
}
