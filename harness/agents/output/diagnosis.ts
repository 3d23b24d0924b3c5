import { AgentFault } from '../../errors.ts'
import { beginningOf, objectIn } from './object.ts'
import { readPath } from './paths.ts'
import { isRecord } from './record.ts'

/** One cause of failures, the files to change, and how. */
export interface Finding {
  readonly cause: string
  readonly files: readonly string[]
  readonly fix: string
}

const MOST_FINDINGS = 50
const LONGEST = 2000
/** Each file of a finding costs a call to the model. */
const MOST_FILES = 20

/** @throws AgentFault with the reason if the answer names no file to change */
export function readDiagnosis(text: string): readonly Finding[] {
  const { value, answer } = objectIn(text)
  const list = isRecord(value) ? (value['findings'] ?? value['problems'] ?? value['diagnosis'] ?? value) : value
  const findings = (Array.isArray(list) ? list : [list]).slice(0, MOST_FINDINGS).flatMap(findingOf)
  if (findings.length === 0)
    throw new AgentFault(`the answer names no cause with files to change: ${beginningOf(answer)}`, 'unreadable')
  return findings
}

function findingOf(value: unknown): Finding[] {
  if (!isRecord(value)) return []
  const { cause, fix } = value
  const named = value['files'] ?? value['file']
  const files = (Array.isArray(named) ? named : [named]).flatMap((each) => {
    const read = typeof each === 'string' ? readPath(each) : undefined
    return read && 'path' in read ? [read.path] : []
  })
  return files.length === 0
    ? []
    : [{ cause: textOf(cause), files: [...new Set(files)].slice(0, MOST_FILES), fix: textOf(fix) }]
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, LONGEST) : ''
}
