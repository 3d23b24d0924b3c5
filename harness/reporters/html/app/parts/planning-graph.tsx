import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { NODE_STATES, type GraphNode, type NodeState, type RepositoryWork } from '../../../../contracts/schema.ts'
import { count } from '../format.ts'
import { besides, planningLayout, type PlanningLayout } from '../planning-layout.ts'
import { NodeDetails } from './planning-details.tsx'
import { GraphPicture, MARKS, idOf, labelOf } from './planning-picture.tsx'

const ZOOM = { least: 0.1, most: 2, step: 1.25, readable: 0.9 } as const
/** Nodes that a search lists. */
const MOST_FOUND = 30

/** The planning graph of an agent: a picture with search and zoom, and everything about the selected node beside it. */
export function PlanningGraph({ work }: { readonly work: RepositoryWork }) {
  const { graph } = work
  const layout = useMemo(() => planningLayout(graph), [graph])
  const [selected, setSelected] = useState<number | undefined>(layout.order[0])
  const [text, setText] = useState('')
  const found = useMemo(() => foundIn(graph.nodes, layout, text), [graph, layout, text])
  const [zoom, setZoom] = useState<number>(1)
  const area = useRef<HTMLDivElement>(null)
  useKeepCentre(area, zoom)
  useLayoutEffect(() => {
    const fitting = fit(area.current, layout)
    setZoom(Math.min(1, Math.max(ZOOM.readable, fitting)))
  }, [layout])
  useEffect(() => shown(area.current, selected), [selected])
  useWheelZoom(area, (factor) => setZoom((now) => within(now * factor)))
  const zoomBy = (factor: number) => setZoom((now) => within(now * factor))
  const onKeyDown = (event: KeyboardEvent) => {
    const next = keyed(event.key, layout, selected)
    if (next !== undefined) setSelected(next)
    else if (event.key === '+' || event.key === '=') zoomBy(ZOOM.step)
    else if (event.key === '-') zoomBy(1 / ZOOM.step)
    else if (event.key === '0') setZoom(within(fit(area.current, layout)))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div class="planning">
      <Legend nodes={graph.nodes} />
      <div class="planning-tools">
        <input
          type="search"
          aria-label="Find a part of the plan"
          placeholder="Find a capability, file, class or function"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && found[0] !== undefined) setSelected(found[0])
          }}
        />
        <span class="planning-zoom">
          <button type="button" aria-label="Smaller" onClick={() => zoomBy(1 / ZOOM.step)}>
            −
          </button>
          <output aria-label="Zoom">{Math.round(zoom * 100)}%</output>
          <button type="button" aria-label="Larger" onClick={() => zoomBy(ZOOM.step)}>
            +
          </button>
          <button type="button" onClick={() => setZoom(within(fit(area.current, layout)))}>
            Fit
          </button>
        </span>
      </div>
      <Found nodes={graph.nodes} found={found} text={text} onChoose={setSelected} />
      <div class="planning-area">
        <div
          ref={area}
          class="planning-view"
          role="listbox"
          tabIndex={0}
          aria-label={`Planning graph: ${count(graph.nodes.length, 'part')}. Arrow keys move, plus and minus zoom.`}
          aria-activedescendant={selected === undefined ? undefined : idOf(selected)}
          onKeyDown={onKeyDown}
        >
          <GraphPicture
            nodes={graph.nodes}
            layout={layout}
            zoom={zoom}
            selected={selected}
            found={text.trim() === '' ? undefined : found}
            onSelect={setSelected}
          />
        </div>
        <NodeDetails work={work} layout={layout} selected={selected} onSelect={setSelected} />
      </div>
    </div>
  )
}

function Legend({ nodes }: { readonly nodes: readonly GraphNode[] }) {
  const units = nodes.filter(({ kind }) => kind === 'class' || kind === 'function')
  const kinds = (['capability', 'file', 'class', 'function'] as const).map((kind) => {
    const all = nodes.filter((node) => node.kind === kind).length
    return kind === 'capability'
      ? count(all, 'capability', 'capabilities')
      : count(all, kind, kind === 'class' ? 'classes' : `${kind}s`)
  })
  const counted = (state: NodeState) => units.filter((node) => node.state === state).length
  return (
    <p class="planning-legend">
      <span>{kinds.join(', ')}.</span>{' '}
      {NODE_STATES.map((state) => (
        <span key={state} class={`planning-state state-${state}`}>
          <b aria-hidden="true">{MARKS[state]}</b> {state} {counted(state)}
        </span>
      ))}
    </p>
  )
}

