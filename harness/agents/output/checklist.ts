import { AgentFault } from '../../errors.ts'
import { checklistSchema, type Checklist } from '../../contracts/schema.ts'
import { findJson } from './json.ts'
import { emptyReason, withoutThinking } from './reasoning.ts'
import { isRefusal } from './project.ts'
import { isRecord, type Fields } from './record.ts'

/**
 * Reads a checklist from an answer: pages with functions, each with a description.
 * @throws AgentFault with the reason if the answer has none
 */
export function readChecklist(text: string): Checklist {
  const answer = withoutThinking(text)
  if (answer.trim() === '') throw new AgentFault(emptyReason(text), 'empty')
  const pages = pagesOf(findJson(answer)?.value)
  const checklist = checklistSchema.safeParse(pages)
  if (checklist.success && checklist.data.length > 0) return checklist.data
  const beginning = `it begins with ${JSON.stringify(answer.trim().slice(0, 80))}`
  if (isRefusal(answer)) throw new AgentFault(`the model refused: ${beginning}`, 'refused')
  throw new AgentFault(`the answer contains no checklist of pages with functions: ${beginning}`, 'unreadable')
}

/** Leaves out invalid pages and functions. */
function pagesOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(pageOf)
  if (!isRecord(value)) return []
  const list = ['checklist', 'pages', 'data', 'result', 'answer'].map((name) => value[name]).find(Array.isArray)
  if (list !== undefined) return list.flatMap(pageOf)
  const own = pageOf(value)
  if (own.length > 0) return own
  return Object.entries(value).flatMap(([page, functions]) => pageOf({ page, functions }))
}

function pageOf(value: unknown): unknown[] {
  if (!isRecord(value)) return []
  const page = textIn(value, ['page', 'name', 'title'])
  const functions = functionsOf(value['functions'] ?? value['function'] ?? value['features'] ?? value['items'])
  return page === undefined || functions.length === 0 ? [] : [{ page, functions }]
}

function functionsOf(value: unknown): unknown[] {
  if (isRecord(value))
    return Object.entries(value).flatMap(([name, description]) => functionOf({ function: name, description }))
  return Array.isArray(value) ? value.flatMap(functionOf) : []
}

function functionOf(value: unknown): unknown[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [{ function: value, description: value }]
  if (!isRecord(value)) return []
  const name = textIn(value, ['function', 'name', 'title', 'feature'])
  const description = textIn(value, ['description', 'desc', 'details', 'expected']) ?? name
  return name === undefined ? [] : [{ function: name, description }]
}

function textIn(value: Fields, names: readonly string[]): string | undefined {
  const found = names.map((name) => value[name]).find((each) => typeof each === 'string' && each.trim() !== '')
  return found as string | undefined
}
