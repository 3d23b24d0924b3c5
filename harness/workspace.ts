import { existsSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { AgentFault } from './errors.ts'
import { digestOfFiles, sha256 } from './files/digest.ts'
import { pathProblem } from './files/confine.ts'
import type { Project, ProjectFile, Workspace } from './types.ts'

const MOST_FILES = 5000
const MOST_BYTES = 64 * 1024 * 1024

/**
 * Refuses a project that could not be written faithfully: paths that lead out, clash with each other, or too much of it.
 * @throws AgentFault naming the path
 */
export function checkProject(project: Project): void {
  if (project.files.length === 0) throw new AgentFault('the agent gave an empty project')
  if (project.files.length > MOST_FILES) throw new AgentFault(`the project has more than ${String(MOST_FILES)} files`)
  const bytes = project.files.reduce((sum, file) => sum + Buffer.byteLength(file.content), 0)
  if (bytes > MOST_BYTES) throw new AgentFault(`the project is larger than ${String(MOST_BYTES / 1024 / 1024)} MiB`)
  for (const file of project.files) {
    const problem = pathProblem(file.path)
    if (problem !== undefined) throw new AgentFault(`the path "${file.path.slice(0, 200)}" of the project ${problem}`)
  }
  checkClashes(project.files.map((file) => file.path))
}

/** Two names that differ by case, or a file where another needs a folder, are one place on some systems. */
function checkClashes(paths: readonly string[]): void {
  const files = new Map<string, string>()
  for (const file of paths) {
    const key = file.normalize('NFC').toLowerCase()
    const other = files.get(key)
    if (other !== undefined)
      throw new AgentFault(`the project names "${other}" and "${file}", which are one file on some systems`)
    files.set(key, file)
  }
  for (const key of files.keys()) {
    for (let parent = path.posix.dirname(key); parent !== '.'; parent = path.posix.dirname(parent)) {
      if (files.has(parent)) throw new AgentFault(`the project names "${parent}" both as a file and as a folder`)
    }
  }
}

/** Digest of the frozen project: its files and how it is started. */
export function projectDigest(project: Project): string {
  return sha256(`${digestOfFiles(project.files)}\n${JSON.stringify(project.launch ?? null)}`)
}

/** Writes a checked project into a new folder, which lies outside the harness so that nothing of it can be resolved. */
export async function materialise(project: Project, folder: string): Promise<Workspace> {
  checkProject(project)
  await writeFiles(project.files, folder)
  return {
    folder,
    files: project.files,
    launch: project.launch,
    digest: projectDigest(project),
    async copy(to) {
      await writeFiles(project.files, to)
      // What was installed is shared, not copied.
      const installed = path.join(folder, 'node_modules')
      if (existsSync(installed)) await symlink(installed, path.join(to, 'node_modules'))
    },
  }
}

async function writeFiles(files: readonly ProjectFile[], folder: string): Promise<void> {
  const folders = new Set(files.map((file) => path.join(folder, path.posix.dirname(file.path))))
  for (const each of folders) await mkdir(each, { recursive: true })
  await Promise.all(files.map((file) => writeFile(path.join(folder, file.path), file.content, { flag: 'wx' })))
}
