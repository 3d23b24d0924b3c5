import type { Answers, Question } from '../../contracts/schema.ts'
import { isDeeper } from '../../lib/files/depth.ts'
import { findJson } from './json.ts'
import { withSlashes } from './paths.ts'
import { withoutThinking } from './reasoning.ts'
import { isRecord, type Fields } from './record.ts'

/** Levels of nesting in a value. Deeper values are dropped: they are attacks on recursive code. */
const DEEPEST = 20

export interface ReadAnswers {
  readonly answers: Answers
  readonly notes: readonly string[]
}

/**
 * Reads the parameter values of an answer: by testcode and parameter as the prompt asks, as a list of testcodes, as the
 * paper's list of pages, or by parameter alone. A missing value costs only the testcodes that need it.
 */
export function readAnswers(text: string, questions: readonly Question[]): ReadAnswers {
  const names = new Set(
    questions.flatMap(({ testcode, parameters }) => [testcode, ...parameters.map(({ name }) => name)]),
  )
  const value = answersIn(findJson(withoutThinking(text), (each) => isAbout(each, names))?.value)
  if (value === undefined) return { answers: {}, notes: ['the parameter values could not be read'] }
  const given: Fields = isRecord(value) ? value : fromList(value, questions)
  const answers: Record<string, Record<string, unknown>> = {}
  for (const { testcode, parameters } of questions) {
    const own = valuesOf(Object.hasOwn(given, testcode) ? given[testcode] : undefined)
    const values = parameters.flatMap(({ name, kind }): [string, unknown][] => {
      if (Object.hasOwn(own, name)) return isDeeper(own[name], DEEPEST) ? [] : [[name, valueOf(own[name], kind)]]
      const shared = Object.hasOwn(given, name) ? given[name] : undefined
      return shared === undefined || isRecord(shared) || isDeeper(shared, DEEPEST)
        ? []
        : [[name, valueOf(shared, kind)]]
    })
    if (values.length > 0) answers[testcode] = Object.fromEntries(values)
  }
  const asked = questions.reduce((sum, { parameters }) => sum + parameters.length, 0)
  const found = Object.values(answers).reduce((sum, values) => sum + Object.keys(values).length, 0)
  return { answers, notes: found < asked ? [`${asked - found} of ${asked} parameter values are missing`] : [] }
}

/** Paths are read like those of the project. */
function valueOf(value: unknown, kind: Question['parameters'][number]['kind']): unknown {
  return kind === 'file' && typeof value === 'string' ? withSlashes(value) : value
}

/** Whether a value names what was asked for: an example in the prose does not. */
function isAbout(value: unknown, names: ReadonlySet<string>): boolean {
  const answers = answersIn(value)
  return isRecord(answers) ? Object.keys(answers).some((name) => names.has(name)) : answers?.some(isRecord) === true
}

function answersIn(value: unknown): Fields | readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as readonly unknown[]
  if (!isRecord(value)) return undefined
  const inner = ['answers', 'parameters', 'testcodes', 'values', 'result'].map((name) => value[name])
  const only = Object.keys(value).length === 1 ? inner.find((each) => Array.isArray(each) || isRecord(each)) : undefined
  return only === undefined ? value : (answersIn(only) ?? value)
}

/** Parameter → value, from an object or from the paper's `[{name, answer}]`. */
function valuesOf(value: unknown): Fields {
  if (Array.isArray(value)) return Object.fromEntries(value.flatMap(namedValue))
  if (!isRecord(value)) return {}
  const inner = value['parameters'] ?? value['parameter'] ?? value['values'] ?? value['answers']
  return inner === undefined || typeof inner !== 'object' ? value : valuesOf(inner)
}

function namedValue(value: unknown): [string, unknown][] {
  if (!isRecord(value)) return []
  const name = value['name'] ?? value['parameter']
  const answer = Object.hasOwn(value, 'answer') ? value['answer'] : value['value']
  if (typeof name === 'string') return answer === undefined ? [] : [[name, answer]]
  return Object.entries(value)
}

/** A list of testcodes, or of pages whose functions hold the values of their testcodes in order. */
function fromList(list: readonly unknown[], questions: readonly Question[]): Fields {
  const open = [...questions]
  const found: Record<string, unknown> = Object.fromEntries(list.flatMap(namedValue))
  for (const entry of list.filter(isRecord)) {
    const id = entry['testcode'] ?? entry['id']
    if (typeof id === 'string') found[id] = entry
    const functions = Array.isArray(entry['function']) ? entry['function'] : entry['functions']
    if (!Array.isArray(functions)) continue
    for (const each of functions.filter(isRecord)) {
      const at = open.findIndex((question) => question.page === entry['page'] && question.function === each['function'])
      const [question] = at < 0 ? [] : open.splice(at, 1)
      if (question) found[question.testcode] = each
    }
  }
  return found
}
