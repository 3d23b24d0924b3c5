import { isAbsent, type ScoreLine, type TrialPage } from '../../data.ts'
import { Missing } from './text.tsx'
import { ScoreTable } from './score-table.tsx'

/** How alike the agent's work is to our own solution: beside the verdicts, in no score. */
export function Similarity({ scores }: Pick<TrialPage, 'scores'>) {
  return (
    <section aria-labelledby="similarity-title">
      <h2 id="similarity-title">
        Similarity to the canonical solution <small>beside the verdicts, in no score</small>
      </h2>
      {isAbsent(scores) ? <Missing absent={scores.absent} /> : <Scores scores={scores} />}
    </section>
  )
}

function Scores({ scores }: { readonly scores: readonly ScoreLine[] }) {
  return (
    <ScoreTable
      label="Similarity"
      title="Of"
      lines={scores}
      missing="not scored"
      note={({ embedder }) => (embedder === undefined ? undefined : `by ${embedder}`)}
    />
  )
}
