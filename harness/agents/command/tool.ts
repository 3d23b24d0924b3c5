export interface ToolCall {
  readonly prompt: string
  /** Absolute path of a file with the prompt, which the tool can read. It is also its stdin. */
  readonly promptFile: string
  readonly model: string | undefined
  /** The address of its model in its room, which replaces the vendor's; undefined if it calls the vendor itself. */
  readonly baseURL: string | undefined
  /** Whether the user named a server, which may speak only the API that most servers speak. */
  readonly isOtherServer?: boolean
}

/** The server that a tool calls, and its key. */
export interface Vendor {
  readonly baseURL: string
  /** Environment variables that may hold the key; the first one that is set is used. */
  readonly keys: readonly string[]
  /** The name of the model in its requests, if the tool has another one for it. */
  readonly model?: string
}

/** A command-line tool that writes code. */
export interface Tool {
  readonly about: string
  /** How to install it, for the error message if it is missing. */
  readonly install: string
  /** The server of a model, if the tool can be told another address for it: then it is called through the gateway. */
  readonly vendor?: (model: string | undefined) => Vendor
  /** Variables with a login by subscription. They are used only if the option `keyVariable` names them. */
  readonly logins?: readonly string[]
  /** Nobody has run it with this version of `pe`. */
  readonly isUntested?: true
  /** Whether it needs to be told its model. */
  readonly needsModel?: true
  /** For a tool that calls its model itself: the hosts that it may reach. */
  readonly hosts?: readonly string[]
  /** The same: environment variables with its keys, all of which are passed on. */
  readonly keys?: readonly string[]
  /** The variable in which the tool expects its key; by default, the one that was set. */
  readonly keyInside?: string
  /** The prompt is no argument: the kernel refuses one of more than 131,071 bytes. */
  argv(call: ToolCall): readonly string[]
  environment(call: ToolCall): Readonly<Record<string, string>>
  /** Settings files for its home folder: path → content. */
  home?(call: ToolCall): Readonly<Record<string, string>>
}

export const ANTHROPIC: Vendor = { baseURL: 'https://api.anthropic.com', keys: ['ANTHROPIC_API_KEY'] }
export const OPENAI: Vendor = { baseURL: 'https://api.openai.com/v1', keys: ['OPENAI_API_KEY'] }
export const GOOGLE: Vendor = { baseURL: 'https://generativelanguage.googleapis.com', keys: ['GEMINI_API_KEY'] }

export function flag(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [name, value]
}

export function variable(name: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [name]: value }
}

export function isAnthropic(model = ''): boolean {
  return /^(?:anthropic\/|claude)/.test(model)
}

/** `openai/gpt-5` is `gpt-5` for its server. */
export function withoutProvider(model = ''): Pick<Vendor, 'model'> {
  const at = model.indexOf('/')
  return at < 0 ? {} : { model: model.slice(at + 1) }
}
