import { ARCHITECTURE_SCORES, isArchitectureScore, PATH_FINDINGS } from '../../../../contracts/vocabulary.ts'
import type { ArchitectureView } from '../../data.ts'
import { count } from '../format.ts'
import { ScoreTable } from './score-table.tsx'
import { useMemo, useState } from 'preact/hooks'
import type { ModuleGraph } from '../../../../contracts/schema.ts'
import { BOX, curve, layoutOf, type Box, type Edge, type Layout } from '../graph-layout.ts'
import { Scroll } from './scroll.tsx'

/** The share of what each measure is. */
const ABOUT: Readonly<Record<keyof typeof ARCHITECTURE_SCORES, string>> = {
  'path-f1': 'file paths that the project and the canonical solution have in common, as F1',
  linkage: 'internal imports that lead to a file with the symbol',
  placeholders: 'functions that only announce an implementation',
  orphans: 'modules that are never reached from the entry point',
  contract: "symbols of the agent's contract that exist",
}

/** The modules of a project and the measures of its architecture. Renders nothing if it was not measured. */
export function Architecture({ architecture }: { readonly architecture: ArchitectureView | undefined }) {
  if (architecture === undefined) return null
  const { lines, graph } = architecture
  return (
    <section aria-labelledby="architecture-title">
      <h2 id="architecture-title">
        Architecture <small>read from the files, in no score</small>
      </h2>
      <Measures lines={lines} />
      {graph && graph.modules.length > 0 && <ModuleGraphPicture graph={graph} />}
      <Findings lines={lines} />
    </section>
  )
}

type Lines = ArchitectureView['lines']

function Measures({ lines }: { readonly lines: Lines }) {
  return (
    <ScoreTable
      label="Measures of the architecture"
      title="Measure"
      class="architecture-measures"
      lines={lines}
      missing="not measured"
      note={({ name, detail }) => detail && (name === 'path-f1' ? pathsText(detail) : shareText(detail))}
      about={(name) =>
        isArchitectureScore(name) ? `${ABOUT[name]}; ${ARCHITECTURE_SCORES[name].better} is better` : undefined
      }
    />
  )
}

type Detail = NonNullable<Lines[number]['detail']>

function shareText({ part, whole }: Detail): string {
  return `${String(part)} of ${String(whole)}`
}

/** An F1 counts the common paths twice, and its whole is the paths of both sides together. */
function pathsText({ part, whole, findings, more }: Detail): string {
  const common = part / 2
  if (more > 0) return `${String(common)} common; ${String(whole)} of both sides together`
  const extra = findings.filter(({ text }) => text === PATH_FINDINGS.extra).length
  const produced = common + extra
  return `${String(common)} common; ${String(produced)} produced, ${String(whole - produced)} canonical`
}

/** Findings of each measure, in the strict setting. */
function Findings({ lines }: { readonly lines: Lines }) {
  const found = lines.flatMap(({ name, setting, detail }) =>
    setting === 'strict' && detail && detail.findings.length > 0 ? [{ name, ...detail }] : [],
  )
  return found.map(({ name, findings, more }) => (
    <details key={name} class="architecture-findings">
      <summary>
        {name}, strict: {count(findings.length + more, 'finding')}
      </summary>
      <ul>
        {findings.map(({ path, line, text }, index) => (
          <li key={index}>
            <code>{line === undefined ? path : `${path}:${String(line)}`}</code> {text}
          </li>
        ))}
        {more > 0 && <li>… and {count(more, 'more finding')}</li>}
      </ul>
    </details>
  ))
}

// ---- module graph --------------------------------------------------------------------------------------------------

/** The modules of a project and their imports, drawn from left to right. A click on a module shows only its imports. */
function ModuleGraphPicture({ graph }: { readonly graph: ModuleGraph }) {
  const layout = useMemo(() => layoutOf(graph), [graph])
  const [chosen, setChosen] = useState<number>()
  const choose = (box: number) => setChosen(box === chosen ? undefined : box)
  return (
    <>
      <Legend graph={graph} />
      <Scroll label="Modules and their imports">
        <svg
          class={`modules ${chosen === undefined ? '' : 'one-chosen'}`}
          role="img"
          aria-label={summaryOf(graph)}
          width={layout.width}
          height={layout.height}
          viewBox={`0 0 ${String(layout.width)} ${String(layout.height)}`}
        >
          {layout.edges.map((edge, index) => (
            <Line key={index} edge={edge} layout={layout} isChosen={edge.from === chosen || edge.to === chosen} />
          ))}
          {layout.boxes.map((box, index) => (
            <Module key={index} box={box} graph={graph} isChosen={index === chosen} onChoose={() => choose(index)} />
          ))}
        </svg>
      </Scroll>
    </>
  )
}

function summaryOf({ modules, links }: ModuleGraph): string {
  const [orphans, broken] = [modules.filter(({ orphan }) => orphan), links.filter((link) => link.broken !== undefined)]
  return [
    `${count(modules.length, 'module')}, ${count(links.length, 'link')}`,
    `${String(broken.length)} broken, ${count(orphans.length, 'orphan')}`,
  ].join(', ')
}

function Legend({ graph: { modules, more } }: { readonly graph: ModuleGraph }) {
  const left = [
    ...(more.modules > 0 ? [count(more.modules, 'more module')] : []),
    ...(more.links > 0 ? [count(more.links, 'more link')] : []),
  ]
  return (
    <p class="graph-legend">
      <span class="key key-entry">entry</span> <span class="key key-module">module</span>{' '}
      <span class="key key-orphan">orphan, never reached</span> <span class="key key-missing">broken link</span>{' '}
      {modules.some(({ placeholders }) => placeholders > 0) && <span>● has placeholders</span>}
      {left.length > 0 && <span class="absent"> Not drawn: {left.join(' and ')}.</span>}
    </p>
  )
}

function Line({
  edge,
  layout,
  isChosen,
}: {
  readonly edge: Edge
  readonly layout: Layout
  readonly isChosen: boolean
}) {
  const [from, to] = [layout.boxes[edge.from], layout.boxes[edge.to]]
  if (!from || !to) return null
  const classes = ['link', ...(edge.broken === undefined ? [] : ['broken']), ...(isChosen ? ['chosen'] : [])]
  return (
    <path class={classes.join(' ')} d={curve(from, to)}>
      {edge.broken !== undefined && <title>{edge.broken}</title>}
    </path>
  )
}

interface ModuleProps {
  readonly box: Box
  readonly graph: ModuleGraph
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Module({ box, graph, isChosen, onChoose }: ModuleProps) {
  const { module, label, x, y } = box
  const about = module === undefined ? undefined : graph.modules[module]
  const kind = about ? (about.entry ? 'entry' : about.orphan ? 'orphan' : 'plain') : 'missing'
  const title = about
    ? `${about.path}: ${count(about.functions, 'function')}, ${count(about.placeholders, 'placeholder')}`
    : `${label}: missing`
  return (
    <g class={`module module-${kind} ${isChosen ? 'chosen' : ''}`} onClick={onChoose}>
      <title>{title}</title>
      <rect x={x} y={y} width={BOX.width} height={BOX.height} rx="5" />
      <text x={x + 8} y={y + BOX.height / 2} dominant-baseline="central">
        {label}
      </text>
      {about !== undefined && about.placeholders > 0 && (
        <circle cx={x + BOX.width - 10} cy={y + BOX.height / 2} r="4" class="placeholder-mark" />
      )}
    </g>
  )
}
