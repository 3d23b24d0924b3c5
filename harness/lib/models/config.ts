import { existsSync } from 'node:fs'
import path from 'node:path'
import type * as z from 'zod'
import { priceSchema, type Price } from '../../contracts/schema.ts'
import { UsageError } from '../../errors.ts'
import { loadModule } from '../files/load-module.ts'
import {
  commandSettingsSchema,
  modelSettingsSchema,
  type CommandSettings,
  type Config,
  type ModelSettings,
} from './schema.ts'

/** Gives a configuration its type: `export default defineConfig({ agents: { mine: { model: '…' } } })`. */
export function defineConfig(config: Config): Config {
  return config
}

/** A validated configuration. */
export interface LoadedConfig {
  /** Undefined without a configuration file. */
  readonly file: string | undefined
  readonly models: ReadonlyMap<string, ModelSettings>
  readonly commands: ReadonlyMap<string, CommandSettings>
  /** Prices by the name of a model, which replace listed ones. */
  readonly prices: ReadonlyMap<string, Price>
}

const FILES = ['pe.config.ts', 'pe.config.mts', 'pe.config.js', 'pe.config.mjs']
const NAME = /^[A-Za-z0-9][\w.-]*$/

export const NO_CONFIG: LoadedConfig = { file: undefined, models: new Map(), commands: new Map(), prices: new Map() }

/**
 * Reads the named file, or `pe.config.ts` in the folder if it exists.
 * @throws UsageError naming file, agent and field
 */
export async function loadConfig(folder: string, named?: string): Promise<LoadedConfig> {
  const file = named === undefined ? configIn(folder) : path.resolve(folder, named)
  if (file === undefined) return NO_CONFIG
  if (!existsSync(file)) throw new UsageError(`the configuration file ${file} does not exist`)
  return checkConfig((await loadModule(file)).default, file)
}

function configIn(folder: string): string | undefined {
  return FILES.map((name) => path.join(folder, name)).find((file) => existsSync(file))
}

/** @throws UsageError naming file, agent and field */
export function checkConfig(value: unknown, file: string): LoadedConfig {
  if (!isRecord(value))
    throw new UsageError(`${file}: the default export is not a configuration; export defineConfig({ … })`)
  const unknown = Object.keys(value).find((name) => name !== 'agents' && name !== 'prices')
  if (unknown !== undefined)
    throw new UsageError(`${file}: unknown field "${unknown}"; the fields are "agents" and "prices"`)
  const prices = value['prices'] ?? {}
  if (!isRecord(prices)) throw new UsageError(`${file}: prices: expected an object that maps models to prices`)
  const agents = value['agents'] ?? {}
  if (!isRecord(agents)) throw new UsageError(`${file}: agents: expected an object that maps names to settings`)
  const models = new Map<string, ModelSettings>()
  const commands = new Map<string, CommandSettings>()
  for (const [name, settings] of Object.entries(agents)) {
    const place = `${file}: agents.${name}`
    if (!NAME.test(name))
      throw new UsageError(
        `${place}: a name consists of letters, digits, ".", "_" and "-", and begins with a letter or digit`,
      )
    if (isRecord(settings) && 'command' in settings)
      commands.set(name, parseOrThrow(commandSettingsSchema, settings, place))
    else models.set(name, parseOrThrow(modelSettingsSchema, settings, place))
  }
  const priced = Object.entries(prices).map(
    ([model, price]) => [model, parseOrThrow(priceSchema, price, `${file}: prices.${model}`)] as const,
  )
  return { file, models, commands, prices: new Map(priced) }
}

/** @throws UsageError naming the place, the field and what was expected */
export function parseOrThrow<Schema extends z.ZodType>(schema: Schema, value: unknown, place: string): z.infer<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const field = issue === undefined || issue.path.length === 0 ? '' : `.${issue.path.map(String).join('.')}`
  throw new UsageError(`${place}${field}: ${issue?.message ?? 'invalid value'}`)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
