import { ANTHROPIC, OPENAI, flag, isAnthropic, variable, withoutProvider, type Tool, type ToolCall } from './tool.ts'

/** Tools by their documentation alone: no package registry that the tests reach has them, or they need a later Node. */
export const untestedTools = {
  pi: {
    about: 'pi (untested)',
    install: 'npm install -g @earendil-works/pi-coding-agent',
    isUntested: true,
    vendor: () => OPENAI,
    needsModel: true,
    argv: ({ model }) => ['pi', '--print', '--no-session', '--provider', 'pe', ...flag('--model', model)],
    environment: () => ({ PI_OFFLINE: '1' }),
    home: (call) => ({
      '.pi/agent/models.json': JSON.stringify({
        providers: {
          pe: {
            ...{ baseUrl: call.baseURL, api: 'openai-completions', apiKey: 'OPENAI_API_KEY' },
            models: [{ id: call.model }],
          },
        },
      }),
    }),
  },
  crush: {
    about: 'Crush (untested)',
    install: 'npm install -g @charmland/crush',
    isUntested: true,
    vendor: () => OPENAI,
    needsModel: true,
    argv: () => ['crush', 'run', '--quiet'],
    environment: () => ({ CRUSH_DISABLE_METRICS: '1', CRUSH_DISABLE_PROVIDER_AUTO_UPDATE: '1' }),
    home: (call) => ({ '.config/crush/crush.json': JSON.stringify(crushConfig(call)) }),
  },
  goose: {
    about: 'Goose (untested)',
    install: 'install it as its documentation says',
    isUntested: true,
    vendor: (model) => ({ ...(isAnthropic(model) ? ANTHROPIC : OPENAI), ...withoutProvider(model) }),
    needsModel: true,
    argv: ({ promptFile }) => ['goose', 'run', '--no-session', '--instructions', promptFile],
    environment: ({ model = '', baseURL }) => ({
      GOOSE_MODE: 'auto',
      GOOSE_DISABLE_KEYRING: '1',
      GOOSE_PROVIDER: isAnthropic(model) ? 'anthropic' : 'openai',
      GOOSE_MODEL: withoutProvider(model).model ?? model,
      ...(isAnthropic(model)
        ? variable('ANTHROPIC_HOST', baseURL)
        : { ...variable('OPENAI_HOST', originOf(baseURL)), OPENAI_BASE_PATH: 'v1/chat/completions' }),
    }),
  },
  mini: {
    about: 'mini-swe-agent (untested)',
    install: 'pipx install mini-swe-agent',
    isUntested: true,
    vendor: (model) => ({ ...(isAnthropic(model) ? ANTHROPIC : OPENAI), ...withoutProvider(model) }),
    needsModel: true,
    argv: ({ model, promptFile }) => [
      ...['mini', '--yolo', '--exit-immediately', ...flag('--model', model)],
      ...['--task', `Your task is in the file ${promptFile}. Read all of it.`],
    ],
    environment: ({ model, baseURL }) => ({
      MSWEA_CONFIGURED: 'true',
      MSWEA_COST_TRACKING: 'ignore_errors',
      ...(isAnthropic(model) ? variable('ANTHROPIC_API_BASE', baseURL) : variable('OPENAI_API_BASE', baseURL)),
    }),
  },
  'cursor-agent': {
    about: 'Cursor CLI (untested; its calls are not observed)',
    install: 'install it as its documentation says',
    isUntested: true,
    hosts: ['api2.cursor.sh', 'api.cursor.com'],
    keys: ['CURSOR_API_KEY'],
    argv: ({ model }) => [
      'cursor-agent',
      '--print',
      '--force',
      '--output-format',
      'stream-json',
      ...flag('--model', model),
    ],
    environment: () => ({}),
  },
} as const satisfies Record<string, Tool>

function crushConfig({ model, baseURL }: ToolCall): object {
  const provider = {
    type: 'openai-compat',
    base_url: baseURL,
    api_key: '$OPENAI_API_KEY',
    models: [{ id: model, name: model }],
  }
  const chosen = { model, provider: 'pe' }
  return {
    providers: { pe: provider },
    models: { large: chosen, small: chosen },
    permissions: { allowed_tools: ['*'] },
  }
}

function originOf(address: string | undefined): string | undefined {
  return address === undefined ? undefined : new URL(address).origin
}
