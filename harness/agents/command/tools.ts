import { aiderUse, claudeUse, codexUse, geminiUse, opencodeUse, type ToolUse } from './usage.ts'

export interface ToolCall {
  readonly prompt: string
  /** Absolute path of a file with the prompt, which the tool can read. It is also its stdin. */
  readonly promptFile: string
  readonly model: string | undefined
  /** Replaces the vendor's server. */
  readonly baseURL: string | undefined
}

/** A command-line tool that writes code. */
export interface Tool {
  readonly about: string
  /** How to install it, for the error message if it is missing. */
  readonly install: string
  /** The hosts that it may reach, unless `baseURL` names another server. */
  readonly hosts: readonly string[]
  /** Environment variables that may hold its key; the first one that is set is passed on. */
  readonly keys: readonly string[]
  /** The variable in which the tool expects its key; by default, the one that was set. */
  readonly keyInside?: string
  /** Pass on every variable in `keys` that is set. */
  readonly allKeys?: true
  /** The prompt is no argument: the kernel refuses one of more than 131,071 bytes. */
  argv(call: ToolCall): readonly string[]
  environment(call: ToolCall): Readonly<Record<string, string>>
  /** Settings files for its home folder: path → content. */
  readonly home?: Readonly<Record<string, string>>
  /** The use that its output reports; undefined if it reports none. */
  used(stdout: string, stderr: string): ToolUse | undefined
}

/** The tools run without permission prompts: a sandbox has no user to ask and nothing to protect. */
export const tools = {
  claude: {
    about: 'Claude Code',
    install: 'npm install -g @anthropic-ai/claude-code',
    hosts: ['api.anthropic.com'],
    keys: ['ANTHROPIC_API_KEY'],
    argv: ({ model }) => [
      ...['claude', '-p', '--output-format', 'json', '--dangerously-skip-permissions'],
      ...flag('--model', model),
    ],
    environment: ({ baseURL }) => ({
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      ...variable('ANTHROPIC_BASE_URL', baseURL),
    }),
    used: claudeUse,
  },
  codex: {
    about: 'OpenAI Codex',
    install: 'npm install -g @openai/codex',
    hosts: ['api.openai.com'],
    keys: ['CODEX_API_KEY', 'OPENAI_API_KEY'],
    keyInside: 'CODEX_API_KEY',
    argv: ({ model, baseURL }) => [
      ...['codex', 'exec', '--json', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'],
      ...flag('--model', model),
      ...(baseURL === undefined ? [] : ['--config', `openai_base_url=${JSON.stringify(baseURL)}`]),
      '-',
    ],
    environment: () => ({}),
    used: codexUse,
  },
  gemini: {
    about: 'Gemini CLI',
    install: 'npm install -g @google/gemini-cli',
    hosts: ['generativelanguage.googleapis.com'],
    keys: ['GEMINI_API_KEY'],
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
    used: geminiUse,
  },
  opencode: {
    about: 'opencode',
    install: 'npm install -g opencode-ai',
    hosts: ['api.openai.com', 'api.anthropic.com', 'models.dev'],
    keys: ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY'],
    argv: ({ model, baseURL }) => [
      ...['opencode', 'run', '--format', 'json'],
      ...flag('--model', model === undefined || baseURL === undefined ? model : `server/${model}`),
    ],
    environment: ({ model, baseURL }) => ({
      OPENCODE_DISABLE_AUTOUPDATE: 'true',
      ...(baseURL === undefined ? {} : { OPENCODE_DISABLE_MODELS_FETCH: 'true' }),
      OPENCODE_CONFIG_CONTENT: JSON.stringify(opencodeConfig(model, baseURL)),
    }),
    used: opencodeUse,
  },
  aider: {
    about: 'aider',
    install: 'pipx install aider-chat',
    hosts: ['api.openai.com', 'api.anthropic.com'],
    keys: ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY'],
    argv: ({ promptFile, model }) => [
      ...['aider', '--yes-always', '--no-git', '--no-check-update', '--no-analytics', '--no-show-model-warnings'],
      ...['--no-stream', '--no-pretty', ...flag('--model', model), '--message-file', promptFile],
    ],
    environment: ({ baseURL }) => variable('OPENAI_API_BASE', baseURL),
    used: aiderUse,
  },
} as const satisfies Record<string, Tool>

/** opencode needs a provider entry for another server. */
function opencodeConfig(model: string | undefined, baseURL: string | undefined): object {
  const base = { autoupdate: false, share: 'disabled', permission: { edit: 'allow', bash: 'allow', webfetch: 'deny' } }
  if (baseURL === undefined || model === undefined) return base
  const provider = { npm: '@ai-sdk/openai-compatible', options: { baseURL, apiKey: '{env:OPENAI_API_KEY}' } }
  return { ...base, provider: { server: { ...provider, models: { [model]: {} } } } }
}

function flag(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [name, value]
}

function variable(name: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [name]: value }
}
