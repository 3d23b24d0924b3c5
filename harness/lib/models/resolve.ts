import { UsageError } from '../../errors.ts'
import type { Model } from '../../contracts/types.ts'
import type { Environment } from '../processes/environment.ts'
import { isThisMachine } from '../network/loopback.ts'
import { servers, type Server } from './presets.ts'
import { baseURLSchema, type ModelSettings } from './schema.ts'

const DEFAULT_TIMEOUT = 600
const DEFAULT_RETRIES = 5

/**
 * Completes the settings of a model: server, key and defaults.
 * @param name The name of the agent, for messages
 * @throws UsageError if its key is missing
 */
export function resolveModel(name: string, settings: ModelSettings, env: Environment): Model {
  const server: Server = servers[settings.server ?? 'openai']
  const baseURL = settings.baseURL ?? fromVariable(server, env) ?? server.baseURL
  return {
    server: serverName(settings, baseURL),
    model: settings.model,
    baseURL,
    key: keyFor(name, settings, server, baseURL, env),
    keyVariable: settings.keyVariable === null ? undefined : (settings.keyVariable ?? server.keyVariable),
    headers: settings.headers ?? {},
    parameters: parametersOf(settings, limitField(server, baseURL)),
    price: settings.price ?? null,
    requestsPerMinute: settings.requestsPerMinute ?? Infinity,
    tokensPerMinute: settings.tokensPerMinute ?? Infinity,
    timeout: (settings.timeout ?? DEFAULT_TIMEOUT) * 1000,
    retries: settings.retries ?? DEFAULT_RETRIES,
  }
}

/** @throws UsageError for an invalid address, because requests for another server must not go to the default one */
function fromVariable({ baseURLVariable }: Server, env: Environment): string | undefined {
  const address = baseURLVariable === undefined ? undefined : env[baseURLVariable]
  if (address === undefined || address === '') return undefined
  const result = baseURLSchema.safeParse(address)
  if (result.success) return address
  throw new UsageError(`the environment variable ${baseURLVariable}: ${result.error.issues[0]?.message ?? ''}`)
}

/** The name of a server in identities. For a local server it is `local`: its port and address say nothing about the model. */
export function serverName({ server = 'openai' }: Pick<ModelSettings, 'server'>, baseURL: string): string {
  const { hostname } = new URL(baseURL)
  if (hostname === new URL(servers[server].baseURL).hostname) return server
  return isThisMachine(hostname) ? 'local' : hostname
}

function keyFor(
  name: string,
  settings: ModelSettings,
  server: Server,
  baseURL: string,
  env: Environment,
): string | undefined {
  if (settings.keyVariable === null) return undefined
  const variable = settings.keyVariable ?? server.keyVariable
  const key = env[variable]
  if (key !== undefined && key !== '') return key
  const optional =
    settings.keyVariable === undefined && (server.keyOptional || isThisMachine(new URL(baseURL).hostname))
  if (optional) return undefined
  throw new UsageError(`model "${name}" needs a key: set the environment variable ${variable}`)
}

/** Servers of other makers only know the older name. */
function limitField(server: Server, baseURL: string): Server['limitField'] {
  return baseURL === server.baseURL ? server.limitField : 'max_tokens'
}

function parametersOf(settings: ModelSettings, limit: Server['limitField']): Record<string, string | number> {
  const { temperature = 0, seed, maxTokens, reasoningEffort } = settings
  return {
    ...(temperature === null ? {} : { temperature }),
    ...(seed === undefined ? {} : { seed }),
    ...(maxTokens === undefined ? {} : { [limit]: maxTokens }),
    ...(reasoningEffort === undefined ? {} : { reasoning_effort: reasoningEffort }),
  }
}
