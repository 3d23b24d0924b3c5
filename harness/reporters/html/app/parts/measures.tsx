import type { Measure } from '../../../../contracts/schema.ts'
import { isAbsent, type Absent, type MeanMeasure, type Measures } from '../../data.ts'
import { withUnit } from '../../../points.ts'
import { roundedText } from '../../../percent.ts'
import { count } from '../format.ts'
import type { Model } from '../model.ts'
import { aboutMeasure } from './measure-about.ts'
import { PublishedTables, TESTS_PASSED } from './published-tables.tsx'
import { Scroll } from './scroll.tsx'
import { Missing } from './text.tsx'

const BESIDE = 'found by scorers, beside the verdicts, in no score'
const TABLES = 'as the paper published them: the tests passed are what the score counts, the rest is in no score'

/** Measures of a trial. Renders nothing if there are none. */
export function TrialMeasures({ measures }: { readonly measures: Measures | Absent | undefined }) {
  if (measures === undefined) return null
  return (
    <section aria-labelledby="measures-title">
      <h2 id="measures-title">
        Measures <small>{BESIDE}</small>
      </h2>
      <MeasureTable label="Measures" measures={measures} />
    </section>
  )
}

/** Measures of each run, and means over the trials of each group. Renders nothing if there are none. */
export function RunMeasures({ model }: { readonly model: Model }) {
  const { runs, groups } = model.overview
  const measured = runs.filter(({ measures }) => measures !== undefined)
  const means = groups.filter(({ measures }) => measures !== undefined)
  if (measured.length + means.length === 0) return null
  const countsTests = runs.some(({ tables = [] }) => tables.some(({ title }) => title === TESTS_PASSED))
  return (
    <section aria-labelledby="measures-title">
      <h2 id="measures-title">
        Measures <small>{countsTests ? TABLES : BESIDE}</small>
      </h2>
      {measured.map(({ runId, measures = [], tables }) => (
        <div key={runId}>
          {runs.length > 1 && (
            <h3>
              <code>{runId}</code>
            </h3>
          )}
          {/* Published tables have a row for each agent: the measures of the whole run would mix them. */}
          {(groups.length === 1 || tables === undefined) && (
            <MeasureTable label="Measures of the run" measures={measures} />
          )}
          <PublishedTables tables={tables} />
        </div>
      ))}
      {means.length > 0 && <MeanTable model={model} />}
    </section>
  )
}

function MeasureTable({ label, measures }: { readonly label: string; readonly measures: Measures | Absent }) {
  if (isAbsent(measures)) return <Missing absent={measures.absent} />
  return (
    <Scroll label={label}>
      <table class="digests measures">
        <thead>
          <tr>
            <th scope="col">Measure</th>
            <th scope="col" class="num">
              Value
            </th>
            <th scope="col">Better</th>
            <th scope="col">Details</th>
          </tr>
        </thead>
        <tbody>
          {measures.map(({ name, measure }) => (
            <MeasureRow key={name} name={name} measure={measure} />
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function MeasureRow({ name, measure }: { readonly name: string; readonly measure: Measure }) {
  if (!measure.scored)
    return (
      <tr>
        <MeasureName name={name} />
        <td colSpan={3}>
          <Missing absent={`not measured: ${measure.reason}`} />
        </td>
      </tr>
    )
  const { value, unit, better, detail } = measure
  return (
    <tr>
      <MeasureName name={name} />
      <td class="num">{valueText(value, unit)}</td>
      <td>{better ?? ''}</td>
      <td>
        {detail !== undefined && (
          <details>
            <summary>as the scorer gave them</summary>
            <pre tabIndex={0} aria-label={`Details of ${name}`}>
              {JSON.stringify(detail, null, 2)}
            </pre>
          </details>
        )}
      </td>
    </tr>
  )
}

function MeasureName({ name }: { readonly name: string }) {
  const about = aboutMeasure(name)
  return (
    <th scope="row">
      {name}
      {about !== undefined && <small class="measure-about">{about}</small>}
    </th>
  )
}

function MeanTable({ model }: { readonly model: Model }) {
  const { groups } = model.overview
  const all = groups.flatMap(({ measures = [] }) => measures)
  const names = [...new Set(all.map(({ name }) => name))]
  return (
    <>
      <h3>Mean of the trials</h3>
      <Scroll label="Measures of the trials">
        <table class="digests measures">
          <thead>
            <tr>
              <th scope="col">Measure</th>
              <th scope="col">Better</th>
              {groups.map(({ name, label }) => (
                <th scope="col" class="num" key={name}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <MeasureName name={name} />
                <td>{all.find((each) => each.name === name && each.better !== undefined)?.better ?? ''}</td>
                {groups.map((group) => (
                  <td class="num" key={group.name}>
                    <Mean measure={group.measures?.find((each) => each.name === name)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  )
}

function Mean({ measure }: { readonly measure: MeanMeasure | undefined }) {
  if (measure?.mean === undefined) return <span class="absent">not measured</span>
  const { mean, unit, known, unknown } = measure
  const all = known + unknown
  return (
    <>
      {valueText(mean, unit)}{' '}
      <small>{unknown === 0 ? count(all, 'trial') : `${String(known)} of ${count(all, 'trial')}`}</small>
    </>
  )
}

/** Shows six significant digits, because the scale of a measure is unknown. */
function valueText(value: number, unit: string | undefined): string {
  const text = roundedText(value, { maximumSignificantDigits: 6 })
  return withUnit(text, value, unit)
}
