import { existsSync } from 'node:fs'
import path from 'node:path'
import type { z } from 'zod'
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

/** A configuration that was checked. */
export interface LoadedConfig {
  /** The file, where there is one. */
  readonly file: string | undefined
  readonly models: ReadonlyMap<string, ModelSettings>
  readonly commands: ReadonlyMap<string, CommandSettings>
}

const FILES = ['pe.config.ts', 'pe.config.mts', 'pe.config.js', 'pe.config.mjs']
const NAME = /^[A-Za-z0-9][\w.-]*$/

export const NO_CONFIG: LoadedConfig = { file: undefined, models: new Map(), commands: new Map() }

/**
 * Reads the file that was named, or `pe.config.ts` of a folder, where there is one.
 * @throws UsageError naming file, agent and field
 */
export async function loadConfig(folder: string, named?: string): Promise<LoadedConfig> {
  const file = named === undefined ? found(folder) : path.resolve(folder, named)
  if (file === undefined) return NO_CONFIG
  if (!existsSync(file)) throw new UsageError(`there is no file ${file}`)
  return checkConfig((await loadModule(file)).default, file)
}

function found(folder: string): string | undefined {
  return FILES.map((name) => path.join(folder, name)).find((file) => existsSync(file))
}

/** @throws UsageError naming file, agent and field */
export function checkConfig(value: unknown, file: string): LoadedConfig {
  if (!isRecord(value)) throw new UsageError(`${file}: the default export is no configuration; see defineConfig`)
  const unknown = Object.keys(value).find((name) => name !== 'agents')
  if (unknown !== undefined) throw new UsageError(`${file}: unknown field "${unknown}"; there is "agents"`)
  const agents = value['agents'] ?? {}
  if (!isRecord(agents)) throw new UsageError(`${file}: agents: expected an object of name → settings`)
  const models = new Map<string, ModelSettings>()
  const commands = new Map<string, CommandSettings>()
  for (const [name, settings] of Object.entries(agents)) {
    const place = `${file}: agents.${name}`
    if (!NAME.test(name)) throw new UsageError(`${place}: a name has letters, digits, ".", "_" and "-"`)
    if (isRecord(settings) && 'command' in settings) commands.set(name, parsed(commandSettingsSchema, settings, place))
    else models.set(name, parsed(modelSettingsSchema, settings, place))
  }
  return { file, models, commands }
}

/** @throws UsageError naming the place, the field and what was expected */
export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown, place: string): z.infer<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const field = issue === undefined || issue.path.length === 0 ? '' : `.${issue.path.map(String).join('.')}`
  throw new UsageError(`${place}${field}: ${issue?.message ?? 'not as expected'}`)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
