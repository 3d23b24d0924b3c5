import type {
  ContractTask,
  ContractVersion,
  ContractWork,
  Contract,
  ContractClass,
  ContractFile,
  ContractFunction,
} from '../../../../contracts/schema.ts'
import { count } from '../format.ts'
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

// ---- contract text -------------------------------------------------------------------------------------------------

/** All sections of a contract. */
function ContractText({ contract }: { readonly contract: Contract }) {
  const { overview, stories, constraints, directory, knowledge, dependencies, api } = contract
  const needs = dependencies.map(({ file, needs: all }) => ({ name: file, description: `needs ${all.join(', ')}` }))
  return (
    <>
      <h4>Overview</h4>
      <p>{overview}</p>
      <Items title="Stories" items={stories} />
      <Items title="Constraints" items={constraints} />
      <Items title="Directory" items={directory.map(({ path, description }) => ({ name: path, description }))} />
      <Items title="Shared knowledge" items={knowledge} />
      <Items title="Dependencies" items={needs} />
      <h4>API</h4>
      <ul>
        {api.map((file) => (
          <FileItem key={file.path} file={file} />
        ))}
      </ul>
    </>
  )
}

interface Item {
  readonly name: string
  readonly description: string
}

function Items({ title, items }: { readonly title: string; readonly items: readonly Item[] }) {
  if (items.length === 0) return null
  return (
    <>
      <h4>{title}</h4>
      <List items={items} />
    </>
  )
}

function List({ items }: { readonly items: readonly Item[] }) {
  if (items.length === 0) return null
  return (
    <ul>
      {items.map(({ name, description }, index) => (
        <li key={index}>
          <code>{name}</code> {description}
        </li>
      ))}
    </ul>
  )
}

function FileItem({ file }: { readonly file: ContractFile }) {
  const { path, description, owner, globals, classes, functions } = file
  return (
    <li>
      <code>{path}</code> {owner !== '' && `(${owner})`} {description}
      <List items={globals.map(typed)} />
      {classes.length > 0 && (
        <ul>
          {classes.map((each) => (
            <ClassItem key={each.name} item={each} />
          ))}
        </ul>
      )}
      <List items={functions.map(signed)} />
    </li>
  )
}

function ClassItem({ item: { name, description, bases, attributes, methods } }: { readonly item: ContractClass }) {
  return (
    <li>
      <code>class {bases.length === 0 ? name : `${name}(${bases.join(', ')})`}</code> {description}
      <List items={[...attributes.map(typed), ...methods.map(signed)]} />
    </li>
  )
}

function typed({ name, type, description }: Item & { readonly type: string }): Item {
  return { name: type === '' ? name : `${name}: ${type}`, description }
}

function signed({ name, parameters, returns, description }: ContractFunction): Item {
  const inner = parameters.map(
    (each) => `${each.name}${each.optional ? '?' : ''}${each.type === '' ? '' : `: ${each.type}`}`,
  )
  return { name: `${name}(${inner.join(', ')})${returns === '' ? '' : ` → ${returns}`}`, description }
}
