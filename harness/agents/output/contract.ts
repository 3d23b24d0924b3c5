import { AgentFault } from '../../errors.ts'
import { CONTRACT_SECTIONS, contractSchema, type Contract, type ContractSection } from '../../contracts/schema.ts'
import { dependenciesOf, fileOf, itemsOf, listOf, pathOf, textIn, textOf } from './contract-parts.ts'
import { beginningOf, objectIn } from './object.ts'
import { isRecord, type Fields } from './record.ts'

export interface ReadEdit {
  readonly action: 'add' | 'update'
  /** A contract that has only what the edit says. */
  readonly part: Contract
}

const MOST_EDITS = 500

/**
 * Reads edits of a contract from an answer: a list of actions on sections, or a whole contract, whose sections are added. An empty list
 * of actions is an answer as well.
 * @throws AgentFault with the reason if the answer has neither
 */
export function readContractEdits(text: string): readonly ReadEdit[] {
  const { value, answer } = objectIn(text)
  const actions = actionsIn(value)
  const edits = (actions ?? []).slice(0, MOST_EDITS).flatMap(editOf)
  if (actions !== undefined && (edits.length > 0 || actions.length === 0)) return edits
  const whole = isRecord(value) ? sectionsIn(isRecord(value['contract']) ? value['contract'] : value) : []
  if (whole.length > 0) return whole
  throw new AgentFault(`the answer has no action on a section of the contract: ${beginningOf(answer)}`, 'unreadable')
}

function actionsIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as readonly unknown[]
  if (!isRecord(value)) return undefined
  const list = ['actions', 'edits', 'changes'].map((name) => value[name]).find((each) => Array.isArray(each))
  if (Array.isArray(list)) return list as readonly unknown[]
  return typeof value['section'] === 'string' ? [value] : undefined
}

function editOf(value: unknown): ReadEdit[] {
  if (!isRecord(value) || typeof value['section'] !== 'string') return []
  const section = sectionOf(value['section'])
  const content = value['content'] ?? value['value'] ?? value['entry'] ?? value['entries']
  if (section === undefined || content === undefined) return []
  const written = value['action'] ?? value['type']
  const action = typeof written === 'string' && /^(?:update|change|replace|modify)/i.test(written) ? 'update' : 'add'
  return partOf(section, content).map((part) => ({ action, part }))
}

function sectionsIn(value: Fields): ReadEdit[] {
  return Object.entries(value).flatMap(([name, content]) => {
    const section = sectionOf(name)
    return section === undefined ? [] : partOf(section, content).map((part): ReadEdit => ({ action: 'add', part }))
  })
}

const ALIASES: Readonly<Record<string, ContractSection>> = {
  ...{ userstories: 'stories', sharedknowledge: 'knowledge', shared: 'knowledge' },
  ...{ directorystructure: 'directory', projectstructure: 'directory', structure: 'directory' },
  ...{ dependencyrelationships: 'dependencies', dependency: 'dependencies' },
  ...{ symbolicapi: 'api', apis: 'api', interfaces: 'api', files: 'api', subtasks: 'api' },
}

function sectionOf(written: string): ContractSection | undefined {
  const name = written.toLowerCase().replaceAll(/[^a-z]/g, '')
  return (
    CONTRACT_SECTIONS.find((section) => section === name) ?? (Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined)
  )
}

/** The part that a section says; none if nothing of it can be read. */
function partOf(section: ContractSection, content: unknown): Contract[] {
  const fields = fieldsOf(section, content)
  const parsed = fields === undefined ? undefined : contractSchema.safeParse({ [section]: fields })
  return parsed?.success === true ? [parsed.data] : []
}

const MOST_FILES = 200
const MOST_ITEMS = 300

function fieldsOf(section: ContractSection, content: unknown): unknown {
  if (section === 'overview') {
    const text = isRecord(content) ? textIn(content, ['description', 'text', 'overview', 'content']) : textOf(content)
    return text === '' ? undefined : text
  }
  const read = READERS[section](content)
  return read.length === 0 ? undefined : read
}

const READERS: Readonly<Record<Exclude<ContractSection, 'overview'>, (content: unknown) => unknown[]>> = {
  stories: (content) => itemsOf(content).slice(0, MOST_ITEMS),
  constraints: (content) => itemsOf(content).slice(0, MOST_ITEMS),
  knowledge: (content) => itemsOf(content).slice(0, MOST_ITEMS),
  directory: (content) => directoryOf(content).slice(0, MOST_FILES),
  dependencies: (content) => dependenciesOf(content).slice(0, MOST_FILES),
  api: (content) => listOf(content, 'path').slice(0, MOST_FILES).flatMap(fileOf),
}

function directoryOf(content: unknown): unknown[] {
  return listOf(content, 'path').flatMap((each) => {
    const written = typeof each === 'string' ? each : isRecord(each) ? textIn(each, ['path', 'file', 'name']) : ''
    const path = pathOf(written)
    return path === undefined
      ? []
      : [{ path, description: isRecord(each) ? textIn(each, ['description', 'purpose']) : '' }]
  })
}
