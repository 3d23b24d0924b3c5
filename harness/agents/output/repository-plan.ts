/** Reads the answers from which a planning graph is made: features, capabilities, files with flows of data, and interfaces. */
import { AgentFault } from '../../errors.ts'
import { listOf, pathOf, textIn, textOf } from './contract-parts.ts'
import { beginningOf, objectIn } from './object.ts'
import { isRecord, type Fields } from './record.ts'

/** Characters. */
const LONGEST_NAME = 200
const LONGEST_TEXT = 1500
/** A path, or a path with the name of a unit. */
const LONGEST_PLACE = 1200
const LONGEST_SIGNATURE = 800
/** Entries of one list of an answer; an answer with more is refused. */
const MOST = 2000
/** Levels of capabilities. */
const DEEPEST = 5

export interface ReadFeature {
  readonly name: string
  readonly description: string
  readonly group: string
}

/** One round of the proposal. */
export interface ReadFeatures {
  readonly features: readonly ReadFeature[]
  /** Names of features that are not wanted. */
  readonly removed: readonly string[]
  /** Nothing is missing any more. */
  readonly isComplete: boolean
}

export interface ReadCapability {
  readonly name: string
  readonly description: string
  readonly features: readonly string[]
  readonly parts: readonly ReadCapability[]
}

export interface ReadFile {
  readonly path: string
  readonly description: string
  readonly capabilities: readonly string[]
  readonly imports: readonly string[]
}
export interface ReadFlow {
  readonly from: string
  readonly to: string
  readonly data: string
  readonly type: string
}
export interface ReadLayout {
  readonly files: readonly ReadFile[]
  readonly flows: readonly ReadFlow[]
  /** Files that were left out, one sentence each. */
  readonly problems: readonly string[]
}

export interface ReadUnit {
  readonly kind: 'class' | 'function'
  /** Of a base class. Empty in the interface of one file. */
  readonly path: string
  readonly name: string
  readonly signature: string
  readonly description: string
  readonly features: readonly string[]
  readonly bases: readonly string[]
  readonly invokes: readonly string[]
  readonly methods: readonly { readonly name: string; readonly signature: string; readonly description: string }[]
}

/** @throws AgentFault with the reason if the answer has no list of groups or features */
export function readFeatures(text: string): ReadFeatures {
  const { value, answer } = objectIn(text)
  const fields = isRecord(value) ? value : { groups: value }
  const groups = fields['groups'] ?? fields['capabilities'] ?? fields['features']
  if (groups === undefined) throw missing('groups with features', answer)
  const features = entries(groups, 'name').flatMap((group) => {
    const inside = isRecord(group) ? group['features'] : undefined
    if (inside === undefined) return featureOf(group, '')
    return entries(inside, 'name').flatMap((each) => featureOf(each, isRecord(group) ? nameIn(group) : ''))
  })
  checkCount('features', features.length)
  const removed = namesOf(fields['remove'] ?? fields['removed'])
  const isComplete = fields['complete'] === true || fields['done'] === true
  if (features.length + removed.length === 0 && !isComplete) throw missing('groups with features', answer)
  return { features, removed, isComplete }
}

function featureOf(value: unknown, group: string): ReadFeature[] {
  const name = isRecord(value) ? nameIn(value) : textOf(value).slice(0, LONGEST_NAME)
  return name === '' ? [] : [{ name, description: isRecord(value) ? describedIn(value) : '', group }]
}

/** @throws AgentFault with the reason if the answer has no capability */
export function readCapabilities(text: string): readonly ReadCapability[] {
  const { value, answer } = objectIn(text)
  const fields = isRecord(value) ? value : { capabilities: value }
  const found = capabilitiesOf(fields['capabilities'] ?? fields['components'], 1)
  if (found.length === 0) throw missing('capabilities', answer)
  return found
}

function capabilitiesOf(value: unknown, level: number): ReadCapability[] {
  if (level > DEEPEST) throw new AgentFault(`capabilities have more than ${String(DEEPEST)} levels`, 'unreadable')
  return entries(value ?? [], 'name').flatMap((each) => {
    if (!isRecord(each) || nameIn(each) === '') return []
    const parts = capabilitiesOf(each['parts'] ?? each['capabilities'], level + 1)
    return [{ name: nameIn(each), description: describedIn(each), features: namesOf(each['features']), parts }]
  })
}

/** @throws AgentFault with the reason if the answer has no file with a usable path */
export function readLayout(text: string): ReadLayout {
  const { value, answer } = objectIn(text)
  const fields = isRecord(value) ? value : { files: value }
  const problems: string[] = []
  const files = entries(fields['files'] ?? [], 'path').flatMap((each) => fileOf(each, problems))
  if (files.length === 0) throw missing('files with a path inside the project', answer)
  const flows = entries(fields['flows'] ?? fields['data_flows'] ?? [], 'from').flatMap(flowOf)
  return { files, flows, problems: problems.slice(0, 50) }
}

