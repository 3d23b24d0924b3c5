import { ARCHITECTURE_SCORES, isArchitectureScore } from '../../../../contracts/vocabulary.ts'
import type { ArchitectureView } from '../../data.ts'
import { count } from '../format.ts'
import { ModuleGraphPicture } from './module-graph.tsx'
import { Scroll } from './scroll.tsx'

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
      <Table lines={lines} />
      {graph && graph.modules.length > 0 && <ModuleGraphPicture graph={graph} />}
      <Findings lines={lines} />
    </section>
  )
}

type Lines = ArchitectureView['lines']

function Table({ lines }: { readonly lines: Lines }) {
  const names = [...new Set(lines.map(({ name }) => name))]
  const settings = [...new Set(lines.map(({ setting }) => setting))]
  return (
    <Scroll label="Measures of the architecture">
      <table class="digests similarity architecture-measures">
        <thead>
          <tr>
            <th scope="col">Measure</th>
            {settings.map((setting) => (
              <th scope="col" key={setting}>
                {setting}
              </th>
            ))}
            <th scope="col">Better</th>
            <th scope="col">Share of</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {settings.map((setting) => (
                <td key={setting}>
                  <Value line={lines.find((each) => each.name === name && each.setting === setting)} />
                </td>
              ))}
              <td class="better">{isArchitectureScore(name) && ARCHITECTURE_SCORES[name].better}</td>
              <td>{isArchitectureScore(name) && ABOUT[name]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function Value({ line }: { readonly line: Lines[number] | undefined }) {
  if (line?.value === undefined)
    return <span class="absent">not measured{line?.reason === undefined ? '' : `: ${line.reason}`}</span>
  const { value, detail } = line
  return (
    <>
      <b>{value.toFixed(3)}</b> {detail && <small>{`${String(detail.part)} of ${String(detail.whole)}`}</small>}
    </>
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
