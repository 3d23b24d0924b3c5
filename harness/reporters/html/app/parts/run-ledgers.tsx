import type { Model } from '../model.ts'
import { LedgerBar } from './ledger.tsx'

/** Where the wall time of each run went. A moment in which several trials were running is divided among them. */
export function RunLedgers({ model }: { readonly model: Model }) {
  const { runs } = model.overview
  return (
    <>
      {runs.map(({ runId, ledger }, index) => {
        const title = runs.length === 1 ? 'Where the time went' : `Where the time of ${runId} went`
        return ledger && <LedgerBar key={runId} ledger={ledger} id={`ledger-${String(index)}`} title={title} />
      })}
    </>
  )
}
