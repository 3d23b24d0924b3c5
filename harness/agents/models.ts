import { UsageError } from '../errors.ts'
import { presetOf, presets } from '../lib/models/presets.ts'
import type { Model, Agent } from '../contracts/types.ts'
import { resolveModel } from '../lib/models/resolve.ts'
import type { Environment } from '../lib/processes/environment.ts'
import { SERVER_NAMES, type ModelSettings, type ServerName, modelSettingsSchema } from '../lib/models/schema.ts'
import { otherNames } from '../lib/wording/nearest.ts'
import { type LoadedConfig, parseOrThrow } from '../lib/models/config.ts'
import { modelAgent } from './model.ts'
import type { AgentSetup } from './setup.ts'

/**
 * The settings of a model by its name: from `pe.config.ts`, a preset, or `server:model`.
 * @returns Undefined if there is no such model
 */
export function modelSettings(name: string, config: LoadedConfig): ModelSettings | undefined {
  const own = config.models.get(name)
  if (own) return own
  if (Object.hasOwn(presets, name)) return presets[name as keyof typeof presets]
  const at = name.indexOf(':')
  const server = SERVER_NAMES.find((each) => each === name.slice(0, at))
  const model = name.slice(at + 1)
  return server === undefined || model === '' ? undefined : ofServer(server, model)
}

/** The settings of a server's model; OpenAI's models get their presets. */
function ofServer(server: ServerName, model: string): ModelSettings {
  return { ...(server === 'openai' ? presetOf(model) : undefined), server, model }
}

/** An agent for the model of a server. */
export function serverAgent(server: ServerName): (setup: AgentSetup) => Agent {
  return (setup) => agentOfModel(`${server}:${setup.argument}`, ofServer(server, setup.argument), setup)
}

/** @throws UsageError if the key is missing or an option is unknown */
export function agentOfModel(name: string, settings: ModelSettings, setup: Omit<AgentSetup, 'argument'>): Agent {
  const chosen = withOptions(name, settings, setup.options)
  const model = resolved(name, chosen, setup)
  return modelAgent({
    name,
    model,
    format: chosen.format ?? 'json',
    // An answer that the paper would lose is not asked for again.
    repairs: setup.protocol === 'paper' ? 0 : (chosen.repairs ?? setup.repairs),
    feedback: chosen.feedback ?? setup.feedback,
    protocol: setup.protocol,
  })
}

/**
 * For adapters, which name the model in each call.
 * @throws UsageError if there is no such model, or its key is missing
 */
export function modelByName(name: string, setup: Pick<AgentSetup, 'config' | 'env' | 'redactor'>): Model {
  const settings = modelSettings(name, setup.config)
  if (!settings) throw unknownModel(name, setup.config)
  return resolved(name, settings, setup)
}

/**
 * For agents that call a model in several steps: the model is their argument, or the option `model`; all other options are the
 * model's own.
 * @throws UsageError if no model is named, there is no such model, its key is missing, or an option is unknown
 */
export function modelOfMethod(
  method: string,
  setup: Omit<AgentSetup, 'canonical'>,
): { readonly model: Model; readonly settings: ModelSettings } {
  const { model: option, ...options } = setup.options
  const name = setup.argument === '' ? option : setup.argument
  if (name === undefined || name === '')
    throw new UsageError(`agent "${method}" needs a model: ${method}:MODEL, or --model MODEL`)
  const known = modelSettings(name, setup.config)
  if (!known) throw unknownModel(name, setup.config)
  const settings = withOptions(method, known, options)
  return { model: resolved(name, settings, setup), settings }
}

function unknownModel(name: string, { models }: LoadedConfig): UsageError {
  const others = otherNames(name, [...models.keys(), ...Object.keys(presets)], '`pe list agents` lists the models')
  return new UsageError(`there is no model "${name}"${others}`)
}

function resolved(
  name: string,
  settings: ModelSettings,
  { env, redactor }: { readonly env: Environment; readonly redactor: AgentSetup['redactor'] },
): Model {
  const model = resolveModel(name, settings, env)
  redactor.add([model.key])
  redactor.addHeaders(model.headers)
  return model
}

// ---- options -------------------------------------------------------------------------------------------------------

/** The model options that `--agent-option` accepts, with the parser of each. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  model: String,
  baseURL: String,
  keyVariable: nothingOr(String),
  temperature: nothingOr(Number),
  seed: Number,
  maxTokens: Number,
  reasoningEffort: String,
  format: String,
  repairs: Number,
  feedback: Number,
  requestsPerMinute: Number,
  tokensPerMinute: Number,
  timeout: Number,
  retries: Number,
  inputPrice: Number,
  outputPrice: Number,
}

/**
 * Merges the options of the command line into a model's settings; an option overrides a setting.
 * @param name The agent's name, for messages
 * @throws UsageError naming the option
 */
function withOptions(name: string, settings: ModelSettings, options: Readonly<Record<string, string>>): ModelSettings {
  const unknown = Object.keys(options).find((option) => !Object.hasOwn(READERS, option))
  if (unknown !== undefined)
    throw new UsageError(
      `agent "${name}" has no option "${unknown}"; its options are ${Object.keys(READERS).join(', ')}`,
    )
  const given = Object.fromEntries(Object.entries(options).map(([option, text]) => [option, READERS[option]?.(text)]))
  const { inputPrice, outputPrice, ...fields } = given
  const price = inputPrice === undefined ? {} : { price: { input: inputPrice, output: outputPrice ?? inputPrice } }
  // The configured price does not apply to another model.
  const base = fields['model'] === undefined ? settings : { ...settings, price: undefined }
  const merged = Object.entries({ ...base, ...fields, ...price }).filter(([, value]) => value !== undefined)
  return parseOrThrow(modelSettingsSchema, Object.fromEntries(merged), `agent "${name}": option`)
}

/** Reads "none" as null, which leaves the field out of the request. */
function nothingOr(read: (text: string) => unknown): (text: string) => unknown {
  return (text) => (text === 'none' ? null : read(text))
}
