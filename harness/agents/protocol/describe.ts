import type { Brief, Checklist, Question } from '../../contracts/schema.ts'
import type { Project, ProjectFile, TextFile } from '../../contracts/types.ts'
import { prompts } from './prompts.ts'

/** Formats values as text for prompts. */

export function checklistText(checklist: Checklist): string {
  return checklist
    .map(({ page, required, functions }) =>
      [
        `## ${page}${optionalText(required)}`,
        ...functions.map((entry) => `- ${entry.function}${optionalText(entry.required)}: ${entry.description}`),
      ].join('\n'),
    )
    .join('\n\n')
}

function optionalText(required: boolean | undefined): string {
  return required === false ? ' (optional)' : ''
}

/** The input of a brief as one text. */
export function inputText({ input }: Brief): string {
  switch (input.type) {
    case 'prompt':
      return input.prompt
    case 'checklist':
      return checklistText(input.checklist)
    case 'skeleton':
      return `Complete this skeleton:\n\n${filesText(input.files)}`
    case 'documents':
      return [documentsText(input.documents), ...othersText(input.others ?? [])].join('\n\n')
  }
}

/** Each document with its role, so that a model can tell a statement from a template. */
function documentsText(
  documents: readonly { readonly role: string; readonly path: string; readonly content: string }[],
): string {
  return documents.map(({ role, path, content }) => `----- ${path} (${role}) -----\n${content}`).join('\n\n')
}

/** Names in a prompt; a folder with data may have thousands. */
const MOST_NAMES = 300

/** Files beside the documents, by name. */
function othersText(others: readonly { readonly path: string; readonly bytes: number }[]): string[] {
  if (others.length === 0) return []
  const names = others.slice(0, MOST_NAMES).map(({ path, bytes }) => `${path} (${String(bytes)} bytes)`)
  const more = others.length > names.length ? [`and ${String(others.length - names.length)} more`] : []
  return [
    `Files that tools find beside these documents, and that are not shown here:\n${[...names, ...more].join('\n')}`,
  ]
}

export function filesText(files: readonly TextFile[]): string {
  return files.map(({ path, content }) => `----- ${path} -----\n${content}`).join('\n')
}

/** Characters of a file that a prompt shows: longer files are data, not hand-written code. */
const LONGEST_FILE = 200_000

/** The files of a project; for a binary file, the name only. */
export function projectText({ files }: Project): string {
  return filesText(files.map((file) => ({ path: file.path, content: textOf(file) })))
}

function textOf({ content }: ProjectFile): string {
  const text = typeof content === 'string' ? content : Buffer.from(content).toString('utf8')
  if (text.includes('\0')) return '(no text)'
  return text.length > LONGEST_FILE ? `${text.slice(0, LONGEST_FILE)}\n(and so on)` : text
}

export function materialsText({ materials }: Brief): string {
  return materials.length === 0 ? '' : `Files that are there when it runs: ${materials.join(', ')}.\n`
}

/** The kinds of values, unless all of them are texts: published descriptions say themselves how a value is written. */
export function kindsText(questions: readonly Question[], { launch }: Project): string {
  const kinds = kindsOf(questions)
  const port = launch !== undefined && 'port' in launch ? launch.port : 8000
  if (kinds.size === 0)
    return launch !== undefined && 'run' in launch ? '' : `It is served at http://localhost:${String(port)}.\n`
  const items = prompts()
    .fill('answer-kinds', { port: String(port) })
    .split(/\n(?=- )/)
    .filter((item) => kinds.has(/^- (\w+):/.exec(item)?.[1] ?? ''))
  return `\nWhat each kind of value is:\n\n${items.join('\n')}\n`
}

/** Empty if all values are texts. */
function kindsOf(questions: readonly Question[]): ReadonlySet<string> {
  const kinds = new Set(questions.flatMap(({ parameters }) => parameters.map(({ kind }) => kind)))
  return [...kinds].every((kind) => kind === 'text') ? new Set() : kinds
}

export function questionsText(questions: readonly Question[]): string {
  const hasKinds = kindsOf(questions).size > 0
  return questions
    .map(({ testcode, page, function: name, parameters }) => {
      const lines = parameters.map(
        (parameter) => `  ${parameter.name}${hasKinds ? ` (${parameter.kind})` : ''}: ${parameter.description}`,
      )
      return [`${testcode} (${page}, ${name}):`, ...lines].join('\n')
    })
    .join('\n')
}
