/** Input of an agent: the statement and the template of a problem, and the data that its statement names. */
import { existsSync } from 'node:fs'
import { readFile, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Input } from '../../contracts/schema.ts'
import type { RoomFiles } from '../../contracts/types.ts'
import type { Registered } from './dataset.ts'

/** Bytes of a document that a brief shows. */
const LARGEST_DOCUMENT = 256 * 1024
const TEXTS =
  /\.(md|txt|h|hpp|c|cc|cpp|py|g4|cmake|mv|in|ans|gitignore|sh|bash|scm|tokens)$|(^|\/)(CMakeLists\.txt|Makefile)$/
/** Clients of the original judge, which tools cannot reach. */
const CLIENTS = 'submit_acmoj'
/** Where statements say that data are. */
const DATA = '/workspace/data'

interface TemplateFile {
  /** In the template. */
  readonly path: string
  readonly bytes: number
  readonly isExecutable: boolean
}

/** Files of the template, by name. */
async function templateOf(root: string): Promise<readonly TemplateFile[]> {
  const names = (await readdir(root, { recursive: true })).filter((name) => !name.startsWith(CLIENTS)).toSorted()
  const all = await Promise.all(
    names.map(async (name) => {
      const status = await stat(path.join(root, name))
      return status.isFile() ? [{ path: name, bytes: status.size, isExecutable: (status.mode & 0o100) !== 0 }] : []
    }),
  )
  return all.flat()
}

function isDocument({ path: name, bytes }: TemplateFile): boolean {
  return TEXTS.test(name) && bytes <= LARGEST_DOCUMENT
}

/** The statement first, then the texts of the template. Other files and data are named; tools find them in their room. */
export async function inputOf(folder: string, id: string, registered: Registered | undefined): Promise<Input> {
  const root = path.join(folder, 'problem', id)
  const template = await templateOf(root)
  const scoring = scoringOf(registered)
  const texts = await Promise.all(
    template.filter(isDocument).map(async ({ path: name }) => {
      const role = name === 'README.md' ? ('statement' as const) : ('template' as const)
      return { path: name, role, content: await readFile(path.join(root, name), 'utf8') }
    }),
  )
  const isStatement = ({ role }: { readonly role: string }) => role === 'statement'
  const others = [
    ...template.filter((file) => !isDocument(file)).map(({ path: name, bytes }) => ({ path: name, bytes })),
    ...(await dataOf(folder, id)),
  ]
  return {
    type: 'documents',
    documents: [
      ...texts.filter(isStatement),
      { path: 'SCORING.md', role: 'other', content: scoring },
      ...texts.filter((text) => !isStatement(text)),
    ],
    ...(others.length === 0 ? {} : { others }),
  }
}

function scoringOf({ max_submissions: most = 1, score_weight: weights = {} }: Partial<Registered> = {}): string {
  const ids = Object.entries(weights)
  const all = ids.reduce((sum, [, weight]) => sum + weight, 0)
  const parts = ids.map(([id, weight]) => `${id} (${String(Math.round((weight / all) * 1000) / 10)}%)`).join(', ')
  const which =
    ids.length > 1
      ? `It is judged in parts, each with a share of the execution: ${parts}. A submission names the part that judges it. ` +
        `At most ${String(most)} submissions of all parts together are judged, and the best one of each part counts. `
      : `At most ${String(most)} submissions are judged, and the best one counts. `
  return `Submit a repository. ${which}The score is 0.8 × execution + 0.2 × review of the code.`
}

async function dataOf(folder: string, id: string): Promise<{ readonly path: string; readonly bytes: number }[]> {
  const root = path.join(folder, 'data', id)
  if (!existsSync(root)) return []
  return (await templateOf(root)).map(({ path: name, bytes }) => ({ path: `${DATA}/${id}/${name}`, bytes }))
}

/** The files of a problem that are no documents: the rest of the template, and the folder with data. */
export async function roomFilesOf(folder: string, id: string): Promise<RoomFiles> {
  const root = path.join(folder, 'problem', id)
  const files = (await templateOf(root)).filter((file) => !isDocument(file))
  const data = path.join(folder, 'data', id)
  return {
    files: files.map(({ path: name, isExecutable }) => ({
      from: path.join(root, name),
      path: name,
      ...(isExecutable ? { executable: true } : {}),
    })),
    folders: existsSync(data) ? [{ from: data, at: `${DATA}/${id}` }] : [],
  }
}