function fileOf(value: unknown, problems: string[]): ReadFile[] {
  const written = isRecord(value) ? textIn(value, ['path', 'file', 'name']) : textOf(value)
  const path = pathOf(written)
  if (path === undefined) {
    problems.push(`${JSON.stringify(written.slice(0, 100))} is no path of a file inside the project`)
    return []
  }
  if (!isRecord(value)) return [{ path, description: '', capabilities: [], imports: [] }]
  const capabilities = namesOf(value['capabilities'] ?? value['capability'] ?? value['features'])
  const imports = namesOf(value['imports'] ?? value['needs'], LONGEST_PLACE).flatMap((each) => pathOf(each) ?? [])
  return [{ path, description: describedIn(value), capabilities, imports }]
}

function flowOf(value: unknown): ReadFlow[] {
  if (!isRecord(value)) return []
  const [from, to] = [pathOf(textIn(value, ['from', 'source'])), pathOf(textIn(value, ['to', 'target']))]
  if (from === undefined || to === undefined) return []
  const data = textIn(value, ['data', 'name', 'description']).slice(0, LONGEST_NAME)
  return [{ from, to, data: data === '' ? 'data' : data, type: textIn(value, ['type']).slice(0, LONGEST_NAME) }]
}

/** An interface may be empty: a file of data has no class and no function. @throws AgentFault if the answer has no list */
export function readInterface(text: string): readonly ReadUnit[] {
  const { value, answer } = objectIn(text)
  const fields = isRecord(value) ? value : { units: value }
  const lists = [fields['units'], fields['classes'], fields['functions'], fields['interface']]
  if (lists.every((each) => each === undefined)) throw missing('a list of units', answer)
  const [units, classes, functions, others] = lists
  const found = [
    ...entries(units ?? others ?? [], 'name').flatMap((each) => unitOf(each)),
    ...entries(classes ?? [], 'name').flatMap((each) => unitOf(each, 'class')),
    ...entries(functions ?? [], 'name').flatMap((each) => unitOf(each, 'function')),
  ]
  checkCount('units', found.length)
  return found
}

const IDENTIFIER = /^[\p{L}_$][\p{L}\p{N}_$]*$/u

function unitOf(value: unknown, kind?: ReadUnit['kind']): ReadUnit[] {
  if (!isRecord(value)) return []
  const name = nameIn(value).replace(/\(.*$/s, '').trim()
  if (!IDENTIFIER.test(name)) return []
  const methods = entries(value['methods'] ?? [], 'name').flatMap(methodOf)
  const given = textIn(value, ['kind', 'type']).toLowerCase()
  const isClass = kind === 'class' || given === 'class' || (given === '' && kind === undefined && methods.length > 0)
  return [
    {
      kind: isClass ? 'class' : 'function',
      path: pathOf(textIn(value, ['path', 'file'])) ?? '',
      ...{ name, signature: signatureIn(value), description: describedIn(value), methods },
      features: namesOf(value['features']),
      bases: namesOf(value['bases'] ?? value['inherits'], LONGEST_PLACE),
      invokes: namesOf(value['invokes'] ?? value['needs'] ?? value['calls'], LONGEST_PLACE),
    },
  ]
}

function methodOf(value: unknown): ReadUnit['methods'][number][] {
  const fields: Fields = isRecord(value) ? value : { name: textOf(value), signature: textOf(value) }
  const name = nameIn(fields)
    .replace(/\(.*$/s, '')
    .replace(/^(?:async\s+)?def\s+/, '')
    .trim()
  return IDENTIFIER.test(name) ? [{ name, signature: signatureIn(fields), description: describedIn(fields) }] : []
}

function nameIn(fields: Fields): string {
  return textIn(fields, ['name', 'title', 'feature']).slice(0, LONGEST_NAME)
}

function describedIn(fields: Fields): string {
  return textIn(fields, ['description', 'purpose', 'details']).slice(0, LONGEST_TEXT)
}

function signatureIn(fields: Fields): string {
  return textIn(fields, ['signature']).slice(0, LONGEST_SIGNATURE)
}

/** @param longest Characters of one name: a feature becomes a node with this name, as those of the proposal do */
function namesOf(value: unknown, longest = LONGEST_NAME): string[] {
  const list = entries(value ?? [], 'name').map((each) =>
    isRecord(each) ? nameIn(each) : textOf(each).slice(0, longest),
  )
  return [...new Set(list.filter((name) => name !== ''))].slice(0, 200)
}

function entries(value: unknown, name: string): readonly unknown[] {
  const list = listOf(value, name)
  checkCount('entries in a list', list.length)
  return list
}

function checkCount(what: string, count: number): void {
  if (count <= MOST) return
  throw new AgentFault(`the answer has ${String(count)} ${what}, and at most ${String(MOST)} are allowed`, 'unreadable')
}

function missing(what: string, answer: string): AgentFault {
  return new AgentFault(`the answer has no ${what}: ${beginningOf(answer)}`, 'unreadable')
}
