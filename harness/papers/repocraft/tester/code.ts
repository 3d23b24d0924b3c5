/** The source of candidates, as a model is shown it. */
import type { ProjectFile } from '../../../contracts/types.ts'
import { visible } from './marked.ts'
import type { Definition } from './outline/read.ts'
import type { Candidate } from './steps.ts'

/** Characters of one candidate, and of all. */
const LONGEST = 30_000
const LONGEST_OF_ALL = 100_000

/** Each line begins with its number. What is too long is cut off, and says so. */
export function codeOf(
  candidates: readonly Candidate[],
  definitions: readonly Definition[],
  files: readonly ProjectFile[],
): string {
  const parts = candidates.map(({ file, name }) => {
    const definition = definitions.find((each) => each.file === file && each.name === name)
    const content = files.find(({ path }) => path === file)?.content
    if (!definition || content === undefined) return ''
    const [from, to] = definition.lines
    const lines = visible(Buffer.from(content).toString('utf8'))
      .split('\n')
      .slice(from - 1, to)
    const text = lines.map((line, index) => `${String(from + index)}| ${line}`).join('\n')
    const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}\n(the rest is left out)` : text
    return `${JSON.stringify(visible(file))} ${visible(name)}:\n${cut}`
  })
  const all = parts.filter((part) => part !== '').join('\n\n')
  return all.length > LONGEST_OF_ALL ? `${all.slice(0, LONGEST_OF_ALL)}\n(the rest is left out)` : all
}
