import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { AgentFault } from '../errors.ts'
import { projectDigest } from '../lib/files/project-digest.ts'
import { pathProblem } from '../lib/files/confine.ts'
import { fileLimit } from '../lib/files/write.ts'
import type { Redactor } from '../lib/models/redact.ts'
import {
  artefactsSchema,
  launchPlanSchema,
  programPlanSchema,
  websitePlanSchema,
  type LaunchPlan,
} from '../contracts/schema.ts'
import type { Project, ProjectFile, Workspace } from '../contracts/types.ts'
import { jsonCopy, plainCopy } from './plain-copy.ts'
import { MiB, mebibytes } from '../lib/wording/bytes.ts'

const MOST_FILES = 5000
const MOST_BYTES = 64 * MiB

/**
 * Refuses a project that could not be written and read back unchanged: paths that leave the project or collide, too many or
 * too large files, an invalid launch plan.
 * @throws AgentFault naming the path or the field
 */
export function checkProject(project: Project): void {
  if (project.files.length === 0) throw new AgentFault('the agent gave an empty project')
  if (project.files.length > MOST_FILES) throw new AgentFault(`the project has more than ${String(MOST_FILES)} files`)
  const bytes = project.files.reduce((sum, file) => sum + Buffer.byteLength(file.content), 0)
  if (bytes > MOST_BYTES) throw new AgentFault(`the project is larger than ${mebibytes(MOST_BYTES)}`)
  for (const file of project.files) {
    const problem = pathProblem(file.path)
    if (problem !== undefined) throw new AgentFault(`the path "${file.path.slice(0, 200)}" of the project ${problem}`)
  }
  checkPackages(project.files)
  checkClashes(project.files.map((file) => file.path))
  if (project.launch !== undefined) checkLaunchPlan(project.launch)
}

/** Installed packages have their place there. */
function checkPackages(files: readonly ProjectFile[]): void {
  const shipped = files.find((file) => /^node_modules(\/|$)/i.test(file.path))
  if (!shipped) return
  throw new AgentFault(
    `the project ships "${shipped.path.slice(0, 200)}": packages are installed by the install step of the launch plan, not shipped`,
  )
}

/** Treats a plan with "start" as a website's and any other as a program's, so that messages name the fields of only one. */
function checkLaunchPlan(plan: unknown): void {
  if (launchPlanSchema.safeParse(plan).success) return
  const isWebsite = typeof plan === 'object' && plan !== null && 'start' in plan
  const issue = (isWebsite ? websitePlanSchema : programPlanSchema).safeParse(plan).error?.issues[0]
  const field = issue === undefined ? '' : [...issue.path.map(String), issue.message].join(': ')
  throw new AgentFault(`${LAUNCH} is not valid: ${field}`)
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

/**
 * A copy of a project that the agent cannot change any more.
 * @param redactor Of the keys that must not be written
 * @throws AgentFault if it could not be written faithfully
 */
export function freeze(given: Project, redactor: Redactor | undefined): Project {
  const files = given.files.map(({ path, content }) => ({ path, content: contentOf(content) }))
  const clean = <T>(value: T): T => redactor?.value(value) ?? value
  const project: Project = {
    files: redactor ? redactor.files(files) : files,
    ...(given.launch === undefined ? {} : { launch: clean(jsonCopy(given.launch, LAUNCH) as LaunchPlan) }),
    ...(given.artefacts === undefined ? {} : { artefacts: clean(artefactsOf(given.artefacts)) }),
  }
  checkProject(project)
  return project
}

const LAUNCH = 'the launch plan of the project'

function artefactsOf(given: unknown): NonNullable<Project['artefacts']> {
  const copy = plainCopy(given, artefactsSchema, 'the intermediate results of the project')
  const { checklist, skeleton, architecture, contract, repository, rounds } = copy
  return {
    ...(checklist && { checklist }),
    ...(skeleton && { skeleton }),
    ...(architecture && { architecture }),
    ...(contract && { contract }),
    ...(repository && { repository }),
    ...(rounds && { rounds }),
  }
}

/** Another copy, for the agent that is asked about its project. */
export function copyOf({ files, launch, artefacts }: Project): Project {
  return {
    files: files.map(({ path, content }) => ({ path, content: contentOf(content) })),
    ...(launch === undefined ? {} : { launch: structuredClone(launch) }),
    ...(artefacts === undefined ? {} : { artefacts: structuredClone(artefacts) }),
  }
}

function contentOf(content: string | Uint8Array): string | Uint8Array {
  return typeof content === 'string' ? content : Uint8Array.from(content)
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
    },
  }
}

async function writeFiles(files: readonly ProjectFile[], folder: string): Promise<void> {
  const folders = new Set(files.map((file) => path.join(folder, path.posix.dirname(file.path))))
  for (const each of folders) await mkdir(each, { recursive: true })
  await fileLimit.map(files, (file) => writeFile(path.join(folder, file.path), file.content, { flag: 'wx' }))
}
