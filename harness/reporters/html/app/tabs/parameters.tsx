import type { ParameterView, TrialInfo, TrialPage } from '../../data.ts'
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
  const testcodes = [...new Set(parameters.map(({ testcode }) => testcode))]
  const scored = parameters.some(({ similarity }) => similarity !== undefined)
  return (
    <section>
      <h2>
        Parameters <small>{scored ? 'similarity to the canonical value, from 0 to 1' : 'similarity: not scored'}</small>
      </h2>
      {testcodes.map((testcode) => {
        const index = model.mission(trial).testcodes.findIndex(({ id }) => id === testcode) + 1
        return (
          <section key={testcode} class="parameters">
            <h3>
              <a href={model.pointHref({ trial, index })}>
                <code>{testcode}</code>
              </a>{' '}
              {index > 0 && <StatusChip status={statusOf(trial.points.charAt(index))} />}
            </h3>
            <ParameterTable parameters={parameters.filter((parameter) => parameter.testcode === testcode)} />
          </section>
        )
      })}
    </section>
  )
}

interface TableProps {
  readonly parameters: readonly ParameterView[]
  /** Whether the page already shows the rest of the testcode beside it. */
  readonly ofOne?: boolean
}

export function ParameterTable({ parameters, ofOne = false }: TableProps) {
  return (
    <Scroll label="Values of parameters">
      <table class="parameter-table">
        <thead>
          <tr>
            <th scope="col">Parameter</th>
            <th scope="col">Answered</th>
            <th scope="col">Canonical</th>
            <th scope="col" class="num">
              Similarity
            </th>
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
              <td>
                <Value value={parameter.canonical} missing="unknown" />
              </td>
              <td class="num">{parameter.similarity === undefined ? 'not scored' : parameter.similarity.toFixed(2)}</td>
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
