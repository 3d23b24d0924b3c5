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
  readonly home?: Readonly<Record<string, string>>
}

const ANTHROPIC: Vendor = { baseURL: 'https://api.anthropic.com', keys: ['ANTHROPIC_API_KEY'] }
const OPENAI: Vendor = { baseURL: 'https://api.openai.com/v1', keys: ['OPENAI_API_KEY'] }
const GOOGLE: Vendor = { baseURL: 'https://generativelanguage.googleapis.com', keys: ['GEMINI_API_KEY'] }

/** The tools run without permission prompts: a sandbox has no user to ask and nothing to protect. */
export const tools = {
  claude: {
    about: 'Claude Code',
    install: 'npm install -g @anthropic-ai/claude-code',
    vendor: () => ANTHROPIC,
    logins: ['CLAUDE_CODE_OAUTH_TOKEN'],
    argv: ({ model }) => [
      ...['claude', '-p', '--output-format', 'stream-json', '--verbose', '--dangerously-skip-permissions'],
      ...flag('--model', model),
    ],
    environment: ({ baseURL }) => ({
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      ...variable('ANTHROPIC_BASE_URL', baseURL),
    }),
  },
  codex: {
    about: 'OpenAI Codex',
    install: 'npm install -g @openai/codex',
    vendor: () => ({ ...OPENAI, keys: ['CODEX_API_KEY', 'OPENAI_API_KEY'] }),
    keyInside: 'CODEX_API_KEY',
    argv: ({ model, baseURL }) => [
      ...['codex', 'exec', '--json', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'],
      ...flag('--model', model),
      ...(baseURL === undefined ? [] : codexProvider(baseURL)),
      '-',
    ],
    environment: () => ({}),
  },
  gemini: {
    about: 'Gemini CLI',
    install: 'npm install -g @google/gemini-cli',
    vendor: () => GOOGLE,
    // Without a terminal it takes its prompt from stdin.
    argv: ({ model }) => [
      ...['gemini', '--yolo', '--skip-trust', '--output-format', 'json'],
      ...flag('--model', model),
    ],
    environment: ({ baseURL }) => ({
      GEMINI_CLI_NO_RELAUNCH: 'true',
      ...variable('GOOGLE_GEMINI_BASE_URL', baseURL),
    }),
    // With another server it would choose another authentication method.
    home: {
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false },
      }),
    },
  },
  opencode: {
    about: 'opencode',
    install: 'npm install -g opencode-ai',
    vendor: opencodeVendor,
    needsModel: true,
    argv: ({ model, isOtherServer }) => [
      ...['opencode', 'run', '--format', 'json'],
      ...flag('--model', model === undefined || isOtherServer !== true ? model : `server/${model}`),
    ],
    environment: (call) => ({
      OPENCODE_DISABLE_AUTOUPDATE: 'true',
      OPENCODE_DISABLE_MODELS_FETCH: 'true',
      OPENCODE_CONFIG_CONTENT: JSON.stringify(opencodeConfig(call)),
    }),
  },
  aider: {
    about: 'aider',
    install: 'pipx install aider-chat',
    vendor: (model) => ({ ...(isAnthropic(model) ? ANTHROPIC : OPENAI), ...withoutProvider(model) }),
    argv: ({ promptFile, model }) => [
      ...['aider', '--yes-always', '--no-git', '--no-check-update', '--no-analytics', '--no-show-model-warnings'],
      ...['--no-stream', '--no-pretty', ...flag('--model', model), '--message-file', promptFile],
    ],
    environment: ({ baseURL, model }) =>
      isAnthropic(model)
        ? { ...variable('ANTHROPIC_BASE_URL', baseURL), ...variable('ANTHROPIC_API_BASE', baseURL) }
        : variable('OPENAI_API_BASE', baseURL),
  },
} as const satisfies Record<string, Tool>

function isAnthropic(model = ''): boolean {
  return /^(?:anthropic\/|claude)/.test(model)
}

/** `openai/gpt-5` is `gpt-5` for its server. */
function withoutProvider(model = ''): Pick<Vendor, 'model'> {
  const at = model.indexOf('/')
  return at < 0 ? {} : { model: model.slice(at + 1) }
}

/** A provider of its own: the built-in one tries WebSockets for each call, and loses seconds if there are none. */
function codexProvider(baseURL: string): string[] {
  const provider = { name: 'pe', base_url: baseURL, env_key: 'CODEX_API_KEY', wire_api: 'responses' }
  const settings = Object.entries(provider).map(
    ([name, value]) => `model_providers.pe.${name}=${JSON.stringify(value)}`,
  )
  return ['model_provider="pe"', ...settings].flatMap((setting) => ['--config', setting])
}

/** By the first part of the name of a model, as in `anthropic/claude-sonnet-4-5`. */
const OPENCODE_VENDORS: Readonly<Record<string, Vendor>> = {
  anthropic: { ...ANTHROPIC, baseURL: 'https://api.anthropic.com/v1' },
  google: { ...GOOGLE, baseURL: 'https://generativelanguage.googleapis.com/v1beta' },
  openai: OPENAI,
}

function opencodeVendor(model = ''): Vendor {
  return { ...(OPENCODE_VENDORS[model.split('/')[0] ?? ''] ?? OPENAI), ...withoutProvider(model) }
}

/** The provider of the model gets another address; any other server is a provider of its own. */
function opencodeConfig({ model, baseURL, isOtherServer }: ToolCall): object {
  const base = { autoupdate: false, share: 'disabled', permission: { edit: 'allow', bash: 'allow', webfetch: 'deny' } }
  if (baseURL === undefined || model === undefined) return base
  const [vendor = '', ...name] = model.split('/')
  const key = opencodeVendor(model).keys[0] ?? ''
  const options = { baseURL, apiKey: `{env:${key}}` }
  const provider =
    isOtherServer === true
      ? { server: { npm: '@ai-sdk/openai-compatible', options, models: { [model]: {} } } }
      : { [vendor]: { options, models: { [name.join('/')]: {} } } }
  return {
    ...base,
    provider,
    ...(isOtherServer === true ? { small_model: `server/${model}` } : { small_model: model }),
  }
}

function flag(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [name, value]
}

function variable(name: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [name]: value }
}
