import { within } from '../../lib/async/deadline.ts'
import { AgentFault, DeadlineExceeded, HarnessFault } from '../../errors.ts'
import type { AgentContext, Exit, Room } from '../../contracts/types.ts'
import type { Settings } from './settings.ts'

/** Characters of output; past it a tool is ended. */
const OUTPUT_LIMIT = 16 * 1024 * 1024

export interface Ended {
  readonly exit: Exit
  readonly said: string
}

/** Runs the tool to its end, or to its limit of time or output. What it has written by then counts. */
export async function runTool(prompt: string, room: Room, context: AgentContext, settings: Settings): Promise<Ended> {
  const { tool, program, model, baseURL, secrets, timeout } = settings
  const call = { prompt, model, baseURL }
  const [, ...args] = tool.argv(call)
  const running = await room.spawn({
    argv: [...writingHome(tool.home ?? {}), program.file, ...args],
    env: { ...tool.environment(call) },
    secrets,
    stdin: 'none',
    outputLimit: OUTPUT_LIMIT,
    endAtLimit: true,
  })
  const onAbort = () => void running.end('the run was stopped')
  context.signal.addEventListener('abort', onAbort, { once: true })
  const limit = `time limit ${timeout / 1000} s`
  const exit = await within(running.exit, timeout, limit).catch((error: unknown) => {
    if (error instanceof DeadlineExceeded) return running.end(limit)
    throw error
  })
  context.signal.removeEventListener('abort', onAbort)
  noteUse(running.stdout.text(), running.stderr.text(), context, settings)
  const how = exit.cause ?? (exit.signal === null ? `exit code ${String(exit.code)}` : `signal ${exit.signal}`)
  if (exit.code !== 0) context.note(`the tool ended early: ${how}`)
  return { exit, said: (running.stderr.text().trim() || running.stdout.text().trim()).slice(-1000) }
}

/** The home folder is there only inside: a shell writes the files and then becomes the tool. */
function writingHome(files: Readonly<Record<string, string>>): string[] {
  const entries = Object.entries(files)
  if (entries.length === 0) return []
  const steps = entries.map(() => 'mkdir -p "$HOME/$(dirname "$1")" && printf %s "$2" > "$HOME/$1" && shift 2')
  return ['sh', '-c', `${steps.join(' && ')} && exec "$@"`, 'home', ...entries.flat()]
}

function noteUse(stdout: string, stderr: string, context: AgentContext, { name, tool, model }: Settings): void {
  const use = tool.used(stdout, stderr)
  const { tokens = null, cost = null } = use ?? {}
  const models = [{ asked: model ?? name, answered: use?.model ?? null, price: null }]
  context.used({ calls: 1, reused: 0, tokens, cost, paid: cost, models })
}

/** Whose fault it is that a tool wrote nothing. */
export async function nothingWritten({ exit, said }: Ended, room: Room, { name }: Settings): Promise<Error> {
  const away = await modelAway(room, name)
  if (away) return away
  const how = exit.cause ?? `it ended with exit code ${String(exit.code)}`
  return new AgentFault(`the tool wrote no files: ${how}\n${said}`, exit.cause === undefined ? 'empty' : 'limit')
}

/** Undefined where the tool could reach its model. */
export async function modelAway(room: Room, name: string): Promise<HarnessFault | undefined> {
  const away = await room.unreachable()
  return away === undefined ? undefined : new HarnessFault(`agent "${name}" could not reach its model: ${away}`)
}
