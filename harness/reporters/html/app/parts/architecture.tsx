import { ARCHITECTURE_SCORES, isArchitectureScore, PATH_FINDINGS } from '../../../../contracts/vocabulary.ts'
import type { ArchitectureView } from '../../data.ts'
import { count } from '../format.ts'
import { ModuleGraphPicture } from './module-graph.tsx'
import { ScoreTable } from './score-table.tsx'

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
