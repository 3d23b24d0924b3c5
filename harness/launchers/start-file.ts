import { isProgram } from './program-kinds.ts'
import path from 'node:path'
import { ProjectFault } from '../errors.ts'
import { packageRoot } from '../lib/files/package-root.ts'
import { startFilePlanSchema, type ProgramPlan, type WebsitePlan } from '../contracts/schema.ts'
import type { Launcher, ProjectFile, Sandbox, Workspace } from '../contracts/types.ts'
import { djangoPlan } from './django.ts'
import { launchProgram, launchWebsite, type CommandPlan, type Recognised } from './recognised.ts'

/**
 * Projects for which only the start file is known, as published by ProjectEval. ProjectEval's rules:
 * - If the root contains only one folder, that folder becomes the root (once), and the start file's path loses that prefix.
 * - A `manage.py` is started as a Django site, any other file as a Python program, whatever its extension: the requested stack is
 *   Python. A file in another language (`run.bat`, `index.html`) ends with a SyntaxError.
 * - Commands run in the root. Nothing is installed: the run's Python has the packages that projects may import.
 * - The projects were written for Windows, so Python treats a backslash in a path as a slash.
 */
export const startFileWebsite: Launcher = {
  name: 'start-file',
  accepts: (project, mission) => mission.kind === 'website' && isStartFilePlan(project),
  launch: async (workspace, sandbox, limits) =>
    launchWebsite(websiteFrom(workspace), { workspace, sandbox: await withWindowsPaths(sandbox), limits }),
}

export const startFileProgram: Launcher = {
  name: 'start-file',
  accepts: (project, mission) => isProgram(mission) && isStartFilePlan(project),
  launch: async (workspace, sandbox, limits) =>
    launchProgram(programFrom(workspace), { workspace, sandbox: await withWindowsPaths(sandbox), limits }),
}

/** Folder of the Python module that maps backslashes to slashes. */
const WINDOWS_PATHS = path.join(packageRoot(import.meta.dirname), 'harness', 'launchers', 'windows-paths')

async function withWindowsPaths(sandbox: Sandbox): Promise<Sandbox> {
  await sandbox.provide(WINDOWS_PATHS, WINDOWS_PATHS, 'PYTHONPATH')
  return sandbox
}

function isStartFilePlan({ launch }: Workspace): boolean {
  return startFilePlanSchema.safeParse(launch).success
}

function websiteFrom(workspace: Workspace): Recognised<WebsitePlan> {
  const { folder, file, content } = findStartFile(workspace)
  if (/(^|\/)manage\.py$/.test(file) || /\bexecute_from_command_line\b/.test(content)) return djangoPlan(folder, file)
  return recognised(folder, { start: ['python3', '-u', file], port: 8000, homepage: '/' })
}

function programFrom(workspace: Workspace): Recognised<ProgramPlan> {
  const { folder, file } = findStartFile(workspace)
  return recognised(folder, { run: ['python3', '-u', file] })
}

function recognised<Plan extends CommandPlan>(folder: string, plan: Plan): Recognised<Plan> {
  return { plan, folder }
}

interface StartFile {
  /** The root, relative to the project. */
  readonly folder: string
  /** Relative to the root. */
  readonly file: string
  readonly content: string
}

/** @throws ProjectFault if the project does not contain the start file */
function findStartFile({ files, launch }: Workspace): StartFile {
  const { startFile } = startFilePlanSchema.parse(launch)
  const folder = onlyFolder(files)
  const wanted = startFile.replaceAll('\\', '/').replace(/^(\.\/)+/, '')
  const prefix = folder === '' ? '' : `${folder}/`
  const paths = wanted.startsWith(prefix) ? [wanted] : [`${prefix}${wanted}`]
  const file = files.find((each) => paths.includes(each.path))
  if (file) return { folder, file: file.path.slice(prefix.length), content: textOf(file) }
  throw new ProjectFault(
    `the start file "${startFile.slice(0, 200)}" is not among the files of the project`,
    '',
    'files',
  )
}

/** The only entry of the root, if it is a folder; otherwise empty. */
function onlyFolder(files: readonly ProjectFile[]): string {
  const names = new Set(files.map(({ path }) => path.split('/')[0] ?? ''))
  const [only, ...others] = names
  return only !== undefined && others.length === 0 && files.every(({ path }) => path.includes('/')) ? only : ''
}

function textOf({ content }: ProjectFile): string {
  return typeof content === 'string' ? content : Buffer.from(content).toString('utf8')
}
