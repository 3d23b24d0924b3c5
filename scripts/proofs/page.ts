/** The page of what is proven: of all parts at one commit, or none. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { writeAtomically } from '../../harness/lib/files/write.ts'
import type { Part } from './parts.ts'
import type { Result } from './results.ts'

export interface MeasuredPage {
  readonly text: string
  /** Markdown with the figures that README quotes. */
  readonly quoted: string
}

type PartTitle = Pick<Part, 'name' | 'title' | 'isQuoted'>

/** README has its quoted figures between these two lines. */
const BEGIN = '<!-- written by npm run prove -->'
const END = '<!-- end -->'

/** @returns the page, or what is missing for it */
export function measuredPage(
  parts: readonly PartTitle[],
  results: ReadonlyMap<string, Result>,
): MeasuredPage | { readonly missing: readonly string[] } {
  const missing = parts.flatMap(({ name }) => problemsOf(name, results.get(name)))
  if (missing.length > 0) return { missing }
  const proven = parts.flatMap((part) => {
    const result = results.get(part.name)
    return result ? [{ ...part, result }] : []
  })
  const last =
    proven
      .map(({ result }) => result.began)
      .toSorted()
      .at(-1) ?? ''
  const commit = (proven[0]?.result.commit ?? '').slice(0, 8)
  const day = last.slice(0, 10)
  const machines = [...new Set(proven.map(({ result }) => result.machine))]
  const sections = proven.map(({ name, title, result }) => {
    const on = machines.length > 1 ? ` Machine ${String(machines.indexOf(result.machine) + 1)}.` : ''
    const took = `\`npm run prove -- ${name}\`, ${result.began.slice(0, 10)}, ${minutes(result.seconds)}.${on}`
    return `## ${title}\n\n${took}\n\n${result.figures.map((figure) => `- ${figure}\n`).join('')}`
  })
  const heading = [
    '# Measured',
    '`npm run prove` writes this page when every part has run at one commit without a problem.',
    `Commit ${commit}, last part on ${day}.`,
    machines.map((each, index) => `${machines.length > 1 ? `${String(index + 1)}. ` : ''}${each}.`).join('\n'),
  ]
  const quotes = proven.filter(({ isQuoted }) => isQuoted).map(({ result }) => `- ${result.figures[0] ?? ''}`)
  return {
    text: `${heading.join('\n\n')}\n\n${sections.join('\n')}`,
    quoted: `${quotes.join('\n')} ([measured](docs/measured.md) at commit ${commit}, ${day})\n`,
  }
}

function problemsOf(name: string, result: Result | undefined): string[] {
  if (result === undefined) return [`${name} has not run`]
  if (result.figures.length === 0) return [`${name} has no figures`]
  return result.problems.map((problem) => `${name}: ${problem}`)
}

function minutes(seconds: number): string {
  return seconds < 120 ? `${String(seconds)} s` : `${String(Math.round(seconds / 60))} min`
}

/** Writes the page, and the figures that README quotes of it. */
export async function writeMeasured(root: string, { text, quoted }: MeasuredPage): Promise<void> {
  const readme = path.join(root, 'README.md')
  const before = await readFile(readme, 'utf8')
  const [head, rest] = before.split(`${BEGIN}\n`)
  const tail = rest?.split(END)[1]
  if (head === undefined || tail === undefined) throw new Error(`README.md has no lines "${BEGIN}" and "${END}"`)
  await writeAtomically(path.join(root, 'docs', 'measured.md'), text)
  await writeAtomically(readme, `${head}${BEGIN}\n${quoted}${END}${tail}`)
}
