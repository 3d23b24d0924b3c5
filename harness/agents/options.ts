import { UsageError } from '../errors.ts'
import { parseOrThrow } from '../lib/models/config.ts'
import { modelSettingsSchema, type ModelSettings } from '../lib/models/schema.ts'

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
  // The configured price does not apply to another model.
  const base = fields['model'] === undefined ? settings : { ...settings, price: undefined }
  const merged = Object.entries({ ...base, ...fields, ...price }).filter(([, value]) => value !== undefined)
  return parseOrThrow(modelSettingsSchema, Object.fromEntries(merged), `agent "${name}": option`)
}

/** Reads "none" as null, which leaves the field out of the request. */
function nothingOr(read: (text: string) => unknown): (text: string) => unknown {
  return (text) => (text === 'none' ? null : read(text))
}
