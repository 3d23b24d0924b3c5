import { createHash } from 'node:crypto'
import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { parseCsv } from '../../lib/parsing/csv.ts'
import { projectDigest } from '../../lib/files/project-digest.ts'
import { TrialStore } from '../../store/store.ts'
import { trialFolder } from '../../store/read.ts'
import type { Canonical } from '../../contracts/types.ts'
import type { Attempted } from './attempt.ts'

/** Checks the conditions that must hold after every trial of any project. Returns one line for each violation. */
export async function harm(attempted: Attempted, solution: Canonical): Promise<string[]> {
  const folder = trialFolder(attempted.run, attempted.key)
  return [
    ...reportProblems(attempted.report.page),
    ...attempted.report.chunks.flatMap(chunkProblems),
    ...terminalProblems(attempted.terminal),
    ...tableProblems(attempted.csv),
    ...(await storeProblems(folder, solution, attempted.record.outcome !== 'no-project')),
    ...(await strayEntries(folder)),
  ]
}

const POLICY = /<meta\s+http-equiv="Content-Security-Policy"\s+content="default-src 'none';/
const FORBIDDEN_TAG = /^<(script|iframe|frame|object|embed|base|form|link|svg|math|video|audio|input|button|portal)\b/i
const HANDLER = /\son[a-z]+\s*=/i
const ELSEWHERE = /\s(href|src|action|srcset|poster|data|ping|formaction)\s*=\s*"(?!#|data:image\/png;base64,)/i
const REFRESH = /http-equiv="refresh"/i

/** Problems of a report page. All project text is escaped, so every tag must be one of the report's own. */
export function reportProblems(page: string): string[] {
  const html = withoutOwn(page)
  const tags = html.match(/<[a-z][^>]*>/gi) ?? []
  const bad = tags.filter((tag) => [FORBIDDEN_TAG, HANDLER, ELSEWHERE, REFRESH].some((pattern) => pattern.test(tag)))
  return [
    ...(POLICY.test(html) ? [] : ['the report has no content security policy']),
    ...bad.slice(0, 3).map((tag) => `the report contains ${tag.slice(0, 200)}`),
    ...(hidesText(html) ? ['the report contains control characters or direction marks'] : []),
  ]
}

/** Removes the report's own style and script, which its policy allows by their hashes. */
function withoutOwn(page: string): string {
  const hashes = new Set(POLICY_HASH.exec(page)?.[0].match(/sha256-[\w+/=]+/g))
  return page.replaceAll(/<(style|script)>(.*?)<\/\1>/gs, (element: string, _name, text: string) =>
    hashes.has(`sha256-${createHash('sha256').update(text).digest('base64')}`) ? '' : element,
  )
}

const POLICY_HASH = /<meta http-equiv="Content-Security-Policy"[^>]*>/
/** One call with two string literals, which contain no quotes and no tags. */
const CHUNK = /^peChunk\("((?:[^"\\<>]|\\.)*)","((?:[^"\\<>]|\\.)*)"\)\n$/

/** Problems of a data script, which must be a single call with two strings. */
export function chunkProblems(script: string): string[] {
  const [, name = '', json = ''] = CHUNK.exec(script) ?? []
  if (name === '') return [`the report contains a script that is not data: ${script.slice(0, 200)}`]
  const texts: string[] = []
  JSON.parse(JSON.parse(`"${json}"`) as string, (_key, value: unknown) => {
    if (typeof value === 'string') texts.push(value)
    return value
  })
  return texts.some(hidesText) ? ['the data of the report contains control characters or direction marks'] : []
}

/** Escape sequences come from the project: without a terminal, the harness writes none. */
export function terminalProblems(text: string): string[] {
  return hidesText(text) ? [`the project sent ${JSON.stringify(HIDING.exec(text)?.[0])} to the terminal`] : []
}

/**
 * Programs for spreadsheets take a cell for a formula by its first sign. Some separate cells by semicolons, bars or tabs, and do so
 * within a text that the file quotes, too.
 */
export function tableProblems(csv: string): string[] {
  const cells = parseCsv(Buffer.from(csv)).flatMap((row) =>
    row.flatMap((cell) => cell.split(/[;|\t\v\f\r\n\u0085\u2028\u2029]/)),
  )
  const formula = cells.find((cell) => FORMULA.test(cell))
  return formula === undefined ? [] : [`the table of testcodes has a formula: ${JSON.stringify(formula.slice(0, 100))}`]
}

const FORMULA = /^(?:["\s]|\p{Default_Ignorable_Code_Point}|\p{Cf})*[=+\-@\uff1d\uff0b\uff0d\uff20]/u

/** Control characters except tab and line feed, and characters that change the direction of text. */
// eslint-disable-next-line no-control-regex -- the pattern finds control characters
const HIDING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

function hidesText(text: string): boolean {
  return HIDING.test(text)
}

/** The project is frozen before it runs, so the store must contain it unchanged. */
async function storeProblems(folder: string, { project }: Canonical, expected: boolean): Promise<string[]> {
  const stored = await new TrialStore(folder).readProject()
  if (!stored) return expected ? ['the project is not in the store'] : []
  if (!expected) return ['a refused project is in the store']
  return projectDigest(stored) === projectDigest(project)
    ? []
    : ['the project in the store has changed since it was frozen']
}

/** Entries that are neither files nor folders: a link would lead readers of the run elsewhere. */
async function strayEntries(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true })
  const kinds = await Promise.all(
    entries.map(async (entry) => {
      const status = await lstat(path.join(folder, entry))
      return status.isFile() || status.isDirectory() ? [] : [`${entry} in the store is not a regular file`]
    }),
  )
  return kinds.flat()
}
