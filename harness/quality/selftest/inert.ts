import { createHash } from 'node:crypto'
import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { projectDigest } from '../../lib/files/project-digest.ts'
import { TrialStore } from '../../store/store.ts'
import { trialFolder } from '../../store/read.ts'
import type { Canonical } from '../../contracts/types.ts'
import type { Attempted } from './attempt.ts'

/** What must hold after every trial, whatever the project did: one line for each thing that does not. */
export async function harm(attempted: Attempted, solution: Canonical): Promise<string[]> {
  const folder = trialFolder(attempted.run, attempted.key)
  return [
    ...reportProblems(attempted.report.page),
    ...attempted.report.chunks.flatMap(chunkProblems),
    ...terminalProblems(attempted.terminal),
    ...(await storeProblems(folder, solution, attempted.record.outcome !== 'no-project')),
    ...(await strayEntries(folder)),
  ]
}

const POLICY = /<meta\s+http-equiv="Content-Security-Policy"\s+content="default-src 'none';/
const FORBIDDEN_TAG = /^<(script|iframe|frame|object|embed|base|form|link|svg|math|video|audio|input|button|portal)\b/i
const HANDLER = /\son[a-z]+\s*=/i
const ELSEWHERE = /\s(href|src|action|srcset|poster|data|ping|formaction)\s*=\s*"(?!#|data:image\/png;base64,)/i
const REFRESH = /http-equiv="refresh"/i

/** All text is escaped, so that what looks like a tag is one of the report's own. */
export function reportProblems(page: string): string[] {
  const html = withoutOwn(page)
  const tags = html.match(/<[a-z][^>]*>/gi) ?? []
  const bad = tags.filter((tag) => [FORBIDDEN_TAG, HANDLER, ELSEWHERE, REFRESH].some((pattern) => pattern.test(tag)))
  return [
    ...(POLICY.test(html) ? [] : ['the report has no content security policy']),
    ...bad.slice(0, 3).map((tag) => `the report holds ${tag.slice(0, 200)}`),
    ...(hidesText(html) ? ['the report holds characters that hide or turn text'] : []),
  ]
}

/** The report's own style and script are those that its policy knows by their hashes. */
function withoutOwn(page: string): string {
  const hashes = new Set(POLICY_HASH.exec(page)?.[0].match(/sha256-[\w+/=]+/g))
  return page.replaceAll(/<(style|script)>(.*?)<\/\1>/gs, (element: string, _name, text: string) =>
    hashes.has(`sha256-${createHash('sha256').update(text).digest('base64')}`) ? '' : element,
  )
}

const POLICY_HASH = /<meta http-equiv="Content-Security-Policy"[^>]*>/
/** One call with two texts, in which nothing ends the text or begins a tag. */
const CHUNK = /^peChunk\("((?:[^"\\<>]|\\.)*)","((?:[^"\\<>]|\\.)*)"\)\n$/

/** A script of data is a call that hands texts on, and nothing else. */
export function chunkProblems(script: string): string[] {
  const [, name = '', json = ''] = CHUNK.exec(script) ?? []
  if (name === '') return [`the report holds a script that is no data: ${script.slice(0, 200)}`]
  const texts: string[] = []
  JSON.parse(JSON.parse(`"${json}"`) as string, (_key, value: unknown) => {
    if (typeof value === 'string') texts.push(value)
    return value
  })
  return texts.some(hidesText) ? ['the data of the report holds characters that hide or turn text'] : []
}

/** A terminal would obey escape sequences; the harness itself writes none where there is no terminal. */
export function terminalProblems(text: string): string[] {
  return hidesText(text) ? [`the terminal was sent ${JSON.stringify(HIDING.exec(text)?.[0])} by the project`] : []
}

/** Control characters but tab and line feed, and those that change the direction of text. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const HIDING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

function hidesText(text: string): boolean {
  return HIDING.test(text)
}

/** The project was frozen before it ran: what is stored is what was given. */
async function storeProblems(folder: string, { project }: Canonical, expected: boolean): Promise<string[]> {
  const stored = await new TrialStore(folder).readProject()
  if (!stored) return expected ? ['the project is not in the store'] : []
  if (!expected) return ['a refused project is in the store']
  return projectDigest(stored) === projectDigest(project) ? [] : ['the project in the store is not what was frozen']
}

/** Nothing but files and folders is kept: a link would lead whoever reads the run elsewhere. */
async function strayEntries(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true })
  const kinds = await Promise.all(
    entries.map(async (entry) => {
      const status = await lstat(path.join(folder, entry))
      return status.isFile() || status.isDirectory() ? [] : [`${entry} in the store is no regular file`]
    }),
  )
  return kinds.flat()
}
