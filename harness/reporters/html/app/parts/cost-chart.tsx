import { certainScore, scoreText } from '../../../percent.ts'
import { percent } from '../format.ts'
import type { Model } from '../model.ts'
import { costOf, money } from '../cost.ts'

/** Cost against score, one point per group. */
export function CostChart({ model }: { readonly model: Model }) {
  const known = model.overview.groups.flatMap((group) => {
    const cost = costOf(group)
    const score = certainScore(group)
    return cost === undefined || score === null ? [] : [{ group, cost, score }]
  })
  const most = Math.max(...known.map(({ cost }) => cost), 0)
  return (
    <section aria-labelledby="cost-title">
      <h2 id="cost-title">Cost against score</h2>
      {known.length === 0 ? (
        <p class="absent">Unknown: no agent of this report said what it cost.</p>
      ) : (
        <>
          <svg
            class="scatter"
            viewBox="0 0 640 280"
            role="img"
            aria-label="Cost against score; the table below has the numbers"
          >
            <path class="axes" d="M50 10V240H630" />
            {[0, 0.5, 1].map((share) => (
              <text key={share} x="44" y={244 - 230 * share} text-anchor="end">
                {percent(share)}
              </text>
            ))}
            <text x="630" y="262" text-anchor="end">
              {money(most)}
            </text>
            <text x="50" y="262">
              {money(0)}
            </text>
            {known.map(({ group, cost, score }) => {
              const x = 50 + (most === 0 ? 0 : (540 * cost) / most)
              return (
                <g key={group.name}>
                  <circle cx={x} cy={240 - 230 * score} r="6" />
                  <text
                    class="name"
                    x={x > 420 ? x - 11 : x + 11}
                    y={244 - 230 * score}
                    text-anchor={x > 420 ? 'end' : 'start'}
                  >
                    {group.label}
                  </text>
                </g>
              )
            })}
          </svg>
          <table class="digests">
            <thead>
              <tr>
                <th scope="col">Agent</th>
                <th scope="col">Cost</th>
                <th scope="col">Score</th>
              </tr>
            </thead>
            <tbody>
              {model.overview.groups.map((group) => (
                <tr key={group.name}>
                  <th scope="row">{group.label}</th>
                  <td>{costOf(group) === undefined ? 'unknown' : money(costOf(group) ?? 0)}</td>
                  <td>{scoreText(group)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  )
}
