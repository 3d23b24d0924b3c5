/** The code of all units, and the files that they make. */
import type { TextFile } from '../../../../contracts/types.ts'
import type { Unit } from '../graph/units.ts'
import { ownPart } from './own-part.ts'

/** Unit → its code. */
export type Sources = ReadonlyMap<string, string>

/**
 * The files that the units of some code make. A file of Python has the imports of its units first, then what the brief gave of it, and then
 * its units by layer; every other file is one unit.
 * @param given Content of files of the brief by path: an earlier version of the project, or a skeleton
 */
export function filesOf(
  units: readonly Unit[],
  sources: Sources,
  given: ReadonlyMap<string, string> = new Map(),
): TextFile[] {
  const byPath = new Map<string, Unit[]>()
  for (const unit of units) {
    if (!sources.has(unit.id)) continue
    const known = byPath.get(unit.path)
    if (known) known.push(unit)
    else byPath.set(unit.path, [unit])
  }
  return [...byPath].map(([path, own]) => {
    const ordered = own.toSorted((one, other) => one.layer - other.layer)
    const parts = ordered.map(({ id }) => sources.get(id) ?? '')
    if (ordered.some(({ node }) => node.kind === 'file')) return { path, content: parts.join('\n') }
    const before = given.get(path)
    const rest = before === undefined ? [] : [ownPart(before, new Set(own.map(({ node }) => node.name)))]
    return { path, content: joinSources([...rest, ...parts]) }
  })
}

/** Parts of one Python file as one text. */
export function joinSources(parts: readonly string[]): string {
  const imports = new Set<string>()
  const bodies = parts.map((part) => {
    const { heads, body } = withoutImports(part)
    for (const head of heads) imports.add(head)
    return body
  })
  const heads = [...imports]
  const future = heads.filter((head) => /^from\s+__future__\b/.test(head))
  const others = heads.filter((head) => !future.includes(head))
  const top = [...future, ...others].join('\n')
  return `${[top, ...bodies].filter((text) => text !== '').join('\n\n\n')}\n`
}

/** Takes the imports from the beginning of a part; an import may stand on several lines. */
function withoutImports(part: string): { readonly heads: readonly string[]; readonly body: string } {
  const lines = part.replaceAll('\r\n', '\n').split('\n')
  const heads: string[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    if (line.trim() === '') {
      at += 1
      continue
    }
    if (!/^(?:import|from)\s/.test(line)) break
    const end = endOfImport(lines, at)
    heads.push(lines.slice(at, end).join('\n').trimEnd())
    at = end
  }
  return { heads, body: lines.slice(at).join('\n').trimEnd() }
}

function endOfImport(lines: readonly string[], begin: number): number {
  let open = 0
  for (let at = begin; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').replace(/#.*$/, '')
    open += (line.match(/\(/g) ?? []).length - (line.match(/\)/g) ?? []).length
    if (open <= 0 && !line.trimEnd().endsWith('\\')) return at + 1
  }
  return lines.length
}
