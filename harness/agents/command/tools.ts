import {
  ANTHROPIC,
  GOOGLE,
  OPENAI,
  flag,
  isAnthropic,
  variable,
  withoutProvider,
  type Tool,
  type ToolCall,
  type Vendor,
} from './tool.ts'
import { untestedTools } from './untested-tools.ts'

const DASHSCOPE = 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1'

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
    home: () => ({
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false },
      }),
    }),
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
  qwen: {
    about: 'Qwen Code',
    install: 'npm install -g @qwen-code/qwen-code',
    vendor: () => ({ baseURL: DASHSCOPE, keys: ['DASHSCOPE_API_KEY', 'OPENAI_API_KEY'] }),
    needsModel: true,
    keyInside: 'OPENAI_API_KEY',
    argv: ({ model }) => ['qwen', '--yolo', '--auth-type', 'openai', ...flag('--model', model)],
    environment: ({ model, baseURL }) => ({
      ...variable('OPENAI_MODEL', model),
      ...variable('OPENAI_BASE_URL', baseURL),
    }),
    home: () => ({
      '.qwen/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'openai' } },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false, disableAutoUpdate: true },
      }),
    }),
  },
  copilot: {
    about: 'Copilot CLI with a key of your own (untested)',
    isUntested: true,
    install: 'npm install -g @github/copilot',
    vendor: (model) => (isAnthropic(model) ? ANTHROPIC : OPENAI),
    needsModel: true,
    keyInside: 'COPILOT_PROVIDER_API_KEY',
    argv: () => ['copilot', '--allow-all-tools', '--allow-all-paths', '--no-color', '--no-auto-update'],
    environment: ({ model, baseURL, isOtherServer }) => ({
      COPILOT_OFFLINE: 'true',
      ...variable('COPILOT_MODEL', model),
      ...variable('COPILOT_PROVIDER_BASE_URL', baseURL),
      COPILOT_PROVIDER_TYPE: isAnthropic(model) && isOtherServer !== true ? 'anthropic' : 'openai',
    }),
  },
  ...untestedTools,
} as const satisfies Record<string, Tool>

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
