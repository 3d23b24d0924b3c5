import type { Model } from '../model.ts'

/** A note that the run goes on, and how far it is. */
export function Unfinished({ model }: { readonly model: Model }) {
  const { unfinishedAt, trials } = model.overview
  if (unfinishedAt === undefined) return null
  const ended = trials.filter(({ outcome }) => outcome !== 'pending').length
  const time = new Date(unfinishedAt).toLocaleTimeString()
  return (
    <p class="unfinished">
      This run was not finished at {time}: {String(ended)} of {String(trials.length)} trials had ended. The page shows
      more as the run goes on.
    </p>
  )
}
