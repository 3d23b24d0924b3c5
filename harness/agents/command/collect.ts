import { lstat, readFile } from 'node:fs/promises'
import path from 'node:path'
import { AgentFault } from '../../errors.ts'
import { FolderProblem, readFolder } from '../../lib/files/read-folder.ts'
import type { ProjectFile } from '../../contracts/types.ts'

/** What tools leave for themselves, and what is installed and not written. */
const NOT_THE_PROJECT = [
  ...['node_modules', '.git', '__pycache__', '.venv', 'venv', '.pytest_cache', '.cache', '.npm'],
  ...['.claude', '.codex', '.gemini', '.opencode', '.aider.tags.cache.v4'],
  ...['.aider.chat.history.md', '.aider.input.history', '.aider.llm.history'],
]
const LIMITS = { files: 5000, bytes: 64 * 1024 * 1024 }

/**
 * The files that a tool wrote, once its processes are gone.
 * @param own Files of ours in the folder
 * @param note Told of what is left out: links, devices, sockets
 * @throws AgentFault where there are too many, or too large ones, or some cannot be read
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
    // Left out, not removed: a tool can lock the folder against that.
    return files.filter((file) => !own.some((name) => file.path === name || file.path.startsWith(`${name}/`)))
  } catch (error) {
    if (!(error instanceof FolderProblem)) throw error
    throw new AgentFault(`the project cannot be taken: ${error.message}`, 'limit', { cause: error })
  }
}

/** Bytes of a file with answers. */
const LONGEST_ANSWERS = 4 * 1024 * 1024

/**
 * The text of a file that a tool left. Empty where there is none that it lets be read; a link could lead to what the tool
 * must not see.
 */
export async function readLeft(folder: string, name: string): Promise<string> {
  const file = path.join(folder, name)
  try {
    const status = await lstat(file)
    return status.isFile() && status.size <= LONGEST_ANSWERS ? await readFile(file, 'utf8') : ''
  } catch (error) {
    if (NONE.has((error as NodeJS.ErrnoException).code ?? '')) return ''
    throw error
  }
}

const NONE = new Set(['ENOENT', 'EACCES', 'EPERM'])
