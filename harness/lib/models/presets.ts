import type OpenAI from 'openai'
import type { Price } from '../../contracts/schema.ts'
import type { ModelSettings, ServerName } from './schema.ts'

export interface Server {
  readonly about: string
  readonly baseURL: string
  /** Environment variable whose value replaces `baseURL`. */
  readonly baseURLVariable?: string
  readonly keyVariable: string
  /** Whether it answers without a key. */
  readonly keyOptional: boolean
  /** Its parameter for the token limit of an answer. */
  readonly limitField: 'max_completion_tokens' | 'max_tokens'
}

/** Servers with OpenAI's chat completions API, at the addresses that their makers document. */
export const servers = {
  openai: {
    about: 'a model of OpenAI, or of any server with its API (--base-url)',
    baseURL: 'https://api.openai.com/v1',
    baseURLVariable: 'OPENAI_BASE_URL',
    keyVariable: 'OPENAI_API_KEY',
    keyOptional: false,
    limitField: 'max_completion_tokens',
  },
  anthropic: {
    about: 'a model of Anthropic',
    baseURL: 'https://api.anthropic.com/v1/',
    keyVariable: 'ANTHROPIC_API_KEY',
    keyOptional: false,
    limitField: 'max_tokens',
  },
  gemini: {
    about: 'a model of Google',
    baseURL: 'https://generativelanguage.googleapis.com/v1beta/openai/',
    keyVariable: 'GEMINI_API_KEY',
    keyOptional: false,
    limitField: 'max_tokens',
  },
  openrouter: {
    about: 'a model of any maker, through OpenRouter',
    baseURL: 'https://openrouter.ai/api/v1',
    keyVariable: 'OPENROUTER_API_KEY',
    keyOptional: false,
    limitField: 'max_tokens',
  },
  ollama: {
    about: 'a model on this machine, by Ollama',
    baseURL: 'http://127.0.0.1:11434/v1',
    keyVariable: 'OLLAMA_API_KEY',
    keyOptional: true,
    limitField: 'max_tokens',
  },
  vllm: {
    about: 'a model on this machine, by vLLM',
    baseURL: 'http://127.0.0.1:8000/v1',
    keyVariable: 'VLLM_API_KEY',
    keyOptional: true,
    limitField: 'max_tokens',
  },
  lmstudio: {
    about: 'a model on this machine, by LM Studio',
    baseURL: 'http://127.0.0.1:1234/v1',
    keyVariable: 'LMSTUDIO_API_KEY',
    keyOptional: true,
    limitField: 'max_tokens',
  },
} as const satisfies Record<ServerName, Server>

/** From public price lists; prices in `pe.config.ts` take precedence. */
const AS_OF = '2026-06'
const price = (input: number, output: number, cached: number): Price => ({ input, output, cached, asOf: AS_OF })

/** Reasoning models accept no temperature. */
const reasoning = { temperature: null } as const

export interface Preset extends ModelSettings {
  /** A model that the `openai` package knows. */
  readonly model: OpenAI.ChatModel
}

/** OpenAI's models by the names that users type. Others are available as `openai:MODEL`. */
export const presets = {
  gpt4o: { model: 'gpt-4o', price: price(2.5, 10, 1.25) },
  'gpt4o-mini': { model: 'gpt-4o-mini', price: price(0.15, 0.6, 0.075) },
  'gpt-4.1': { model: 'gpt-4.1', price: price(2, 8, 0.5) },
  'gpt-4.1-mini': { model: 'gpt-4.1-mini', price: price(0.4, 1.6, 0.1) },
  'gpt-4.1-nano': { model: 'gpt-4.1-nano', price: price(0.1, 0.4, 0.025) },
  'gpt-5': { model: 'gpt-5', price: price(1.25, 10, 0.125), ...reasoning },
  'gpt-5-mini': { model: 'gpt-5-mini', price: price(0.25, 2, 0.025), ...reasoning },
  'gpt-5-nano': { model: 'gpt-5-nano', price: price(0.05, 0.4, 0.005), ...reasoning },
  'gpt-5.1': { model: 'gpt-5.1', price: price(1.25, 10, 0.125), ...reasoning },
  'gpt-5.2': { model: 'gpt-5.2', price: price(1.75, 14, 0.175), ...reasoning },
  'gpt-5.4': { model: 'gpt-5.4', price: price(2.5, 15, 0.25), ...reasoning },
  'gpt-5.4-mini': { model: 'gpt-5.4-mini', price: price(0.75, 4.5, 0.075), ...reasoning },
  'gpt-5.4-nano': { model: 'gpt-5.4-nano', price: price(0.2, 1.25, 0.02), ...reasoning },
} as const satisfies Record<string, Preset>

/** The preset of a model by the name that its server uses, such as `gpt-4o` in `openai:gpt-4o`. */
export function presetOf(model: string): Preset | undefined {
  return Object.values<Preset>(presets).find((preset) => preset.model === model)
}
