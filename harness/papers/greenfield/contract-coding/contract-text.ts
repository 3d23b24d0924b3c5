import type {
  Contract,
  ContractClass,
  ContractFile,
  ContractFunction,
  ContractItem,
  ContractVariable,
  TaskStatus,
} from '../../../contracts/schema.ts'
import type { Place, Value } from './cells.ts'

/** Formats contracts for prompts and for the record. */

/** The state of the task of a file, as the contract shows it. */
export interface Standing {
  readonly version: number
  readonly status: TaskStatus
  readonly problems: readonly string[]
}

/** @param standings By the path of the file; none before there are tasks */
export function contractText(contract: Contract, standings: ReadonlyMap<string, Standing> = new Map()): string {
  const { overview, stories, constraints, directory, knowledge, dependencies, api } = contract
  const parts = [
    ['Overview', overview === '' ? [] : [overview]],
    ['Stories', stories.map(itemLine)],
    ['Constraints', constraints.map(itemLine)],
    ['Directory', directory.map(({ path, description }) => itemLine({ name: path, description }))],
    ['Shared knowledge', knowledge.map(itemLine)],
    [
      'Dependencies',
      dependencies.map(({ file, needs }) => `- ${file} needs ${needs.length === 0 ? 'nothing' : needs.join(', ')}`),
    ],
    ['API', api.map((file) => fileText(file, standings.get(file.path)))],
  ] as const
  return parts
    .map(([title, lines]) => `## ${title}\n\n${lines.length === 0 ? '(empty)' : lines.join('\n')}`)
    .join('\n\n')
}

function itemLine({ name, description }: ContractItem): string {
  return described(`- ${name}`, description)
}

export function fileText(file: ContractFile, standing?: Standing): string {
  const { path, description, owner, globals, classes, functions } = file
  const facts = [
    ...(owner === '' ? [] : [`owner: ${owner}`]),
    ...(standing ? [`version ${String(standing.version)}`, `status: ${standing.status}`] : []),
  ]
  return [
    `\n### ${path}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`,
    ...(description === '' ? [] : [description]),
    ...globals.map((each) => `- variable ${variableText(each)}`),
    ...classes.flatMap(classLines),
    ...functions.map((each) => `- function ${functionText(each)}`),
    ...(standing?.problems ?? []).map((problem) => `- problem: ${problem}`),
  ].join('\n')
}

function classLines({ name, description, bases, attributes, methods }: ContractClass): string[] {
  const head = bases.length === 0 ? name : `${name}(${bases.join(', ')})`
  return [
    described(`- class ${head}`, description),
    ...attributes.map((each) => `  - attribute ${variableText(each)}`),
    ...methods.map((each) => `  - method ${functionText(each)}`),
  ]
}

function variableText({ name, type, description }: ContractVariable): string {
  return described(type === '' ? name : `${name}: ${type}`, description)
}

function functionText(each: ContractFunction): string {
  return described(signatureText(each), each.description)
}

export function signatureText({ name, parameters, returns }: Omit<ContractFunction, 'description'>): string {
  const inner = parameters.map(
    (each) => `${each.name}${each.optional ? '?' : ''}${each.type === '' ? '' : `: ${each.type}`}`,
  )
  return `${name}(${inner.join(', ')})${returns === '' ? '' : ` -> ${returns}`}`
}

function described(text: string, description: string): string {
  return description === '' ? text : `${text}: ${description}`
}

/** One statement, for the record of changes. */
export function statementText(place: Place, value: Value): string {
  if (typeof value === 'string') return value
  const name = place.at(-1) ?? ''
  return 'parameters' in value
    ? functionText({ ...(value as unknown as ContractFunction), name })
    : variableText({ ...(value as unknown as ContractVariable), name })
}
