/** Links and paths that lead to nothing. */
import path from 'node:path'

export interface Reference {
  readonly offset: number
  readonly message: string
}

/** Files of the repository, as paths relative to its root, and the text of its documents. */
export interface Repository {
  readonly has: (file: string) => boolean
  readonly read: (file: string) => string
}

const LINK = /\]\(([^)\s]+)\)/g
const INLINE_CODE = /`([^`\n]+)`/g
/** A path below a folder of this repository, without a placeholder such as `<id>`, `DIR` or `*`. */
const PATH =
  /^(?:bin|canonical|deploy|docs|grammars|harness|missions(?:-desktop|-judge)?|scripts|test)(?:\/[\w.@-]+)+\/?$/
const PLACEHOLDER = /\/(?:[A-Z]{2,}|NNN)\b/
const HEADING = /^#{1,6} (.+)$/gm
const ANCHOR = /<a id="([^"]+)">/g

/** Relative links of a document whose file or heading is missing, and quoted paths that do not exist. */
export function brokenReferences(file: string, source: string, repository: Repository): Reference[] {
  const links = [...withoutCode(source).matchAll(LINK)].flatMap(({ index, 1: target = '' }) => {
    const message = /^[a-z]+:/.test(target) ? undefined : brokenLink(file, target, repository)
    return message === undefined ? [] : [{ offset: index, message }]
  })
  const paths = [...source.matchAll(INLINE_CODE)].flatMap(({ index, 1: quoted = '' }) => {
    const isBroken = PATH.test(quoted) && !PLACEHOLDER.test(quoted) && !repository.has(quoted.replace(/\/$/, ''))
    return isBroken ? [{ offset: index, message: `there is no ${quoted}` }] : []
  })
  return [...links, ...paths]
}

function brokenLink(file: string, target: string, { has, read }: Repository): string | undefined {
  const [name = '', anchor] = target.split('#')
  const linked = name === '' ? file : path.posix.join(path.posix.dirname(file), name)
  if (!has(linked.replace(/\/$/, ''))) return `the link ${target} leads to no file`
  if (anchor === undefined || !linked.endsWith('.md')) return undefined
  return anchorsOf(read(linked)).has(anchor) ? undefined : `${linked} has no heading for #${anchor}`
}

/** The anchors that GitHub gives to headings, and those written as `<a id>`. */
function anchorsOf(source: string): Set<string> {
  const headings = [...withoutCode(source).matchAll(HEADING)].map(({ 1: title = '' }) => slugOf(title))
  const counted = headings.map((slug, index) => {
    const before = headings.slice(0, index).filter((each) => each === slug).length
    return before === 0 ? slug : `${slug}-${String(before)}`
  })
  return new Set([...counted, ...[...source.matchAll(ANCHOR)].map(({ 1: id = '' }) => id)])
}

function slugOf(title: string): string {
  return title
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

/** Blocks of code as blanks of the same length. */
function withoutCode(source: string): string {
  return source.replaceAll(/^```[\s\S]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, ' '))
}
