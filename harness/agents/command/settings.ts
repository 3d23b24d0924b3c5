import { UsageError } from '../../errors.ts'
import { parseOrThrow } from '../../lib/models/config.ts'
import { isThisMachine } from '../../lib/network/loopback.ts'
import { baseURLSchema } from '../../lib/models/schema.ts'
import type { AgentSetup } from '../setup.ts'
import { ownTool } from './own.ts'
import { findProgram, type Program } from './program.ts'
import { tools, type Tool } from './tools.ts'

/** Seconds for one project. */
const DEFAULT_TIMEOUT = 1800
const OPTIONS = ['model', 'baseURL', 'timeout', 'program']

/** A tool with everything needed to run it. Contains the key: must never be written. */
export interface Settings {
  readonly name: string
  readonly tool: Tool
  readonly program: Program
  readonly hosts: readonly string[]
  readonly shows: readonly string[]
  readonly secrets: Readonly<Record<string, string>>
  /** Variables that `pe.config.ts` sets for the tool. */
  readonly environment: Readonly<Record<string, string>>
  readonly model: string | undefined
  readonly baseURL: string | undefined
  /** Milliseconds. */
  readonly timeout: number
}

/** A tool and its model: `codex`, or `codex:gpt-5`. */
export function toolAndModel(argument: string): { readonly toolName: string; readonly model: string | undefined } {
  const at = argument.indexOf(':')
  return at < 0
    ? { toolName: argument, model: undefined }
    : { toolName: argument.slice(0, at), model: argument.slice(at + 1) }
}

/** @throws UsageError if the tool or an option is unknown, or its program or key is missing */
export async function settingsOf({ argument, options, config, env, redactor }: AgentSetup): Promise<Settings> {
  const name = `command:${argument}`
  const { toolName, model: named } = toolAndModel(argument)
  const own = config.commands.get(toolName)
  const builtIn: Tool | undefined = Object.hasOwn(tools, toolName) ? tools[toolName as keyof typeof tools] : undefined
  const tool = own ? ownTool(toolName, own) : builtIn
  if (!tool) {
    const known = [...Object.keys(tools), ...config.commands.keys()].join(', ')
    throw new UsageError(`there is no tool "${toolName}"; the tools are ${known}; add others to pe.config.ts`)
  }
  const unknown = Object.keys(options).find((option) => !OPTIONS.includes(option))
  if (unknown !== undefined)
    throw new UsageError(`agent "${name}" has no option "${unknown}"; its options are ${OPTIONS.join(', ')}`)
  const model = named ?? options['model'] ?? own?.model
  const baseURL = options['baseURL']
  const word = options['program'] ?? tool.argv({ prompt: '', promptFile: '', model, baseURL })[0] ?? ''
  const program = await findProgram(word, env['PATH'])
  if (!program) throw new UsageError(`agent "${name}" needs the program "${word}": ${tool.install}`)
  const secrets = keysOf(name, tool, baseURL, env)
  redactor.add(Object.values(secrets))
  redactor.addHeaders(own?.environment ?? {})
  return {
    name,
    tool,
    program,
    hosts: baseURL === undefined ? tool.hosts : [hostOf(baseURL, name)],
    shows: [...program.shows, ...(own?.shows ?? [])],
    secrets,
    environment: own?.environment ?? {},
    model,
    baseURL,
    timeout: secondsOf(options['timeout'], own?.timeout) * 1000,
  }
}

function secondsOf(option: string | undefined, own = DEFAULT_TIMEOUT): number {
  const seconds = option === undefined ? own : Number(option)
  if (!(seconds > 0 && seconds <= 86_400))
    throw new UsageError('option timeout takes a number of seconds above 0 and up to 86400')
  return seconds
}

function hostOf(baseURL: string, name: string): string {
  return new URL(parseOrThrow(baseURLSchema, baseURL, `agent "${name}": option baseURL`)).host
}

/** Variable → key, under the tool's own variable name. A local server may need no key, but most tools insist on one. */
function keysOf(name: string, { keys, keyInside, allKeys }: Tool, baseURL: string | undefined, env: AgentSetup['env']) {
  const set = keys.filter((key) => (env[key] ?? '') !== '')
  const [found] = set
  const [first] = keys
  if (allKeys && found !== undefined) return Object.fromEntries(set.map((key) => [key, env[key] ?? '']))
  if (found !== undefined) return { [keyInside ?? found]: env[found] ?? '' }
  if (first === undefined) return {}
  if (baseURL !== undefined && isThisMachine(new URL(baseURL).hostname)) return { [keyInside ?? first]: 'none' }
  throw new UsageError(`agent "${name}" needs a key: set the environment variable ${keys.join(' or ')}`)
}
