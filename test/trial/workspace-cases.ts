/** Shared by the tests of workspace. */
import { readFolder } from '../../harness/lib/files/read-folder.ts'
import type { ProjectFile } from '../../harness/contracts/types.ts'

const ALL = { files: Infinity, bytes: Infinity, except: [] }

export function files(...paths: string[]): ProjectFile[] {
  return paths.map((path) => ({ path, content: `content of ${path}` }))
}

export async function contents(folder: string): Promise<[string, string][]> {
  return (await readFolder(folder, ALL)).map((file) => [file.path, Buffer.from(file.content).toString('latin1')])
}
