import { chmod, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { withTimeout } from '../../lib/async/deadline.ts'
import { AgentFault, DeadlineExceeded, HarnessFault } from '../../errors.ts'
import type { AgentContext, Exit, Room } from '../../contracts/types.ts'
import type { Settings } from './settings.ts'
import type { ToolCall } from './tool.ts'
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
 * Runs the tool until it exits, reaches its time or output limit, or no call of its model can succeed any more. The files written by
 * then count.
 * @param purpose Name of the files with its output
 * @param entrance Comes before the command
 * @throws UsageError if the key or the model is wrong; BudgetSpent; HarnessFault if the vendor did not answer
 */
export async function runTool(
  prompt: PromptFile,
  { room, purpose }: { readonly room: Room; readonly purpose: string },
  context: AgentContext,
  settings: Settings,
  entrance: readonly string[] = [],
): Promise<ToolResult> {
  const { tool, program, timeout } = settings
  const call = toolCall(prompt, room, settings)
  const [, ...args] = tool.argv(call)
  const running = await room.spawn({
    argv: [...entrance, ...writingHome(tool.home?.(call) ?? {}), ...readingFrom(prompt.file), program.file, ...args],
    env: { ...tool.environment(call) },
    secrets: secretsOf(room, settings),
    stdin: 'none',
    outputLimit: OUTPUT_LIMIT,
    endAtLimit: true,
  })
  const limit = `time limit ${timeout / 1000} s`
  const undo = endWhen([
    [context.signal, 'the run was stopped'],
    [room.model?.stopped, 'no call of its model can succeed'],
  ])
  const exit = await withTimeout(running.exit, timeout, limit).catch((error: unknown) => {
    if (error instanceof DeadlineExceeded) return running.end(limit)
    throw error
  })
  undo()
  const [stdout, stderr] = [running.stdout.text(), running.stderr.text()]
  await context.keepOutput(`${purpose}.stdout.txt`, stdout)
  await context.keepOutput(`${purpose}.stderr.txt`, stderr)
  if (room.model?.stopped.aborted === true) throw room.model.stopped.reason
  if (!room.model) noteUnknownUse(context, settings)
  if (exit.code !== 0) context.note(`the tool ended early: ${howItEnded(exit)}`)
  return { exit, output: (stderr.trim() || stdout.trim()).slice(-1000) }

  function endWhen(causes: readonly (readonly [AbortSignal | undefined, string])[]): () => void {
    const undos = causes.map(([signal, cause]) => {
      const end = () => void running.end(cause)
      signal?.addEventListener('abort', end, { once: true })
      if (signal?.aborted === true) end()
      return () => signal?.removeEventListener('abort', end)
    })
    return () => {
      for (const each of undos) each()
    }
  }
}

function toolCall(prompt: PromptFile, room: Room, { model, baseURL }: Settings): ToolCall {
  return {
    prompt: prompt.text,
    promptFile: prompt.file,
    model,
    baseURL: room.model?.baseURL,
    ...(baseURL === undefined ? {} : { isOtherServer: true }),
  }
}

/** The token of the room in the place of the key, or the keys of a tool that calls its model itself. */
function secretsOf(room: Room, { access, secrets }: Settings): Readonly<Record<string, string>> {
  if (!room.model || !access) return secrets
  return access.variable === undefined ? {} : { [access.variable]: room.model.token }
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

/** Of a tool that nobody observes. */
function noteUnknownUse(context: AgentContext, { name, model }: Settings): void {
  const models = [{ asked: model ?? name, answered: null, price: null }]
  context.used({ calls: 1, reused: 0, tokens: null, cost: null, paid: null, models })
}

/** The error of the agent if a tool wrote nothing. */
export function nothingWritten({ exit, output }: ToolResult): AgentFault {
  const cause = exit.cause ?? `it ended with ${howItEnded(exit)}`
  return new AgentFault(`the tool wrote no files: ${cause}\n${output}`, exit.cause === undefined ? 'empty' : 'limit')
}

/**
 * Why what a tool did says nothing about it: its model did not answer. Undefined if it did.
 * @param output The end of the output of the tool
 */
export async function modelAway(room: Room, name: string, output: string): Promise<ModelAway | undefined> {
  if (!room.model) {
    const reason = await room.unreachable()
    return reason === undefined
      ? undefined
      : new ModelAway(`agent "${name}" could not reach its model: ${reason}`, false)
  }
  const { made, answered, lastFault } = await room.model.calls()
  if (answered > 0 && lastFault === undefined) return undefined
  if (lastFault !== undefined)
    return new ModelAway(`agent "${name}": its last call failed: ${lastFault}`, answered === 0)
  const calls = made === 0 ? 'it called no model' : `none of its ${String(made)} calls was answered`
  return new ModelAway(`agent "${name}" ended, but ${calls}\n${output}`, true)
}

/** The harness's or the vendor's fault. */
export class ModelAway extends HarnessFault {
  /** Whether the tool got no answer at all, so that starting it again repeats nothing. */
  readonly isUnheard: boolean
  constructor(message: string, isUnheard: boolean) {
    super(message)
    this.isUnheard = isUnheard
  }
}
