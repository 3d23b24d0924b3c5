import { isAbsent, type ScoreLine, type TrialPage } from '../../data.ts'
import { Missing } from './text.tsx'
import { Scroll } from './scroll.tsx'

/** How alike the agent's work is to our own solution: beside the verdicts, in no score. */
export function Similarity({ scores }: Pick<TrialPage, 'scores'>) {
  return (
    <section aria-labelledby="similarity-title">
      <h2 id="similarity-title">
        Similarity to the canonical solution <small>beside the verdicts, in no score</small>
      </h2>
      {isAbsent(scores) ? <Missing absent={scores.absent} /> : <Table scores={scores} />}
    </section>
  )
}

function Table({ scores }: { readonly scores: readonly ScoreLine[] }) {
  const names = [...new Set(scores.map(({ name }) => name))]
  const settings = [...new Set(scores.map(({ setting }) => setting))]
  return (
    <Scroll label="Similarity">
      <table class="digests similarity">
        <thead>
          <tr>
            <th scope="col">Of</th>
            {settings.map((setting) => (
              <th scope="col" key={setting}>
                {setting}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {settings.map((setting) => (
                <td key={setting}>
                  <Value line={scores.find((each) => each.name === name && each.setting === setting)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function Value({ line }: { readonly line: ScoreLine | undefined }) {
  if (line?.value === undefined)
    return <span class="absent">not scored{line?.reason === undefined ? '' : `: ${line.reason}`}</span>
  return (
    <>
      <b>{line.value.toFixed(3)}</b> {line.embedder !== undefined && <small>by {line.embedder}</small>}
    </>
  )
}
