/** Formats parts of a planning graph as text for prompts. */
import type { GraphNode, RepositoryGraph } from '../../../../contracts/schema.ts'
import type { ReadCapability, ReadLayout, ReadUnit } from '../../../../agents/output/repository-plan.ts'
import { unitId } from './build.ts'
import type { Unit } from './units.ts'

/** Characters of one text in a prompt. */
const LONGEST = 60_000

export function boundText(text: string, longest = LONGEST): string {
  return text.length > longest ? `${text.slice(0, longest)}\n(and so on)` : text
}

export function listText(lines: readonly string[]): string {
  return lines.length === 0 ? '(none)' : boundText(lines.map((line) => `- ${line}`).join('\n'))
}

export function capabilitiesText(capabilities: readonly ReadCapability[], indent = ''): string {
  const lines = capabilities.flatMap(({ name, description, features, parts }) => [
    `${indent}- ${described(name, description)}`,
    ...(parts.length === 0 ? [] : [capabilitiesText(parts, `${indent}  `)]),
    ...features.filter((each) => parts.every((part) => part.name !== each)).map((each) => `${indent}  - ${each}`),
  ])
  return boundText(lines.join('\n'))
}

export function layoutText({ files, flows }: Pick<ReadLayout, 'files' | 'flows'>): string {
  const lines = files.map(({ path, description, capabilities, imports }) =>
    [
      described(path, description),
      ...(capabilities.length === 0 ? [] : [`has ${capabilities.join(', ')}`]),
      ...(imports.length === 0 ? [] : [`imports ${imports.join(', ')}`]),
    ].join('; '),
  )
  const flowing = flows.map(({ from, to, data, type }) => `${data}${type === '' ? '' : ` (${type})`}: ${from} → ${to}`)
  return `Files:\n${listText(lines)}\n\nFlows of data:\n${listText(flowing)}`
}

export function interfaceText(path: string, units: readonly ReadUnit[]): string {
  const lines = units.flatMap((unit) => [
    `- ${unit.kind} ${unitId(path, unit.name)}: ${described(unit.signature || unit.name, unit.description)}`,
    ...unit.methods.map((method) => `  - method ${described(method.signature || method.name, method.description)}`),
  ])
  return lines.join('\n')
}

/** A unit with everything that the graph says about it. */
export function unitText({ node, path, parts }: Unit, { edges, flows, nodes }: RepositoryGraph): string {
  const names = new Map(nodes.map((each) => [each.id, each]))
  const needed = edges.filter(({ kind, from }) => from === node.id && (kind === 'inherits' || kind === 'invokes'))
  const flowing = flows.filter(({ from, to }) => from === path || to === path)
  return boundText(
    [
      `${node.kind} ${node.id}${node.signature === '' ? '' : `: ${node.signature}`}`,
      node.description,
      ...parts.map((part) => `- ${part.kind} ${described(part.signature || part.name, part.description)}`),
      ...node.features.map((feature) => `implements ${feature}`),
      ...needed.map(({ kind, to }) => `${kind} ${needText(names.get(to), to)}`),
      ...flowing.map(({ from, to, data, type }) => `data: ${data} (${type}) from ${from} to ${to}`),
    ]
      .filter((line) => line !== '')
      .join('\n'),
    8000,
  )
}

function needText(node: GraphNode | undefined, id: string): string {
  return node === undefined || node.signature === '' ? id : `${id}: ${node.signature}`
}

/** Every unit in a line, for a prompt that has to find some of them. */
export function unitsText(units: readonly Unit[], states: ReadonlyMap<string, string>): string {
  const lines = units.map(
    ({ id, node }) =>
      `${id} (${states.get(id) ?? 'planned'})${node.description === '' ? '' : `: ${node.description.slice(0, 120)}`}`,
  )
  return listText(lines)
}

function described(name: string, description: string): string {
  return description === '' ? name : `${name}: ${description}`
}
