import type { MachineRow, RunInfo } from '../../data.ts'
import { count, duration } from '../format.ts'
import type { Model } from '../model.ts'
import { Scroll } from '../parts/scroll.tsx'

/** The workers of runs on a queue, and where the time of their trials went. */
export function MachinesView({ model }: { readonly model: Model }) {
  const runs = model.overview.runs.filter(({ machines }) => machines !== undefined)
  return (
    <section class="page">
      <h1 tabIndex={-1}>Machines</h1>
      {runs.length === 0 && <p>No run of this report was on a queue of workers.</p>}
      {runs.map((run, index) => (
        <RunMachines key={run.runId} run={run} id={`machines-${String(index)}`} />
      ))}
    </section>
  )
}

/** Parts of the time of trials, in their order, with the class of their colour. */
const PARTS = [
  { part: 'waited', name: 'Waiting', colour: 'spent-queue', about: 'in the queue, until a worker took the trial' },
  { part: 'model', name: 'Agent or model', colour: 'spent-agent', about: 'the agent worked, or waited for its model' },
  {
    part: 'judging',
    name: 'Judging',
    colour: 'spent-program',
    about: 'everything else on the worker: the project was installed, launched and judged, and its result committed',
  },
] as const

function RunMachines({ run, id }: { readonly run: RunInfo; readonly id: string }) {
  const machines = run.machines ?? []
  const hosts = new Set(machines.map(({ host }) => host)).size
  const trials = machines.reduce((sum, row) => sum + row.trials, 0)
  const apart = machines.flatMap((row) => row.apart)
  const lost = machines.flatMap((row) => row.lost)
  return (
    <section class="run" aria-labelledby={id}>
      <h2 id={id}>
        <code>{run.runId}</code>{' '}
        <small>
          {count(trials, 'trial')} by {count(machines.length, 'worker')} on {count(hosts, 'host')}
        </small>
      </h2>
      <TimeOfTrials machines={machines} />
      <Scroll label="Workers">
        <WorkerTable machines={machines} />
      </Scroll>
      <p>
        <small>Active: from the moment at which a worker took its first trial to the end of its last one.</small>
      </p>
      {lost.length > 0 && (
        <>
          <h3>Trials whose earlier workers died</h3>
          <ul class="warnings">
            {lost.map(({ trial, attempts }) => (
              <li key={trial}>
                <code>{trial}</code>: {count(attempts, 'attempt')} lost
              </li>
            ))}
          </ul>
        </>
      )}
      {apart.length > 0 && (
        <>
          <h3>Trials that were run apart from others</h3>
          <ul class="warnings">
            {apart.map(({ trial, reason }) => (
              <li key={trial}>
                <code>{trial}</code>: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function TimeOfTrials({ machines }: { readonly machines: readonly MachineRow[] }) {
  const parts = PARTS.map((each) => ({ ...each, seconds: sumOf(machines, each.part) }))
  const total = parts.reduce((sum, { seconds }) => sum + seconds, 0)
  if (total === 0) return null
  return (
    <>
      <div class="ledger-bar" aria-hidden="true">
        {parts.map(({ part, seconds, colour, name }) => (
          <span key={part} class={colour} style={{ flexGrow: seconds / total }} title={name} />
        ))}
      </div>
      <ul class="ledger-legend">
        {parts.map(({ part, seconds, colour, name, about }) => (
          <li key={part} title={about}>
            <i class={colour} aria-hidden="true" /> {name} <b>{duration(seconds * 1000)}</b>{' '}
            <small>{`${String(Math.round((100 * seconds) / total))}%`}</small>
          </li>
        ))}
      </ul>
      <p>
        <small>
          Times of all trials added up. Trials that wait or run at the same time count each, so the sum is more than the
          time of the run.
        </small>
      </p>
    </>
  )
}

function WorkerTable({ machines }: { readonly machines: readonly MachineRow[] }) {
  return (
    <table class="machines">
      <thead>
        <tr>
          <th scope="col">Worker</th>
          <th scope="col">Host</th>
          <th scope="col">Trials</th>
          {PARTS.map(({ part, name, about }) => (
            <th key={part} scope="col" title={about}>
              {name}
            </th>
          ))}
          <th scope="col">Active</th>
          <th scope="col">Trials a minute</th>
        </tr>
      </thead>
      <tbody>
        {machines.map((row) => (
          <tr key={row.worker}>
            <th scope="row">{row.worker}</th>
            <td>{row.host}</td>
            <td>{row.trials}</td>
            {PARTS.map(({ part }) => (
              <td key={part}>{duration(row[part] * 1000)}</td>
            ))}
            <td>{duration((row.to - row.from) * 1000)}</td>
            <td>{paceOf(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function paceOf({ trials, from, to }: MachineRow): string {
  return to > from ? ((60 * trials) / (to - from)).toFixed(1) : '–'
}

function sumOf(machines: readonly MachineRow[], part: 'waited' | 'model' | 'judging'): number {
  return machines.reduce((sum, row) => sum + row[part], 0)
}
