import { lstat, readFile } from 'node:fs/promises'
import path from 'node:path'
import { AgentFault } from '../../errors.ts'
import { FolderProblem, readFolder } from '../../lib/files/read-folder.ts'
import type { ProjectFile } from '../../contracts/types.ts'

/** Files that tools keep for themselves, and installed packages. */
export const NOT_THE_PROJECT = [
  ...['node_modules', '.git', '__pycache__', '.venv', 'venv', '.pytest_cache', '.cache', '.npm'],
  ...['.claude', '.codex', '.gemini', '.opencode', '.aider.tags.cache.v4'],
  ...['.aider.chat.history.md', '.aider.input.history', '.aider.llm.history'],
]
const LIMITS = { files: 5000, bytes: 64 * 1024 * 1024 }

/**
 * Collects the files that a tool wrote. Call it after the tool's processes have ended.
 * @param own Names of the harness's own files in the folder
 * @param note Called for each entry that is left out: links, devices, sockets
 * @throws AgentFault if there are too many files, they are too large, or one cannot be read
 */
export async function collect(
  folder: string,
  own: readonly string[],
  note: (text: string) => void,
): Promise<readonly ProjectFile[]> {
  const onOther = (name: string): void => {
    note(`"${name}" was left out: it is neither a file nor a folder`)
  }
  try {
    const files = await readFolder(folder, { ...LIMITS, except: NOT_THE_PROJECT, onOther })
    // Filtered, not removed: a tool can write-protect the folder.
    return withoutOwn(files, own)
  } catch (error) {
    if (!(error instanceof FolderProblem)) throw error
    throw new AgentFault(`the project cannot be collected: ${error.message}`, 'limit', { cause: error })
  }
}

/** The files of a project among those that a program in the room of a tool has sent. Their paths are checked later. */
export function projectFiles(sent: readonly ProjectFile[], own: readonly string[]): readonly ProjectFile[] {
  const isLeftOut = ({ path: file }: ProjectFile) => file.split('/').some((name) => NOT_THE_PROJECT.includes(name))
  return withoutOwn(
    sent.filter((file) => !isLeftOut(file)),
    own,
  )
}

function withoutOwn(files: readonly ProjectFile[], own: readonly string[]): readonly ProjectFile[] {
  return files.filter((file) => !own.some((name) => file.path === name || file.path.startsWith(`${name}/`)))
}

/** Bytes of an answer file. */
const LONGEST_ANSWERS = 4 * 1024 * 1024

/**
 * The text of a file that a tool left. Empty if the file is missing, unreadable or too large. Links are not followed: they
 * could lead to files that the tool must not see.
 */
export async function readToolFile(folder: string, name: string): Promise<string> {
  const file = path.join(folder, name)
  try {
    const status = await lstat(file)
    return status.isFile() && status.size <= LONGEST_ANSWERS ? await readFile(file, 'utf8') : ''
  } catch (error) {
    if (UNREADABLE.has((error as NodeJS.ErrnoException).code ?? '')) return ''
    throw error
  }
}

const UNREADABLE = new Set(['ENOENT', 'EACCES', 'EPERM'])
