import type { ContractTask, ContractVersion, ContractWork } from '../../../../contracts/schema.ts'
import { count } from '../format.ts'
import { ContractText } from './contract-text.tsx'
import { Scroll } from './scroll.tsx'
import { TaskGraph } from './task-graph.tsx'

/** The contract that an agent worked from: its tasks, its last version, and how it came to that. */
export function ContractWorkView({ work }: { readonly work: ContractWork }) {
  const { contract, versions, tasks, problems } = work
  return (
    <>
      <h3>Tasks</h3>
      <TaskGraph tasks={tasks} />
      <TaskTable tasks={tasks} />
      <h3>Contract</h3>
      {problems.length > 0 && (
        <ul>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <details>
        <summary>The last version: {count(contract.api.length, 'file')}</summary>
        <ContractText contract={contract} />
      </details>
      {versions.map((version) => (
        <Version key={version.version} version={version} />
      ))}
    </>
  )
}

function TaskTable({ tasks }: { readonly tasks: readonly ContractTask[] }) {
  return (
    <Scroll label="Tasks">
      <table class="digests work">
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Owner</th>
            <th scope="col">Status</th>
            <th scope="col">Version</th>
            <th scope="col">Needs</th>
            <th scope="col">Layers</th>
          </tr>
        </thead>
        <tbody>
          {tasks.map((task) => (
            <TaskRow key={task.file} task={task} />
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function TaskRow({ task: { file, owner, status, version, needs, attempts } }: { readonly task: ContractTask }) {
  const problems = attempts.flatMap(({ layer, problems: own }) => own.map((problem) => ({ layer, problem })))
  return (
    <tr>
      <th scope="row">
        <code>{file}</code>
      </th>
      <td>{owner}</td>
      <td>{status}</td>
      <td>{version}</td>
      <td>{needs.join(', ')}</td>
      <td>
        {attempts.map(({ layer, status: then }) => `${String(layer)}: ${then}`).join(', ')}
        {problems.length > 0 && (
          <details>
            <summary>{count(problems.length, 'problem')}</summary>
            <ul>
              {problems.map(({ layer, problem }, index) => (
                <li key={index}>
                  layer {layer}: {problem}
                </li>
              ))}
            </ul>
          </details>
        )}
      </td>
    </tr>
  )
}

function Version({ version: { version, by, changes, conflicts } }: { readonly version: ContractVersion }) {
  return (
    <details>
      <summary>
        Version {version} by {by}: {count(changes.length, 'change')}
        {conflicts.length > 0 && `, ${count(conflicts.length, 'conflict')}`}
      </summary>
      <ul>
        {conflicts.map((conflict, index) => (
          <li key={`conflict ${String(index)}`}>Conflict: {conflict}</li>
        ))}
        {changes.map(({ change, section, place, text }, index) => (
          <li key={index}>
            {change} in {section} {place !== '' && <code>{place}</code>} {text}
          </li>
        ))}
      </ul>
    </details>
  )
}
