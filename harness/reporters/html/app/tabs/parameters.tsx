import type { ComponentChildren } from 'preact'
import { groupBy } from '../../../../lib/collections/group-by.ts'
import type { MissionInfo, ParameterView, TrialInfo, TrialPage } from '../../data.ts'
import { count } from '../format.ts'
import type { Model } from '../model.ts'
import { statusOf, StatusChip } from '../status.tsx'
import { Scroll } from '../parts/scroll.tsx'

interface Props {
  readonly page: TrialPage
  readonly model: Model
  readonly trial: TrialInfo
}

/** The agent's value of each parameter, beside that of the canonical solution. */
export function ParametersTab({ page: { parameters }, model, trial }: Props) {
  if (parameters.length === 0) return <p class="absent">The mission asks for no parameters.</p>
  const mission = model.mission(trial)
  const scored = parameters.some(({ similarity }) => similarity !== undefined)
  const similarity = scored
    ? 'similarity to the canonical value, from 0 to 1: in no score, because another value can be right'
    : 'similarity: not scored'
  return (
    <section>
      <h2>Parameters {isCompared(mission) && <small>{similarity}</small>}</h2>
      {!isCompared(mission) || haveOneValue(parameters) ? (
        <ParameterTable
          parameters={distinct(parameters)}
          compared={isCompared(mission)}
          users={(parameter) => <Users {...{ parameter, parameters, model, trial }} />}
        />
      ) : (
        <ByTestcode {...{ parameters, model, trial }} />
      )}
    </section>
  )
}

/** Right places in a window differ from those of another one. */
export function isCompared({ kind }: MissionInfo): boolean {
  return kind !== 'desktop'
}

/** Whether no parameter has two values, and there is one that several testcodes use. */
function haveOneValue(parameters: readonly ParameterView[]): boolean {
  const names = new Set(parameters.map(({ name }) => name))
  return distinct(parameters).length === names.size && names.size < parameters.length
}

/** The first of those that differ in their testcode alone. */
function distinct(parameters: readonly ParameterView[]): readonly ParameterView[] {
  return [...groupBy(parameters, contentOf).values()].flatMap(([first]) => first ?? [])
}

function contentOf({ testcode: _testcode, ...content }: ParameterView): string {
  return JSON.stringify(content)
}

interface ListProps extends Pick<Props, 'model' | 'trial'> {
  readonly parameters: readonly ParameterView[]
}

function ByTestcode({ parameters, model, trial }: ListProps) {
  return [...groupBy(parameters, ({ testcode }) => testcode)].map(([testcode, own]) => (
    <section key={testcode} class="parameters">
      <h3>
        <TestcodeLink {...{ testcode, model, trial }} />
      </h3>
      <ParameterTable parameters={own} compared={isCompared(model.mission(trial))} />
    </section>
  ))
}

/** The testcodes that use a parameter, folded. */
function Users({ parameter, parameters, model, trial }: ListProps & { readonly parameter: ParameterView }) {
  const testcodes = parameters
    .filter((each) => contentOf(each) === contentOf(parameter))
    .map(({ testcode }) => testcode)
  const all = model.mission(trial).testcodes.length
  const isAll = all > 1 && testcodes.length === all
  return (
    <details>
      <summary>{isAll ? `all ${count(all, 'testcode')}` : count(testcodes.length, 'testcode')}</summary>
      <ul>
        {testcodes.map((testcode) => (
          <li key={testcode}>
            <TestcodeLink {...{ testcode, model, trial }} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function TestcodeLink({ testcode, model, trial }: Pick<Props, 'model' | 'trial'> & { readonly testcode: string }) {
  const index = model.mission(trial).testcodes.findIndex(({ id }) => id === testcode) + 1
  return (
    <>
      <a href={model.pointHref({ trial, index })}>
        <code>{testcode}</code>
      </a>{' '}
      {index > 0 && <StatusChip status={statusOf(trial.points.charAt(index))} />}
    </>
  )
}

interface TableProps {
  readonly parameters: readonly ParameterView[]
  /** Whether the page already shows the rest of the testcode beside it. A similarity there would look like the reason of its verdict. */
  readonly ofOne?: boolean
  /** Whether the values are shown beside those of the canonical solution. */
  readonly compared: boolean
  readonly users?: (parameter: ParameterView) => ComponentChildren
}

export function ParameterTable({ parameters, ofOne = false, compared, users }: TableProps) {
  return (
    <Scroll label="Values of parameters">
      <table class="parameter-table">
        <thead>
          <tr>
            <th scope="col">Parameter</th>
            <th scope="col">Answered</th>
            {compared && <th scope="col">Canonical</th>}
            {compared && !ofOne && (
              <th scope="col" class="num">
                Similarity
              </th>
            )}
            {users && <th scope="col">Used by</th>}
          </tr>
        </thead>
        <tbody>
          {parameters.map((parameter) => (
            <tr key={parameter.testcode + parameter.name}>
              <th scope="row">
                <code>{parameter.name}</code> <small>{parameter.kind}</small>
                {!ofOne && <p>{parameter.description}</p>}
              </th>
              <td>
                <Value value={parameter.value} missing="not answered" />
              </td>
              {compared && (
                <td>
                  <Value value={parameter.canonical} missing="unknown" />
                </td>
              )}
              {compared && !ofOne && (
                <td class="num">
                  {parameter.similarity === undefined ? 'not scored' : parameter.similarity.toFixed(2)}
                </td>
              )}
              {users && <td>{users(parameter)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function Value({ value, missing }: { readonly value: string | undefined; readonly missing: string }) {
  return value === undefined ? (
    <span class="absent">{missing}</span>
  ) : (
    <code class="value-text">{value === '' ? '(empty)' : value}</code>
  )
}
