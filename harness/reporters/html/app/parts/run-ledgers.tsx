import type { RunInfo } from '../../data.ts'
import { trialsAtATime } from '../concurrency.ts'
import type { Model } from '../model.ts'
import { LedgerBar } from './ledger.tsx'

/** Where the wall time of each run went. A moment in which several trials were running is divided among them. */
export function RunLedgers({ model }: { readonly model: Model }) {
  const { runs, unfinishedAt } = model.overview
  return (
    <>
      {runs.map((run, index) => {
        const { runId, ledger } = run
        const title = runs.length === 1 ? 'Where the time went' : `Where the time of ${runId} went`
        const id = `ledger-${String(index)}`
        if (ledger) return <LedgerBar key={runId} ledger={ledger} id={id} title={title} note={trialsAtATime(run)} />
        const goesOn = unfinishedAt !== undefined || run.incomplete
        return goesOn && <NotYet key={runId} run={run} id={id} title={title} />
      })}
    </>
  )
}

/** Trials that have not ended have no ledger, so nobody knows yet how their moments are divided. */
function NotYet({ run, id, title }: { readonly run: RunInfo; readonly id: string; readonly title: string }) {
  return (
    <section class="ledger" aria-labelledby={id}>
      <h2 id={id}>
        {title} <small>shown when the run has ended · {trialsAtATime(run)}</small>
      </h2>
    </section>
  )
}
