import { chmod, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { withTimeout } from '../../lib/async/deadline.ts'
import { AgentFault, DeadlineExceeded, HarnessFault } from '../../errors.ts'
import type { AgentContext, Exit, Room } from '../../contracts/types.ts'
import type { Settings } from './settings.ts'
import { scratchFolder } from '../../lib/files/scratch.ts'
import { howItEnded } from '../../lib/processes/exit.ts'

/** Characters of output; a tool that prints more is ended. */
const OUTPUT_LIMIT = 16 * 1024 * 1024

/** A prompt outside the folder of the project, in a folder that the room must show. */
export interface PromptFile extends AsyncDisposable {
  readonly folder: string
  readonly file: string
  readonly text: string
}

export async function openPrompt(text: string): Promise<PromptFile> {
  const scratch = await scratchFolder('prompt')
  // Only the inner folder is shown, and the user of the sandbox can read it.
  const folder = path.join(scratch.path, 'prompt')
  const file = path.join(folder, 'prompt.md')
  await mkdir(folder)
  await writeFile(file, `${text}\n`)
  await chmod(folder, 0o755)
  await chmod(file, 0o644)
  return { folder, file, text, [Symbol.asyncDispose]: () => scratch[Symbol.asyncDispose]() }
}

export interface ToolResult {
  readonly exit: Exit
  /** The end of its output. */
  readonly output: string
}

/**
 * Runs the tool until it exits or reaches its time or output limit. The files written by then count.
 * @param entrance Comes before the command
 */
export async function runTool(
  prompt: PromptFile,
  room: Room,
  context: AgentContext,
  settings: Settings,
  entrance: readonly string[] = [],
): Promise<ToolResult> {
  const { tool, program, model, baseURL, secrets, timeout } = settings
  const call = { prompt: prompt.text, promptFile: prompt.file, model, baseURL }
  const [, ...args] = tool.argv(call)
  const running = await room.spawn({
    argv: [...entrance, ...writingHome(tool.home ?? {}), ...readingFrom(prompt.file), program.file, ...args],
    env: { ...tool.environment(call) },
    secrets,
    stdin: 'none',
    outputLimit: OUTPUT_LIMIT,
    endAtLimit: true,
  })
  const onAbort = () => void running.end('the run was stopped')
  context.signal.addEventListener('abort', onAbort, { once: true })
  const limit = `time limit ${timeout / 1000} s`
  const exit = await withTimeout(running.exit, timeout, limit).catch((error: unknown) => {
    if (error instanceof DeadlineExceeded) return running.end(limit)
    throw error
  })
  context.signal.removeEventListener('abort', onAbort)
  noteUse(running.stdout.text(), running.stderr.text(), context, settings)
  if (exit.code !== 0) context.note(`the tool ended early: ${howItEnded(exit)}`)
  return { exit, output: (running.stderr.text().trim() || running.stdout.text().trim()).slice(-1000) }
}

/** The home folder exists only in the sandbox, so a shell writes the files there and then execs the tool. */
function writingHome(files: Readonly<Record<string, string>>): string[] {
  const entries = Object.entries(files)
  if (entries.length === 0) return []
  const steps = entries.map(() => 'mkdir -p "$HOME/$(dirname "$1")" && printf %s "$2" > "$HOME/$1" && shift 2')
  return ['sh', '-c', `${steps.join(' && ')} && exec "$@"`, 'home', ...entries.flat()]
}

/** Makes a file the stdin of a command. */
function readingFrom(file: string): string[] {
  return ['sh', '-c', 'exec "$@" < "$0"', file]
}

function noteUse(stdout: string, stderr: string, context: AgentContext, { name, tool, model }: Settings): void {
  const use = tool.used(stdout, stderr)
  const { tokens = null, cost = null, turns = null } = use ?? {}
  const models = [{ asked: model ?? name, answered: use?.model ?? null, price: null }]
  context.used({ calls: 1, reused: 0, ...(turns === null ? {} : { turns }), tokens, cost, paid: cost, models })
}

/** The error if a tool wrote nothing: the harness's fault if the model was unreachable, otherwise the agent's. */
export async function nothingWritten({ exit, output }: ToolResult, room: Room, { name }: Settings): Promise<Error> {
  const away = await modelAway(room, name)
  if (away) return away
  const cause = exit.cause ?? `it ended with ${howItEnded(exit)}`
  return new AgentFault(`the tool wrote no files: ${cause}\n${output}`, exit.cause === undefined ? 'empty' : 'limit')
}

/** Undefined if the tool could reach its model. */
export async function modelAway(room: Room, name: string): Promise<HarnessFault | undefined> {
  const reason = await room.unreachable()
  return reason === undefined ? undefined : new HarnessFault(`agent "${name}" could not reach its model: ${reason}`)
}
