import { randomUUID } from 'node:crypto'
import { chmod, copyFile, lstat, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { withTimeout } from '../../lib/async/deadline.ts'
import { pathProblem } from '../../lib/files/confine.ts'
import { isHidden } from '../../lib/processes/environment.ts'
import type { Brief, Commits } from '../../contracts/schema.ts'
import type { AgentContext, ProjectFile, Room, RoomFiles } from '../../contracts/types.ts'
import { CLIENT, type FeedbackPrograms } from './feedback/programs.ts'
import { collect, NOT_THE_PROJECT } from './collect.ts'

/** Milliseconds for git, in a repository that a tool may have filled. */
const PATIENCE = 60_000

const FIRST_MESSAGE = 'The task'
/** Files of the harness that are no part of the project, in the first argument. */
const FIRST_COMMIT = `git init --quiet && printf '%s\\n' "$1" > .git/info/exclude &&
  git config user.name agent && git config user.email agent@localhost &&
  git add --all && git commit --quiet --allow-empty --message '${FIRST_MESSAGE}'`

/** The content of the first commit. */
export interface Task {
  readonly brief: Brief
  readonly beside: RoomFiles
  /** Names of the harness's own files. */
  readonly own: readonly string[]
}

/**
 * Makes a git repository of the room, with the documents of the brief in its first commit. Git runs in the room: a repository
 * can name programs that it starts.
 * @returns Whether there is one; false, with a note, on a machine without git
 */
export async function openRepository(
  room: Room,
  { brief, beside, own }: Task,
  context: AgentContext,
): Promise<boolean> {
  if (brief.input.type === 'documents') await writeDocuments(room.folder, brief.input.documents, own)
  await copyFiles(room.folder, beside.files, own)
  const excluded = [...own.map((name) => `/${name}`), ...NOT_THE_PROJECT].join('\n')
  const problem = isHidden('git', process.env)
    ? 'git is hidden by PE_HIDE_OPTIONAL'
    : await inRoom(room, ['sh', '-c', FIRST_COMMIT, 'git', excluded])
  if (problem !== undefined) context.note(`the room has no git repository: ${problem}`)
  return problem === undefined
}

/** The files of the last commit; undefined, with a note, if git cannot tell. Call it after the processes of the tool have ended. */
export async function committedProject(
  room: Room,
  { folder: programs = '' }: FeedbackPrograms,
  own: readonly string[],
  context: AgentContext,
): Promise<readonly ProjectFile[] | undefined> {
  const name = `.pe-${randomUUID()}`
  const problem = await inRoom(room, [process.execPath, path.join(programs, CLIENT), 'export', name])
  const folder = path.join(room.folder, name)
  if (problem === undefined && (await isFolder(folder))) return collect(folder, own, (text) => context.note(text))
  context.note(
    `the files as they lie in the folder are taken, not those of the last commit: ${problem ?? 'git exported no folder'}`,
  )
  return undefined
}

/** Commits and characters of a message that are recorded. */
const [MOST_COMMITS, LONGEST_MESSAGE] = [200, 1000]
/** Each commit as seconds since 1970, a line, its message, and a byte 0; then the number of all. */
const LOG = `git --no-pager log -z --max-count=${String(MOST_COMMITS)} --format='%ct%n%B' "HEAD" && printf '\\0' && git rev-list --count HEAD`

/** The commits since the first one, as git tells them; undefined, with a note, if it cannot tell. */
export async function commitsIn(room: Room, context: AgentContext): Promise<Commits | undefined> {
  await using running = await room.spawn({ argv: ['sh', '-c', LOG], stdin: 'none', outputLimit: 1024 * 1024 })
  const exit = await withTimeout(running.exit, PATIENCE, 'git takes too long').catch(() =>
    running.end('git takes too long'),
  )
  const parts = running.stdout.text().split('\0')
  const count = Number(parts.pop())
  if (exit.code !== 0 || !Number.isSafeInteger(count) || count < 0) {
    context.note(`the commits of the repository are unknown: ${running.stderr.text().trim().slice(-300)}`)
    return undefined
  }
  const newest = parts.flatMap((part) => {
    const [, seconds, message = ''] = /^(\d{1,11})\n([\s\S]*)$/.exec(part) ?? []
    return seconds === undefined
      ? []
      : [{ at: new Date(Number(seconds) * 1000).toISOString(), message: message.trim().slice(0, LONGEST_MESSAGE) }]
  })
  // The first commit is the harness's, unless the tool has rewritten the history.
  const isOurs = newest.length === count && newest.at(-1)?.message === FIRST_MESSAGE
  return isOurs ? { count: count - 1, newest: newest.slice(0, -1) } : { count, newest }
}

/** False if there is nothing at all; any other problem of the disk is the harness's. */
async function isFolder(place: string): Promise<boolean> {
  try {
    return (await lstat(place)).isDirectory()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

async function writeDocuments(
  folder: string,
  documents: readonly { readonly path: string; readonly content: string }[],
  own: readonly string[],
): Promise<void> {
  for (const { path: name, content } of documents) {
    if (pathProblem(name) !== undefined || own.includes(name)) continue
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), content)
  }
}

async function copyFiles(folder: string, files: RoomFiles['files'], own: readonly string[]): Promise<void> {
  for (const { from, path: name, executable } of files) {
    if (pathProblem(name) !== undefined || own.includes(name)) continue
    const target = path.join(folder, name)
    await mkdir(path.dirname(target), { recursive: true })
    await copyFile(from, target)
    await chmod(target, executable === true ? 0o755 : 0o644)
  }
}

/** Runs a command in the room. @returns what went wrong */
async function inRoom(room: Room, argv: readonly string[]): Promise<string | undefined> {
  await using running = await room.spawn({ argv, stdin: 'none' })
  const exit = await withTimeout(running.exit, PATIENCE, 'git takes too long').catch(() =>
    running.end('git takes too long'),
  )
  if (exit.code === 0) return undefined
  return (exit.cause ?? running.stderr.text().trim().slice(-300)) || `exit code ${String(exit.code)}`
}
