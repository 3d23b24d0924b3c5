import { useLayoutEffect, useMemo } from 'preact/hooks'
import type { GraphNode, NodeState } from '../../../../contracts/schema.ts'
import { ROW, lineBetween, type Line, type PlanningLayout } from '../planning-layout.ts'

/** States are told by a mark, not by their colour alone. */
export const MARKS: Readonly<Record<NodeState, string>> = {
  planned: '○',
  written: '◐',
  passing: '✓',
  repaired: '↻',
  failed: '✗',
}
/** Characters that fit into a row without its indent. */
const LONGEST = 26

/** Below this zoom nobody can read the names, and colours show the states. */
const FAR = 0.4

export function idOf(node: number): string {
  return `plan-part-${String(node)}`
}

export function labelOf(node: GraphNode | undefined): string {
  if (!node) return ''
  const { id, kind, path, state } = node
  const name = path === '' ? id.replace(/^capability: /, '') : kind === 'file' ? path : `${node.name}, ${path}`
  return `${kind} ${name}: ${state}`
}

interface Props {
  readonly nodes: readonly GraphNode[]
  readonly layout: PlanningLayout
  readonly zoom: number
  readonly selected: number | undefined
  /** Undefined without a search. */
  readonly found: readonly number[] | undefined
  readonly onSelect: (node: number) => void
}

/** The picture has two layers: all parts, which are rendered once, and what depends on the selection and the search. */
export function GraphPicture({ nodes, layout, zoom, selected, found, onSelect }: Props) {
  const { width, height } = layout
  const parts = useMemo(() => <Parts nodes={nodes} layout={layout} />, [nodes, layout])
  useLayoutEffect(() => {
    const element = selected === undefined ? null : document.getElementById(idOf(selected))
    element?.setAttribute('aria-selected', 'true')
    return () => element?.setAttribute('aria-selected', 'false')
  }, [selected, parts])
  return (
    <svg
      class={`planning-picture ${found === undefined ? '' : 'searching'} ${zoom < FAR ? 'far' : ''}`}
      role="none"
      width={width * zoom}
      height={height * zoom}
      viewBox={`0 0 ${String(width)} ${String(height)}`}
      onClick={(event) => {
        const part = event.target instanceof Element ? event.target.closest('[data-node]') : null
        if (part) onSelect(Number(part.getAttribute('data-node')))
      }}
    >
      {parts}
      <Marks layout={layout} selected={selected} found={found} />
    </svg>
  )
}

function Parts({ nodes, layout }: Pick<Props, 'nodes' | 'layout'>) {
  return (
    <g role="none">
      <g class="planning-lines" role="none" aria-hidden="true">
        {layout.lines.map((line, index) => (
          <Curve key={index} line={line} layout={layout} />
        ))}
      </g>
      {layout.order.map((node) => (
        <Part key={node} node={node} about={nodes[node]} layout={layout} />
      ))}
    </g>
  )
}

function Part({
  node,
  about,
  layout,
}: {
  readonly node: number
  readonly about: GraphNode | undefined
  readonly layout: PlanningLayout
}) {
  const place = layout.places[node]
  if (!place || !about) return null
  const { x, y, width, height, indent } = place
  const longest = LONGEST - Math.round((indent * ROW.indent) / 7)
  const { kind, name, state } = about
  return (
    <g
      id={idOf(node)}
      data-node={node}
      class={`part part-${kind} state-${state}`}
      role="option"
      aria-selected="false"
      aria-label={labelOf(about)}
    >
      <rect x={x} y={y} width={width} height={height} />
      <text x={x + 8 + indent * ROW.indent} y={y + height / 2} aria-hidden="true">
        {name.length > longest ? `${name.slice(0, longest - 1)}…` : name}
      </text>
      <text class="mark" x={x + width - 8} y={y + height / 2} aria-hidden="true">
        {MARKS[state]}
      </text>
    </g>
  )
}

function Curve({ line: { from, to, kind }, layout }: { readonly line: Line; readonly layout: PlanningLayout }) {
  const [a, b] = [layout.places[from], layout.places[to]]
  // Data flow and what is imported comes from the left.
  return a && b ? <path class={`line-${kind}`} d={kind === 'imports' ? lineBetween(b, a) : lineBetween(a, b)} /> : null
}

function Marks({ layout, selected, found }: Pick<Props, 'layout' | 'selected' | 'found'>) {
  const place = selected === undefined ? undefined : layout.places[selected]
  const own = layout.links.filter(
    ({ kind, from, to }) =>
      (from === selected || to === selected) &&
      // The parts of a card stand in it.
      (kind !== 'contains' || layout.places[from]?.x !== layout.places[to]?.x),
  )
  return (
    <g class="planning-marks" role="none" aria-hidden="true">
      {found?.map((node) => {
        const at = layout.places[node]
        return at && <rect key={node} class="found" x={at.x} y={at.y} width={at.width} height={at.height} rx="3" />
      })}
      {own.map((line, index) => (
        <Curve key={index} line={line} layout={layout} />
      ))}
      {place && (
        <rect
          class="selected"
          x={place.x - 1}
          y={place.y - 1}
          width={place.width + 2}
          height={place.height + 2}
          rx="4"
        />
      )}
    </g>
  )
}
