import type { Attribution, RepositoryUnit, RepositoryWork, UnitAttempt } from '../../../../contracts/schema.ts'
import { count } from '../format.ts'
import type { Line, PlanningLayout } from '../planning-layout.ts'
import { MARKS } from './planning-picture.tsx'

/** Links of one kind that are listed. */
const MOST_LINKS = 40

interface Props {
  readonly work: RepositoryWork
  readonly layout: PlanningLayout
  readonly selected: number | undefined
  readonly onSelect: (node: number) => void
}

/** Everything that is known about the selected part. */
export function NodeDetails({ work, layout, selected, onSelect }: Props) {
  const node = selected === undefined ? undefined : work.graph.nodes[selected]
  if (!node || selected === undefined) return null
  const { kind, name, path, description, signature, state } = node
  const unit = work.units.find(({ id }) => id === node.id)
  return (
    <section class="planning-details" aria-label="The selected part" tabIndex={0}>
      <h4>
        <span class="planning-kind">{kind}</span> {name}
      </h4>
      <p class={`planning-state state-${state}`}>
        <b aria-hidden="true">{MARKS[state]}</b> {state}
        {unit && unit.repairs > 0 && ` after ${count(unit.repairs, 'repair')}`}
      </p>
      {path !== '' && (
        <p>
          <code>{path}</code>
        </p>
      )}
      {signature !== '' && <pre tabIndex={0}>{signature}</pre>}
      {description !== '' && <p>{description}</p>}
      {unit && <UnitWork unit={unit} />}
      <Links work={work} layout={layout} selected={selected} onSelect={onSelect} />
    </section>
  )
}

function UnitWork({ unit: { layer, attempts, note, test } }: { readonly unit: RepositoryUnit }) {
  return (
    <>
      <p>
        Written in layer {layer}. {note}
      </p>
      {attempts.length > 0 && (
        <ol class="planning-attempts">
          {attempts.map((attempt, index) => (
            <Attempt key={index} attempt={attempt} />
          ))}
        </ol>
      )}
      {test !== '' && (
        <details>
          <summary>Its test</summary>
          <pre tabIndex={0}>{test}</pre>
        </details>
      )}
    </>
  )
}

const CHANGED: Readonly<Record<UnitAttempt['changed'], string>> = {
  written: 'first version',
  code: 'code repaired',
  test: 'test repaired',
  others: 'on the whole project',
}

function Attempt({ attempt: { changed, passed, of, log, attribution } }: { readonly attempt: UnitAttempt }) {
  return (
    <li>
      {CHANGED[changed]}: {of === 0 ? 'no check' : `${String(passed)} of ${count(of, 'test')} passed`}
      {attribution && <Blame attribution={attribution} />}
      {passed < of && log !== '' && (
        <details>
          <summary>log</summary>
          <pre tabIndex={0}>{log}</pre>
        </details>
      )}
    </li>
  )
}

function Blame({ attribution: { cause, by, place, votes } }: { readonly attribution: Attribution }) {
  return (
    <>
      ; the {cause} is to blame ({by}), in <code>{place}</code>
      {votes.length > 0 && (
        <details>
          <summary>{count(votes.length, 'vote')}</summary>
          <ul>
            {votes.map((vote, index) => (
              <li key={index}>
                <b>{vote.cause}</b> {vote.reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** Names of links from the selected part, and to it. */
const NAMES: Readonly<Record<string, readonly [string, string]>> = {
  composes: ['is a part of', 'has the parts'],
  contains: ['contains', 'is in'],
  inherits: ['inherits from', 'is inherited by'],
  invokes: ['invokes', 'is invoked by'],
  imports: ['imports', 'is imported by'],
  data: ['gives data to', 'gets data from'],
}

function Links({ work, layout, selected, onSelect }: Props & { readonly selected: number }) {
  const groups = Object.entries(NAMES).flatMap(([kind, [to, from]]) => [
    { name: to, nodes: ends(layout.links, kind, selected, 'from') },
    { name: from, nodes: ends(layout.links, kind, selected, 'to') },
  ])
  return (
    <dl class="planning-links">
      {groups.map(({ name, nodes }) =>
        nodes.length === 0 ? null : (
          <div key={name}>
            <dt>{name}</dt>
            {nodes.slice(0, MOST_LINKS).map((node) => (
              <dd key={node}>
                <button type="button" onClick={() => onSelect(node)}>
                  {work.graph.nodes[node]?.name}
                </button>
                {dataText(work, name, selected, node)}
              </dd>
            ))}
            {nodes.length > MOST_LINKS && <dd>… and {String(nodes.length - MOST_LINKS)} more</dd>}
          </div>
        ),
      )}
    </dl>
  )
}

function ends(links: readonly Line[], kind: string, selected: number, side: 'from' | 'to'): number[] {
  const other = side === 'from' ? 'to' : 'from'
  return [...new Set(links.filter((link) => link.kind === kind && link[side] === selected).map((link) => link[other]))]
}

/** The data of a flow and their type. */
function dataText({ graph: { nodes, flows } }: RepositoryWork, name: string, selected: number, node: number): string {
  const [own, other] = [nodes[selected]?.id, nodes[node]?.id]
  const [from, to] = name === 'gives data to' ? [own, other] : name === 'gets data from' ? [other, own] : []
  const found = flows.filter((flow) => from !== undefined && flow.from === from && flow.to === to)
  return found.map(({ data, type }) => ` ${data}${type === '' ? '' : `: ${type}`}`).join(',')
}
