import { isUtf8 } from 'node:buffer'
import type { ScoresRecord } from '../../contracts/schema.ts'
import type { Project, ProjectFile } from '../../contracts/types.ts'
import type { Absent, FileView, TrialFiles } from './data.ts'
import { fileMatchesOf } from './similarity.ts'
import { LONGEST_TEXT } from './visible.ts'

/** Bytes of text of one project that go into a report. */
const MOST_BYTES = 2 * 1024 * 1024
/** Folders with files of other people. */
const LIBRARIES = /(^|\/)(node_modules|\.venv|venv|__pycache__|\.git)\//

export function trialFiles(
  produced: Project | Absent,
  canonical: Project | Absent,
  { scores, facts }: Pick<ScoresRecord, 'scores' | 'facts'> = { scores: [] },
): TrialFiles {
  const settings = [...new Set(scores.map(({ setting }) => setting))]
  const matches = settings.flatMap((setting) => {
    const files = fileMatchesOf(scores, setting)
    return files ? [{ setting, files }] : []
  })
  return { ...(facts ? { facts } : {}), produced: views(produced), canonical: views(canonical), matches }
}

function views(project: Project | Absent): TrialFiles['produced'] {
  if ('absent' in project) return project
  let room = MOST_BYTES
  return project.files.map((file) => {
    const view = fileView(file, room)
    room -= view.text === undefined ? 0 : view.bytes
    return view
  })
}

function fileView({ path, content }: ProjectFile, room: number): FileView {
  const bytes = Buffer.byteLength(content)
  const note = noteOn(path, content, bytes, room)
  if (note !== undefined) return { path, bytes, note }
  return { path, bytes, text: typeof content === 'string' ? content : Buffer.from(content).toString('utf8') }
}

function noteOn(path: string, content: string | Uint8Array, bytes: number, room: number): string | undefined {
  if (LIBRARIES.test(path)) return 'a file of a library, not shown'
  if (typeof content !== 'string' && (!isUtf8(content) || content.includes(0))) return 'no text, not shown'
  if (bytes > LONGEST_TEXT) return 'too large to be shown here'
  return bytes > room ? 'not shown: the project is too large for a report' : undefined
}
