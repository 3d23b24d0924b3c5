import { ARCHITECTURE_SCORES, isArchitectureScore } from '../../../../contracts/vocabulary.ts'
import type { ArchitectureView } from '../../data.ts'
import { count } from '../format.ts'
import { ModuleGraphPicture } from './module-graph.tsx'
import { ScoreTable } from './score-table.tsx'

const ABOUT: Readonly<Record<keyof typeof ARCHITECTURE_SCORES, string>> = {
  'path-f1': 'F1 of the file paths, produced and canonical',
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
      note={({ detail }) => detail && `${String(detail.part)} of ${String(detail.whole)}`}
      more={[
        {
          title: 'Better',
          class: 'better',
          of: (name) => isArchitectureScore(name) && ARCHITECTURE_SCORES[name].better,
        },
        { title: 'Share of', of: (name) => isArchitectureScore(name) && ABOUT[name] },
      ]}
    />
  )
}

/** Findings of each measure, in the strict setting. */
function Findings({ lines }: { readonly lines: Lines }) {
  const found = lines.flatMap(({ name, setting, detail }) =>
    setting === 'strict' && detail && detail.findings.length > 0 ? [{ name, ...detail }] : [],
  )
  return found.map(({ name, findings, more }) => (
    <details key={name} class="architecture-findings">
      <summary>
        {name}: {count(findings.length + more, 'finding')}
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
