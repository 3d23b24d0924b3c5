import type { AgentRound, Architecture, RepositoryWork } from '../../../../contracts/schema.ts'
import type { TrialPage } from '../../data.ts'
import { count } from '../format.ts'
import { ContractWorkView } from './contract-work.tsx'
import { Scroll } from './scroll.tsx'
import { PlanningGraph } from './planning-graph.tsx'

/** The plan or the contract and the rounds of an agent that works in stages. Renders nothing for other agents. */
export function AgentWork({ work }: { readonly work: TrialPage['work'] }) {
  if (work === undefined) return null
  const { architecture, contract, repository, rounds } = work
  return (
    <section aria-labelledby="work-title">
      <h2 id="work-title">
        How the agent worked <small>as it reported, in no score</small>
      </h2>
      <Rounds rounds={rounds} />
      {architecture && <Tree architecture={architecture} />}
      {contract && <ContractWorkView work={contract} />}
      {repository && <RepositoryWorkView work={repository} />}
    </section>
  )
}

function Rounds({ rounds }: { readonly rounds: readonly AgentRound[] }) {
  return (
    <Scroll label="Rounds">
      <table class="digests rounds work">
        <thead>
          <tr>
            <th scope="col">Stage</th>
            <th scope="col" class="num">
              Round
            </th>
            <th scope="col" class="num">
              Score of ten
            </th>
            <th scope="col" class="num">
              Visible tests
            </th>
            <th scope="col">Result</th>
            <th scope="col">Files</th>
          </tr>
        </thead>
        <tbody>
          {rounds.map((round) => (
            <Round key={`${round.stage} ${String(round.round)}`} round={round} />
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function Round({
  round: { stage, round, accepted, score, checks, problem, feedback, files },
}: {
  readonly round: AgentRound
}) {
  const told = problem ?? feedback
  return (
    <tr>
      <th scope="row">{stage}</th>
      <td class="num">{round}</td>
      <td class="num">{score ?? ''}</td>
      <td class="num">{checks && `${String(checks.passed)} of ${String(checks.of)}`}</td>
      <td>
        {accepted ? 'accepted' : 'not accepted'}
        {told !== undefined && told !== '' && (
          <details>
            <summary>{problem === undefined ? 'feedback' : 'problem'}</summary>
            <pre tabIndex={0} aria-label={`What was said of ${stage}, round ${String(round)}`}>
              {told}
            </pre>
          </details>
        )}
      </td>
      <td>
        {files.length > 0 && (
          <details>
            <summary>{count(files.length, 'file')}</summary>
            <ul>
              {files.map((path) => (
                <li key={path}>
                  <code>{path}</code>
                </li>
              ))}
            </ul>
          </details>
        )}
      </td>
    </tr>
  )
}

function Tree({ architecture: { modules } }: { readonly architecture: Architecture }) {
  return (
    <details>
      <summary>The plan: {count(modules.length, 'module')}</summary>
      <ul>
        {modules.map(({ name, description, files }) => (
          <li key={name}>
            <Named name={name} description={description} />
            <ul>
              {files.map((file) => (
                <li key={file.path}>
                  <Named name={file.path} description={file.description} />
                  <ul>
                    {file.globals.map((each, index) => (
                      <li key={index}>
                        <Named name={each.name} description={each.description} />
                      </li>
                    ))}
                    {file.classes.map((each) => (
                      <li key={each.name}>
                        <Named name={`class ${each.name}`} description={each.description} />
                        <Functions functions={each.functions} />
                      </li>
                    ))}
                  </ul>
                  <Functions functions={file.functions} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </details>
  )
}

type Planned = Architecture['modules'][number]['files'][number]['functions']

function Functions({ functions }: { readonly functions: Planned }) {
  if (functions.length === 0) return null
  return (
    <ul>
      {functions.map(({ name, description, parameters }, index) => (
        <li key={index}>
          <Named name={`${name}(${parameters.map((each) => each.name).join(', ')})`} description={description} />
        </li>
      ))}
    </ul>
  )
}

function Named({ name, description }: { readonly name: string; readonly description: string }) {
  return (
    <>
      {name !== '' && <code>{name}</code>} {description}
    </>
  )
}

// ---- repository work -----------------------------------------------------------------------------------------------

/** The planning graph that an agent worked from, and problems of the plan that it left. */
function RepositoryWorkView({ work }: { readonly work: RepositoryWork }) {
  return (
    <>
      <h3>Planning graph</h3>
      {work.problems.length > 0 && (
        <ul>
          {work.problems.map((problem, index) => (
            <li key={index}>{problem}</li>
          ))}
        </ul>
      )}
      <PlanningGraph work={work} />
    </>
  )
}
