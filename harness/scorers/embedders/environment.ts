import type { Environment } from '../../lib/processes/environment.ts'

/** Variables that say where models are and how to download them. Keys of models that are asked are not among them. */
const NAMES = /^(HOME|XDG_CACHE_HOME|PE_MODELS_DIR|HF_\w+|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i

/** The part of an environment that embedders need. */
export function environmentOf(env: Environment): Record<string, string> {
  const entries = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(entries.filter(([name]) => NAMES.test(name)))
}
