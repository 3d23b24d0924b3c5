import { clock, count } from '../format.ts'
import type { Model } from '../model.ts'

/** A note that the run goes on, and how far it is. */
export function UnfinishedTrials({ model }: { readonly model: Model }) {
  const { unfinishedAt, trials } = model.overview
  if (unfinishedAt === undefined) return null
  const ended = trials.filter(({ outcome }) => outcome !== 'pending').length
  return (
    <p class="unfinished">
      {String(ended)} of {count(trials.length, 'trial')} had ended at {clock(unfinishedAt)}. The run goes on, and the
      page shows more as it does.
    </p>
  )
}
