import { isAbsent, type TrialInfo, type TrialPage } from '../../data.ts'
import { standsBehind } from '../../../../lib/wording/category.ts'
import { repositoryOf, type CategoryView, type RepositoryView, type RoundView } from '../repository.ts'
import { count } from '../format.ts'
import { at, type Model } from '../model.ts'
import { StatusChip } from '../status.tsx'
import { Scroll } from './scroll.tsx'

interface Props {
  readonly model: Model
  readonly trial: TrialInfo
  readonly page: TrialPage
}

/** Categories that a repository covers, what is novel in it, the tests behind each, and its growth. Renders nothing for other projects. */
export function Repository({ model, trial, page }: Props) {
  const view = page.measures === undefined || isAbsent(page.measures) ? undefined : repositoryOf(page.measures)
  if (!view) return null
  return (
    <section aria-labelledby="repository-title">
      <h2 id="repository-title">Repository</h2>
      {view.rounds.length > 0 && <Growth rounds={view.rounds} />}
      {view.placements.map((placement) => (
        <Placement key={placement.title} placement={placement} {...{ model, trial, page }} />
      ))}
    </section>
  )
}

function Placement({ placement, ...props }: Props & { readonly placement: RepositoryView['placements'][number] }) {
  const { title, categories, novel } = placement
  const covered = categories.filter(({ features }) => features > 0).length
  return (
    <>
      <h3>
        Categories <small>{title}</small>
      </h3>
      <p>
        {String(covered)} of {count(categories.length, 'category', 'categories')} covered;{' '}
        {count(novel.length, 'feature')} in none of them.
      </p>
      <Scroll label={`Categories, ${title}`}>
        <table class="digests categories">
          <thead>
            <tr>
              <th scope="col">Category</th>
              <th scope="col" class="num">
                Features
              </th>
              <th scope="col">Some of them</th>
              <th scope="col">Tests behind it</th>
            </tr>
          </thead>
          <tbody>
            {categories.map((category) => (
              <Category key={category.id} category={category} {...props} />
            ))}
          </tbody>
        </table>
      </Scroll>
      {novel.length > 0 && (
        <details>
          <summary>Novel features</summary>
          <ul>
            {novel.map((name) => (
              <li key={name}>
                <code>{name}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Category({ category, model, trial, page }: Props & { readonly category: CategoryView }) {
  const tests = model
    .mission(trial)
    .testcodes.flatMap((testcode, place) =>
      standsBehind(category.id, testcode.page) ? [{ testcode, index: place + 1 }] : [],
    )
  return (
    <tr>
      <th scope="row">{category.id}</th>
      <td class="num">{category.features === 0 ? 'not covered' : String(category.features)}</td>
      <td>
        <code>{category.names.slice(0, 3).join(', ')}</code>
      </td>
      <td>
        {tests.length === 0 && <span class="absent">none</span>}
        {tests.map(({ testcode, index }) => {
          const verdict = page.verdicts.find((each) => each.testcode === testcode.id) ?? at(page.verdicts, index)
          return (
            <a key={testcode.id} href={model.pointHref({ trial, index })} title={testcode.expects}>
              <StatusChip status={verdict.status} /> {lastPart(testcode.page)}{' '}
            </a>
          )
        })}
      </td>
    </tr>
  )
}

/** So many labels that they stand apart. */
function isLabelled(index: number, rounds: number): boolean {
  return rounds <= 15 || index === rounds - 1 || index % 5 === 0
}

/** Of a path of categories: the algorithm, if it has one. */
function lastPart(page: string): string {
  return page.split(' / ').slice(1).at(-1) ?? ''
}

/** Coverage and novelty by round, in percent; the table has the numbers. */
function Growth({ rounds }: { readonly rounds: readonly RoundView[] }) {
  const x = (index: number) => 50 + (rounds.length === 1 ? 0 : (560 * index) / (rounds.length - 1))
  const y = (percent: number) => 200 - 1.9 * percent
  const line = (value: (round: RoundView) => number) =>
    rounds.map((round, index) => `${x(index).toFixed(1)},${y(value(round)).toFixed(1)}`).join(' ')
  return (
    <>
      <h3>Growth by round</h3>
      <svg
        class="scatter growth"
        viewBox="0 0 640 230"
        role="img"
        aria-label="Coverage and novelty by round; the table below has the numbers"
      >
        <path class="axes" d="M50 10V200H620" />
        {[0, 50, 100].map((percent) => (
          <text key={percent} x="44" y={y(percent) + 4} text-anchor="end">
            {percent}%
          </text>
        ))}
        <polyline class="coverage" points={line(({ coverage }) => coverage)} />
        <polyline class="novelty" points={line(({ novelty }) => novelty ?? 0)} />
        {rounds.map(({ round, coverage }, index) => (
          <circle key={round} cx={x(index)} cy={y(coverage)} r="4" />
        ))}
        {rounds.map(({ round }, index) => (
          <text key={round} x={x(index)} y="222" text-anchor="middle">
            {isLabelled(index, rounds.length) ? round : ''}
          </text>
        ))}
      </svg>
      <p>Line: coverage. Dashed line: novelty. Below: rounds. A round that changed no file has no point.</p>
      <Scroll label="Growth by round">
        <table class="digests">
          <thead>
            <tr>
              {['Round', 'Coverage %', 'Novelty %', 'Features', 'Files', 'Lines'].map((title) => (
                <th scope="col" class="num" key={title}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rounds.map(({ round, coverage, novelty, features, files, lines }) => (
              <tr key={round}>
                {[round, coverage.toFixed(1), novelty?.toFixed(1) ?? 'unknown', features, files, lines].map(
                  (value, index) => (
                    <td class="num" key={String(index)}>
                      {value}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  )
}
