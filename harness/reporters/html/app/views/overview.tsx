import { useMemo } from 'preact/hooks'
import { isEmpty, readFilter, trialsMatching } from '../filter.ts'
import type { Model } from '../model.ts'
import { DenominatorBar } from '../parts/denominator.tsx'
import { FilterBar } from '../parts/filter-bar.tsx'
import { FunnelTable } from '../parts/funnel.tsx'
import { Heatmap } from '../parts/heatmap.tsx'
import { Hero } from '../parts/hero.tsx'
import { PaperTables } from '../parts/published-tables.tsx'
import { RunLedgers } from '../parts/run-ledgers.tsx'
import { RunMeasures } from '../parts/measures.tsx'
import { TestcodeList } from '../parts/testcode-list.tsx'

export function OverviewView({ model, query }: { readonly model: Model; readonly query: URLSearchParams }) {
  const filter = readFilter(query)
  const trials = trialsMatching(model, filter)
  // A filter changes nothing in it, so it is not drawn again at each key.
  const hero = useMemo(() => <Hero model={model} />, [model])
  return (
    <>
      {hero}
      <DenominatorBar model={model} trials={trials} filter={filter} />
      <FilterBar model={model} filter={filter} />
      <Heatmap model={model} filter={filter} />
      {isEmpty(filter) && <FunnelTable model={model} />}
      {isEmpty(filter) && <RunMeasures model={model} />}
      {isEmpty(filter) && <PaperTables model={model} />}
      {isEmpty(filter) && <RunLedgers model={model} />}
      <TestcodeList model={model} trials={trials} filter={filter} />
    </>
  )
}
