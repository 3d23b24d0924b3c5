import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Workspace } from '../contracts/types.ts'

/** A folder of a project as a workspace. Its copies contain only that folder. */
export function subWorkspace(workspace: Workspace, folder: string): Workspace {
  if (folder === '') return workspace
  const inside = workspace.files.filter((file) => file.path.startsWith(`${folder}/`))
  const files = inside.map((file) => ({ ...file, path: file.path.slice(folder.length + 1) }))
  return {
    ...workspace,
    folder: path.join(workspace.folder, folder),
    files,
    async copy(to) {
      for (const file of files) {
        await mkdir(path.join(to, path.posix.dirname(file.path)), { recursive: true })
        await writeFile(path.join(to, file.path), file.content, { flag: 'wx' })
      }
    },
  }
}