interface FoundProps {
  readonly nodes: readonly GraphNode[]
  readonly found: readonly number[]
  readonly text: string
  readonly onChoose: (node: number) => void
}

function Found({ nodes, found, text, onChoose }: FoundProps) {
  if (text.trim() === '') return null
  return (
    <div class="planning-found">
      <p role="status">{found.length === 0 ? 'Nothing is found' : count(found.length, 'part')}</p>
      <ul>
        {found.slice(0, MOST_FOUND).map((node) => (
          <li key={node}>
            <button type="button" onClick={() => onChoose(node)}>
              {labelOf(nodes[node])}
            </button>
          </li>
        ))}
        {found.length > MOST_FOUND && <li>… and {count(found.length - MOST_FOUND, 'more part')}</li>}
      </ul>
    </div>
  )
}

function foundIn(nodes: readonly GraphNode[], { order }: PlanningLayout, text: string): number[] {
  const words = text.trim().toLowerCase().split(/\s+/)
  if (words[0] === '') return []
  return order.filter((node) => {
    const { id, kind, state, description } = nodes[node] ?? { id: '', kind: '', state: '', description: '' }
    const all = `${kind} ${state} ${id} ${description}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
}

/** The node that a key leads to. */
function keyed(key: string, layout: PlanningLayout, selected: number | undefined): number | undefined {
  const { order } = layout
  const at = selected === undefined ? -1 : order.indexOf(selected)
  switch (key) {
    case 'ArrowDown':
      return order[Math.min(at + 1, order.length - 1)]
    case 'ArrowUp':
      return order[Math.max(at - 1, 0)]
    case 'ArrowLeft':
      return selected === undefined ? order[0] : besides(layout, selected, -1)
    case 'ArrowRight':
      return selected === undefined ? order[0] : besides(layout, selected, 1)
    case 'Home':
      return order[0]
    case 'End':
      return order.at(-1)
    default:
      return undefined
  }
}

function within(zoom: number): number {
  return Math.min(ZOOM.most, Math.max(ZOOM.least, zoom))
}

function fit(area: HTMLDivElement | null, { width, height }: PlanningLayout): number {
  if (!area || width === 0 || height === 0) return 1
  const most = Number.parseFloat(getComputedStyle(area).maxHeight)
  return Math.min(area.clientWidth / width, (Number.isNaN(most) ? area.clientHeight : most) / height)
}

/** Scrolls the picture, and not the page, until the selected node is visible. */
function shown(area: HTMLDivElement | null, selected: number | undefined): void {
  const element = selected === undefined ? null : document.getElementById(idOf(selected))
  if (!area || !element) return
  const [outer, inner] = [area.getBoundingClientRect(), element.getBoundingClientRect()]
  const margin = 24
  if (inner.left < outer.left + margin) area.scrollLeft -= outer.left + margin - inner.left
  else if (inner.right > outer.right - margin) area.scrollLeft += inner.right - outer.right + margin
  if (inner.top < outer.top + margin) area.scrollTop -= outer.top + margin - inner.top
  else if (inner.bottom > outer.bottom - margin) area.scrollTop += inner.bottom - outer.bottom + margin
}

/** Keeps the centre of the view where it is. */
function useKeepCentre(area: { readonly current: HTMLDivElement | null }, zoom: number): void {
  const before = useRef(zoom)
  useLayoutEffect(() => {
    const view = area.current
    const ratio = zoom / before.current
    before.current = zoom
    if (!view || ratio === 1) return
    view.scrollLeft = (view.scrollLeft + view.clientWidth / 2) * ratio - view.clientWidth / 2
    view.scrollTop = (view.scrollTop + view.clientHeight / 2) * ratio - view.clientHeight / 2
  }, [zoom])
}

/** The wheel zooms together with the control key, as in maps; alone, it scrolls. */
function useWheelZoom(area: { readonly current: HTMLDivElement | null }, zoomBy: (factor: number) => void): void {
  useEffect(() => {
    const view = area.current
    const listener = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      zoomBy(event.deltaY < 0 ? ZOOM.step : 1 / ZOOM.step)
    }
    view?.addEventListener('wheel', listener, { passive: false })
    return () => view?.removeEventListener('wheel', listener)
  }, [])
}
