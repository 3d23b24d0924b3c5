import { loadOwn, type Own } from '../lib/files/own-file.ts'
import type { Launcher, LaunchLimits, Sandbox, Target, Workspace } from '../contracts/types.ts'
import * as z from 'zod'
import { OWN_DEADLINE, callOwn, callOwnNow } from '../lib/async/call-own.ts'

/**
 * Loads a launcher from a user's file.
 * @throws UsageError naming the file and its missing part
 */
export async function ownLauncher(spec: string): Promise<Own & { readonly launcher: Launcher }> {
  const own = await loadOwn(spec, { what: 'a launcher', functions: ['accepts', 'launch'] })
  return { ...own, launcher: checkedLauncher(own.value as unknown as Launcher, own.file) }
}

// ---- checked launcher ----------------------------------------------------------------------------------------------

/** Milliseconds that a target may take to end. */
const CLOSING = 60_000

const anyFunction = z.custom<(...given: unknown[]) => unknown>(
  (value) => typeof value === 'function',
  'is not a function',
)
const ending = { log: anyFunction, [Symbol.asyncDispose]: anyFunction }
const own = {
  sandbox: z.custom<Sandbox>((value) => isObjectWith(value, 'spawn'), 'is not a sandbox'),
  workspace: z.custom<Workspace>((value) => isObjectWith(value, 'copy'), 'is not a workspace'),
}
const targetShape = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('website'),
    origin: z.url({ protocol: /^https?$/, error: 'is not an http address' }),
    declaredPort: z.int().min(1).max(65535),
    homepage: z.string().startsWith('/'),
    sandbox: own.sandbox,
    ended: anyFunction.optional(),
  }),
  z.object({ kind: z.literal('program'), argv: z.array(z.string()).min(1), ...own }),
  z.object({ kind: z.literal('source'), built: z.boolean().default(false), ...own }),
])

/**
 * A launcher from a user's file, whose targets are checked. If it throws no fault of the project, returns something else or does
 * not settle, the fault is the machine's and names the file: this says nothing about the project.
 * @param deadline Milliseconds for one call; longer if installing and starting may take longer
 */
export function checkedLauncher(launcher: Launcher, file: string, deadline = OWN_DEADLINE): Launcher {
  return {
    name: launcher.name,
    accepts: (project, mission) =>
      callOwnNow(
        { file, name: 'accepts' },
        () => launcher.accepts(project, mission),
        (accepted) => accepted === true,
      ),
    launch: (project, sandbox, limits) =>
      callOwn(
        { file, name: 'launch', milliseconds: millisecondsFor(limits, deadline), signal: limits.signal },
        () => launcher.launch(project, sandbox, limits),
        (target) => checkedTarget(target, file),
        // The trial has ended already, with an error that names the file; an error while closing adds nothing.
        (target) => void ended(target, file).catch(() => undefined),
      ),
  }
}

function millisecondsFor({ install, start }: LaunchLimits, deadline: number): number {
  return Math.max(deadline, 2 * (install + start))
}

function checkedTarget(given: unknown, file: string): Target {
  const parsed = targetShape.safeParse(given)
  const issue = parsed.error?.issues[0] ?? z.object(ending).safeParse(given).error?.issues[0]
  if (!parsed.success || issue)
    throw new TypeError(`returned no target: ${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? ''}`)
  const target = given as Target
  const closing = {
    log: () => textOf(() => target.log(), file, 'log') ?? '',
    [Symbol.asyncDispose]: () => ended(given, file),
  }
  const { data } = parsed
  if (data.kind !== 'website') return { ...data, ...closing }
  return {
    ...data,
    ...closing,
    origin: new URL(data.origin).origin,
    ended: () => (target.kind === 'website' && data.ended ? textOf(() => target.ended(), file, 'ended') : undefined),
  }
}

/** The text that a function gives, if it gives one. */
function textOf(action: () => unknown, file: string, name: string): string | undefined {
  return callOwnNow({ file, name }, action, (text) => {
    if (text === undefined || typeof text === 'string') return text
    throw new TypeError('returned no text')
  })
}

async function ended(target: unknown, file: string): Promise<void> {
  if (!isObjectWith(target, Symbol.asyncDispose)) return
  const call = { file, name: '[Symbol.asyncDispose]', milliseconds: CLOSING }
  await callOwn(
    call,
    () => (target as AsyncDisposable)[Symbol.asyncDispose](),
    () => undefined,
  )
}

function isObjectWith(value: unknown, name: string | symbol): boolean {
  if (typeof value !== 'object' || value === null) return false
  return typeof (value as Readonly<Record<string | symbol, unknown>>)[name] === 'function'
}
