import { access, constants, readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { existsSync } from 'node:fs'
import { UsageError } from '../../errors.ts'
import { parseOrThrow } from '../../lib/models/config.ts'
import { isThisMachine } from '../../lib/network/loopback.ts'
import { listedPrice } from '../../lib/models/prices.ts'
import { serverName } from '../../lib/models/resolve.ts'
import { baseURLSchema, type CommandSettings } from '../../lib/models/schema.ts'
import type { Price } from '../../contracts/schema.ts'
import type { Model, RoomLimits } from '../../contracts/types.ts'
import type { AgentSetup } from '../setup.ts'
import { LIMIT_OPTIONS, toolLimits } from './limits.ts'
import type { Tool } from './tool.ts'
import { tools } from './tools.ts'

const OPTIONS = [
  ...['model', 'baseURL', 'keyVariable', 'program', 'inputPrice', 'outputPrice', ...LIMIT_OPTIONS],
  ...['requestsPerMinute', 'tokensPerMinute', 'retries'],
]

/** A tool with everything needed to run it. Contains the key: must never be written. */
export interface Settings {
  readonly name: string
  readonly tool: Tool
  readonly program: Program
  /** For a tool that calls its model itself. */
  readonly hosts: readonly string[]
  readonly shows: readonly string[]
  /** The same: its keys. */
  readonly secrets: Readonly<Record<string, string>>
  /** The server that it calls through the gateway; undefined if it calls its model itself, which nobody observes. */
  readonly access: ToolAccess | undefined
  /** Variables that `pe.config.ts` sets for the tool. */
  readonly environment: Readonly<Record<string, string>>
  readonly model: string | undefined
  /** The server that the user named. */
  readonly baseURL: string | undefined
  /** Milliseconds. */
  readonly timeout: number
  /** Of its room. */
  readonly limits: RoomLimits
}

export interface ToolAccess {
  readonly model: Model
  /** The variable in which the tool expects its key. */
  readonly variable: string | undefined
  readonly priceOf: (model: string) => Price | null
}

/** A tool and its model: `codex`, or `codex:gpt-5`. */
export function toolAndModel(argument: string): { readonly toolName: string; readonly model: string | undefined } {
  const at = argument.indexOf(':')
  return at < 0
    ? { toolName: argument, model: undefined }
    : { toolName: argument.slice(0, at), model: argument.slice(at + 1) }
}

/** @throws UsageError if the tool or an option is unknown, or its program or key is missing */
export async function settingsOf(setup: AgentSetup): Promise<Settings> {
  const { argument, options, config, env, redactor } = setup
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
  if (tool.needsModel && model === undefined)
    throw new UsageError(`agent "${name}" needs a model: command:${toolName}:MODEL, or --agent-option model=MODEL`)
  const baseURL = options['baseURL']
  const access = accessOf(setup, { name, tool, model, price: own?.price ?? null })
  const word = options['program'] ?? tool.argv({ prompt: '', promptFile: '', model, baseURL })[0] ?? ''
  const program = await findProgram(word, env['PATH'])
  if (!program) throw new UsageError(`agent "${name}" needs the program "${word}": ${tool.install}`)
  const secrets = access ? {} : keysOf(tool, env)
  redactor.add([...Object.values(secrets), access?.model.key])
  redactor.addHeaders(own?.environment ?? {})
  return {
    ...{ name, tool, program, access, secrets, model, baseURL },
    hosts: access ? [] : (tool.hosts ?? []),
    shows: [...program.shows, ...(own?.shows ?? [])],
    environment: own?.environment ?? {},
    ...toolLimits(options, own?.timeout),
  }
}

// ---- the server and its key -------------------------------------------------------------------------------------------

interface Chosen {
  readonly name: string
  readonly tool: Tool
  readonly model: string | undefined
  readonly price: Price | null
}

/** Undefined if the tool calls its model itself. */
function accessOf({ options, config, env }: AgentSetup, chosen: Chosen): ToolAccess | undefined {
  const { name, tool, model, price } = chosen
  const vendor = tool.vendor?.(model)
  if (!vendor) {
    if (options['baseURL'] === undefined) return undefined
    throw new UsageError(`agent "${name}" cannot be told another server: remove the option baseURL`)
  }
  const baseURL = parseOrThrow(baseURLSchema, options['baseURL'] ?? vendor.baseURL, `agent "${name}": option baseURL`)
  const { key, variable } = keyOf(options['keyVariable'], vendor.keys, baseURL, chosen, env)
  const own = priceIn(options) ?? price
  const requested = options['baseURL'] === undefined ? (vendor.model ?? model) : model
  const isOwn = (asked: string) => requested === undefined || asked === requested || requested.endsWith(`/${asked}`)
  const priceOf = (asked: string) =>
    config.prices.get(asked) ?? (isOwn(asked) ? own : null) ?? listedPrice(baseURL, asked)
  return {
    variable: tool.keyInside ?? variable,
    priceOf,
    model: {
      server: serverName({}, baseURL),
      model: requested ?? tool.about,
      ...{ baseURL, key, keyVariable: variable, headers: {}, parameters: {} },
      price: requested === undefined ? own : priceOf(requested),
      requestsPerMinute: numberIn(options, 'requestsPerMinute', Infinity),
      tokensPerMinute: numberIn(options, 'tokensPerMinute', Infinity),
      timeout: 600_000,
      retries: numberIn(options, 'retries', 5),
    },
  }
}

function priceIn(options: AgentSetup['options']): Price | null {
  if (options['inputPrice'] === undefined) return null
  const input = numberIn(options, 'inputPrice', 0)
  return { input, output: numberIn(options, 'outputPrice', input) }
}

function numberIn(options: AgentSetup['options'], name: string, otherwise: number): number {
  const text = options[name]
  if (text === undefined) return otherwise
  const number = text.trim() === '' ? NaN : Number(text)
  if (number >= 0 && number < Infinity) return number
  throw new UsageError(`option ${name} takes a number from 0, and got "${text}"`)
}

/** The key of a tool and the variable that it came from. A local server may need no key, but most tools insist on one. */
function keyOf(
  named: string | undefined,
  keys: readonly string[],
  baseURL: string,
  { name, tool }: Chosen,
  env: AgentSetup['env'],
): { readonly key: string | undefined; readonly variable: string | undefined } {
  const known = [...keys, ...(tool.logins ?? [])]
  if (named !== undefined && !known.includes(named))
    throw new UsageError(`agent "${name}": option keyVariable takes ${known.join(' or ')}`)
  const variable = (named === undefined ? keys : [named]).find((each) => (env[each] ?? '') !== '')
  if (variable !== undefined) return { key: env[variable], variable }
  const [first] = keys
  if (first === undefined || isThisMachine(new URL(baseURL).hostname)) return { key: undefined, variable: first }
  throw new UsageError(`agent "${name}" needs a key: set the environment variable ${named ?? keys.join(' or ')}`)
}

/** Variable → key, for a tool that calls its model itself. */
function keysOf({ keys = [] }: Tool, env: AgentSetup['env']): Record<string, string> {
  const set = keys.filter((key) => (env[key] ?? '') !== '')
  return Object.fromEntries(set.map((key) => [key, env[key] ?? '']))
}

// ---- own -----------------------------------------------------------------------------------------------------------

/** Bytes of an argument that any kernel takes; Linux refuses one of more than 131,071. */
const LONGEST_ARGUMENT = 100_000

/** A tool that `pe.config.ts` describes. */
export function ownTool(name: string, settings: CommandSettings): Tool {
  const { command, hosts, environment = {}, keyVariables = [], baseURL, baseURLVariable } = settings
  return {
    about: `${name}, from pe.config.ts`,
    install: 'install it, or correct its "command" in pe.config.ts',
    ...(baseURL === undefined || baseURLVariable === undefined
      ? { hosts, keys: keyVariables }
      : { vendor: () => ({ baseURL, keys: keyVariables }) }),
    argv: ({ prompt, promptFile, model = '' }) =>
      command.map((word) => {
        const text = filled(word, { prompt, promptFile, model })
        if (Buffer.byteLength(text) <= LONGEST_ARGUMENT) return text
        return filled(word, { prompt: `Your task is in the file ${promptFile}. Read all of it.`, promptFile, model })
      }),
    environment: ({ baseURL: inside }) => ({
      ...environment,
      ...(inside === undefined || baseURLVariable === undefined ? {} : { [baseURLVariable]: inside }),
    }),
  }
}

/** Fills placeholders in one pass: placeholders inside a value are not replaced. */
function filled(word: string, values: Readonly<Record<string, string>>): string {
  return word.replaceAll(/\{\{(\w+)\}\}/g, (written, name: string) => values[name] ?? written)
}

// ---- program -------------------------------------------------------------------------------------------------------

/** A program, and the paths of this machine that it must see in the sandbox. */
interface Program {
  readonly file: string
  readonly shows: readonly string[]
}

/** Looks a program up on the PATH as a shell does. Undefined if no folder has it. */
async function findProgram(name: string, searched = process.env['PATH'] ?? ''): Promise<Program | undefined> {
  const candidates = name.includes('/')
    ? [path.resolve(name)]
    : searched.split(path.delimiter).map((folder) => path.resolve(folder, name))
  for (const file of candidates) {
    const found = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (found) return { file: await realpath(file), shows: await neededBy(await realpath(file)) }
  }
  return undefined
}

/**
 * The paths that a program needs to start: its node_modules, its Python environment, or the file alone. The sandbox shows
 * /usr anyway.
 */
async function neededBy(file: string): Promise<string[]> {
  if (file.startsWith('/usr/')) return []
  const at = file.lastIndexOf('/node_modules/')
  if (at >= 0) return [file.slice(0, at + '/node_modules'.length)]
  const environment = path.dirname(path.dirname(file))
  const settings = path.join(environment, 'pyvenv.cfg')
  if (!existsSync(settings)) return [file]
  const home = /^home\s*=\s*(.+)$/m.exec(await readFile(settings, 'utf8'))?.[1]?.trim()
  const interpreter = home === undefined || home.startsWith('/usr/') ? [] : [path.dirname(await realpath(home))]
  return [environment, ...interpreter]
}
