import { UsageError } from '../errors.ts'
import { parsed } from '../lib/models/config.ts'
import { modelSettingsSchema, type ModelSettings } from '../lib/models/schema.ts'

/** Options of a model that can be given on the command line, and how each is read. */
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
  requestsPerMinute: Number,
  tokensPerMinute: Number,
  timeout: Number,
  retries: Number,
  inputPrice: Number,
  outputPrice: Number,
}

/**
 * The settings of a model with those of the command line before them.
 * @param name Of the agent, for messages
 * @throws UsageError naming the option
 */
export function withOptions(
  name: string,
  settings: ModelSettings,
  options: Readonly<Record<string, string>>,
): ModelSettings {
  const unknown = Object.keys(options).find((option) => !Object.hasOwn(READERS, option))
  if (unknown !== undefined)
    throw new UsageError(
      `agent "${name}" has no option "${unknown}"; its options are ${Object.keys(READERS).join(', ')}`,
    )
  const given = Object.fromEntries(Object.entries(options).map(([option, text]) => [option, READERS[option]?.(text)]))
  const { inputPrice, outputPrice, ...fields } = given
  const price = inputPrice === undefined ? {} : { price: { input: inputPrice, output: outputPrice ?? inputPrice } }
  // What another model costs is not known from this one's price.
  const base = fields['model'] === undefined ? settings : { ...settings, price: undefined }
  const merged = Object.entries({ ...base, ...fields, ...price }).filter(([, value]) => value !== undefined)
  return parsed(modelSettingsSchema, Object.fromEntries(merged), `agent "${name}": option`)
}

/** "none" leaves a field out of what is sent. */
function nothingOr(read: (text: string) => unknown): (text: string) => unknown {
  return (text) => (text === 'none' ? null : read(text))
}
