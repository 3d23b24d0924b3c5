import { describe, expect, it } from 'vitest'
import { failureOf, type Failure } from '../../../harness/lib/models/failure.ts'
import { isServerError, readServerError } from '../../../harness/lib/models/server-error.ts'

interface Case {
  /** The server, and where its body was published; bodies without an address are from the documentation of the server. */
  readonly from: string
  /** Undefined for an error within a stream or a body with status 200. */
  readonly status?: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Parts that are sent beside temperature, stream, stream_options and the system message. */
  readonly sends?: readonly string[]
  readonly is: string
}

const PARTS = ['temperature', 'stream', 'stream_options', 'system']

function classify({ status, body, headers = {}, sends = [] }: Case): Failure {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const origin = status === undefined ? {} : { status, header: (name: string) => headers[name] ?? null }
  const parts = [...PARTS, ...sends]
  return failureOf(readServerError(text, origin), { where: 'model "m"', keyVariable: 'SOME_KEY', parts })
}

/** In one word, with its detail. */
function told(failure: Failure): string {
  switch (failure.kind) {
    case 'again': {
      const wait = failure.waitFor === undefined ? '' : ` in ${String(Math.round(failure.waitFor))}`
      return `${failure.isLimit ? 'limit' : 'again'}${wait}`
    }
    case 'answer':
      return failure.finish
    case 'part-refused':
      return `without ${failure.part}`
    case 'fatal':
      return `ends: ${FATAL.find(([, words]) => words.test(failure.message))?.[0] ?? failure.message}`
    case 'refused':
      return 'refused'
  }
}

const FATAL: readonly (readonly [string, RegExp])[] = [
  ['credit', /no credit or no quota left/],
  ['key', /rejects the key .*; set another one in the environment variable SOME_KEY$/],
  ['model', /no such model or address/],
  ['day', /limit of a day is reached/],
  ['pause', /asks for a pause of/],
  ['place', /does not serve this place/],
]

const error = (fields: object) => ({ error: fields })
const GEMINI_QUOTA =
  'You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.'
const gemini = (code: number, status: string, message: string, details: readonly object[] = []) => [
  error({ code, message, status, details }),
]

const CASES: readonly Case[] = [
  // OpenAI
  {
    from: 'OpenAI, github.com/fish2018/YPrompt/issues/26',
    ...{ status: 400, sends: ['max_tokens'], is: 'without max_tokens' },
    body: error({
      message:
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      ...{ type: 'invalid_request_error', param: 'max_tokens', code: 'unsupported_parameter' },
    }),
  },
  {
    from: 'OpenAI, github.com/lobehub/lobehub/issues/9385',
    ...{ status: 400, is: 'without stream' },
    body: error({
      message:
        'Your organization must be verified to stream this model. Please go to: https://platform.openai.com/settings/organization/general and click on Verify Organization.',
      ...{ type: 'invalid_request_error', param: 'stream', code: 'unsupported_value' },
    }),
  },
  {
    from: 'OpenAI, o1-mini',
    ...{ status: 400, is: 'without system' },
    body: error({
      message: "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
      ...{ type: 'invalid_request_error', param: 'messages[0].role', code: 'unsupported_value' },
    }),
  },
  {
    from: 'OpenAI, github.com/rahul2002m/ChatPDF/issues/6',
    ...{ status: 400, is: 'context-overflow' },
    body: error({
      message:
        "This model's maximum context length is 4097 tokens. However, your messages resulted in 6988 tokens. Please reduce the length of the messages.",
      ...{ type: 'invalid_request_error', param: 'messages', code: 'context_length_exceeded' },
    }),
  },
  {
    from: 'OpenAI',
    ...{ status: 429, is: 'ends: credit' },
    body: error({
      message: 'You exceeded your current quota, please check your plan and billing details.',
      ...{ type: 'insufficient_quota', param: null, code: 'insufficient_quota' },
    }),
  },
  {
    from: 'OpenAI, limit of a day that ends soon',
    ...{ status: 429, is: 'limit in 432000' },
    body: error({
      message:
        'Rate limit reached for gpt-4o in organization org-x on requests per day (RPD): Limit 200, Used 200, Requested 1. Please try again in 7m12s.',
      ...{ type: 'requests', param: null, code: 'rate_limit_exceeded' },
    }),
  },
  {
    from: 'OpenAI, a request beyond the rate of the account',
    ...{ status: 429, is: 'refused' },
    body: error({
      message:
        'Request too large for gpt-4o in organization org-x on tokens per min (TPM): Limit 30000, Requested 40123. The input or output tokens must be reduced in order to run successfully.',
      ...{ type: 'tokens', param: null, code: 'rate_limit_exceeded' },
    }),
  },
  {
    from: 'OpenAI',
    ...{ status: 401, is: 'ends: key' },
    body: error({
      message:
        'Incorrect API key provided: sk-x. You can find your API key at https://platform.openai.com/account/api-keys.',
      ...{ type: 'invalid_request_error', param: null, code: 'invalid_api_key' },
    }),
  },
  {
    from: 'OpenAI',
    ...{ status: 403, is: 'ends: model' },
    body: error({
      message: 'Project `proj_x` does not have access to model `gpt-5`',
      ...{ type: 'invalid_request_error', param: null, code: 'model_not_found' },
    }),
  },
  {
    from: 'OpenAI',
    ...{ status: 403, is: 'ends: place' },
    body: error({
      message: 'Country, region, or territory not supported',
      ...{ type: 'request_forbidden', param: null, code: 'unsupported_country_region_territory' },
    }),
  },
  // Anthropic
  {
    from: 'Anthropic, github.com/anthropics/claude-code/issues/14195',
    ...{ status: 400, is: 'context-overflow' },
    body: {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'prompt is too long: 191989 tokens > 180000 maximum' },
    },
  },
  {
    from: 'Anthropic, github.com/anthropics/claude-quickstarts/issues/229',
    ...{ status: 400, is: 'ends: credit' },
    body: {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message:
          'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
      },
    },
  },
  {
    from: 'Anthropic, github.com/ChatGPTNextWeb/NextChat/issues/4964',
    ...{ status: 400, sends: ['max_tokens'], is: 'without max_tokens' },
    body: {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message:
          'max_tokens: 10000 > 4096, which is the maximum allowed number of output tokens for claude-3-5-sonnet-20240620',
      },
    },
  },
  {
    from: 'Anthropic, in a stream',
    is: 'again',
    body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
  },
  {
    from: 'Anthropic, newer models',
    ...{ status: 400, is: 'without temperature' },
    body: error({ type: 'invalid_request_error', message: '`temperature` is deprecated for this model.' }),
  },
  {
    from: 'Anthropic',
    ...{ status: 429, headers: { 'retry-after': '12' }, is: 'limit in 12000' },
    body: error({
      type: 'rate_limit_error',
      message: 'This request would exceed the rate limit for your organization.',
    }),
  },
  // Gemini
  {
    from: 'Gemini, github.com/ogkalu2/comic-translate/issues/403',
    ...{ status: 429, is: 'limit in 58822' },
    body: gemini(429, 'RESOURCE_EXHAUSTED', `${GEMINI_QUOTA} Please retry in 58.821668433s.`),
  },
  {
    from: 'Gemini, github.com/voideditor/void/issues/557: an error in the message of an error',
    ...{ status: 429, is: 'ends: day' },
    body: error({
      message: JSON.stringify(
        error({
          ...{ code: 429, message: GEMINI_QUOTA, status: 'RESOURCE_EXHAUSTED' },
          details: [
            {
              '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
              violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier', quotaValue: '25' }],
            },
            { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '5s' },
          ],
        }),
      ),
      ...{ code: 429, status: 'Too Many Requests' },
    }),
  },
  {
    from: 'Gemini, github.com/letterstory/lettertrace/pull/34',
    ...{ status: 429, is: 'limit in 38000' },
    body: gemini(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).', [
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '38s' },
    ]),
  },
  {
    from: 'Gemini, github.com/continuedev/continue/issues/10748',
    ...{ status: 400, is: 'ends: key' },
    body: gemini(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
    ]),
  },
  {
    from: 'Gemini',
    ...{ status: 400, sends: ['seed'], is: 'without seed' },
    body: gemini(400, 'INVALID_ARGUMENT', 'Invalid JSON payload received. Unknown name "seed": Cannot find field.'),
  },
  {
    from: 'Gemini, github.com/microsoft/vscode/issues/258088',
    ...{ status: 400, is: 'without system' },
    body: gemini(400, 'INVALID_ARGUMENT', 'Developer instruction is not enabled for models/gemma-3-27b-it'),
  },
  {
    from: 'Gemini',
    ...{ status: 400, is: 'context-overflow' },
    body: gemini(
      400,
      'INVALID_ARGUMENT',
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    ),
  },
  {
    from: 'Gemini',
    ...{ status: 404, is: 'ends: model' },
    body: gemini(404, 'NOT_FOUND', 'models/gemini-0 is not found for API version v1main, or is not supported.'),
  },
  {
    from: 'Gemini',
    ...{ status: 400, is: 'ends: place' },
    body: gemini(400, 'FAILED_PRECONDITION', 'User location is not supported for the API use.'),
  },
  // Mistral
  {
    from: 'Mistral, github.com/editor-code-assistant/eca/issues/231',
    ...{ status: 422, sends: ['max_completion_tokens'], is: 'without max_completion_tokens' },
    body: {
      object: 'error',
      message: {
        detail: [
          {
            type: 'extra_forbidden',
            loc: ['body', 'max_completion_tokens'],
            msg: 'Extra inputs are not permitted',
            input: 32000,
          },
        ],
      },
      ...{ type: 'invalid_request_error', param: null, code: null },
    },
  },
  {
    from: 'Mistral, github.com/mistralai/platform-docs-public/issues/7: a detail as text',
    ...{ status: 422, is: 'without stream_options' },
    body: {
      object: 'error',
      message: JSON.stringify({
        detail: [{ type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }],
      }),
      ...{ type: 'internal_error_proxy', param: null, code: '1000' },
    },
  },
  {
    from: 'Mistral, github.com/tmc/langchaingo/issues/1233',
    ...{ status: 400, is: 'ends: model' },
    body: { object: 'error', message: 'Invalid model: ', type: 'invalid_model', param: null, code: '1500' },
  },
  {
    from: 'Mistral, github.com/raycast/extensions/issues/31107',
    ...{ status: 429, is: 'limit' },
    body: {
      object: 'error',
      message: 'Rate limit exceeded',
      ...{ type: 'rate_limited', param: null, code: '1300', raw_status_code: 429 },
    },
  },
  {
    from: 'Mistral',
    ...{ status: 401, is: 'ends: key' },
    body: { message: 'Unauthorized', request_id: 'x' },
  },
  {
    from: 'Mistral',
    ...{ status: 400, is: 'context-overflow' },
    body: {
      object: 'error',
      message: 'Prompt contains 40112 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      ...{ type: 'invalid_request_error', param: null, code: '3051' },
    },
  },
  // DeepSeek
  {
    from: 'DeepSeek, github.com/Aider-AI/aider/issues/4851',
    ...{ status: 402, is: 'ends: credit' },
    body: error({ message: 'Insufficient Balance', type: 'unknown_error', param: null, code: 'invalid_request_error' }),
  },
  {
    from: 'DeepSeek',
    ...{ status: 400, is: 'ends: model' },
    body: error({
      message: 'Model Not Exist',
      type: 'invalid_request_error',
      param: null,
      code: 'invalid_request_error',
    }),
  },
  {
    from: 'DeepSeek',
    ...{ status: 400, is: 'content-filter' },
    body: error({
      message: 'Content Exists Risk',
      ...{ type: 'invalid_request_error', param: null, code: 'invalid_request_error' },
    }),
  },
  {
    from: 'DeepSeek',
    ...{ status: 401, is: 'ends: key' },
    body: error({
      message: 'Authentication Fails, Your api key: ****x is invalid',
      ...{ type: 'authentication_error', param: null, code: 'invalid_request_error' },
    }),
  },
  // vLLM
  {
    from: 'vLLM, github.com/HKUSTDial/Alpha-SQL/issues/5',
    ...{ status: 400, sends: ['max_tokens'], is: 'context-overflow' },
    body: {
      object: 'error',
      message:
        "This model's maximum context length is 32768 tokens. However, you requested 41648 tokens (37552 in the messages, 4096 in the completion). Please reduce the length of the messages or completion. None",
      ...{ type: 'BadRequestError', param: null, code: 400 },
    },
  },
  {
    from: 'vLLM, github.com/vllm-project/vllm/pull/2964',
    ...{ status: 400, is: 'without system' },
    body: { object: 'error', message: 'System role not supported', type: 'BadRequestError', param: null, code: 400 },
  },
  {
    from: 'vLLM, github.com/voideditor/void/issues/128',
    ...{ status: 400, sends: ['max_completion_tokens'], is: 'without max_completion_tokens' },
    body: {
      object: 'error',
      message:
        "[{'type': 'extra_forbidden', 'loc': ('body', 'max_completion_tokens'), 'msg': 'Extra inputs are not permitted', 'input': 8192}]",
      ...{ type: 'BadRequestError', param: null, code: 400 },
    },
  },
  {
    from: 'vLLM, in a stream',
    is: 'context-overflow',
    body: {
      object: 'error',
      message: "This model's maximum context length is 8192 tokens. However, you requested 9001 tokens.",
      ...{ type: 'BadRequestError', param: null, code: 400 },
    },
  },
  {
    from: 'vLLM',
    ...{ status: 404, is: 'ends: model' },
    body: { object: 'error', message: 'The model `x` does not exist.', type: 'NotFoundError', param: null, code: 404 },
  },
  {
    from: 'vLLM, the template of a model without a system message',
    ...{ status: 400, is: 'without system' },
    body: error({
      message: 'Conversation roles must alternate user/assistant/user/assistant/...',
      ...{ type: 'BadRequestError', param: null, code: 400 },
    }),
  },
  // llama.cpp
  {
    from: 'llama.cpp, github.com/oobabooga/textgen/issues/7257: with status 200',
    is: 'context-overflow',
    body: error({
      code: 400,
      message:
        'the request exceeds the available context size. try increasing the context size or enable context shift',
      ...{ type: 'exceed_context_size_error', n_prompt_tokens: 14429, n_ctx: 8192 },
    }),
  },
  {
    from: 'llama.cpp',
    ...{ status: 503, is: 'limit' },
    body: error({ code: 503, message: 'Loading model', type: 'unavailable_error' }),
  },
  {
    from: 'llama.cpp',
    ...{ status: 401, is: 'ends: key' },
    body: error({ code: 401, message: 'Invalid API Key', type: 'authentication_error' }),
  },
  // Ollama
  {
    from: 'Ollama, github.com/netease-youdao/QAnything/issues/555',
    ...{ status: 404, is: 'ends: model' },
    body: error({
      message: 'model "ollama" not found, try pulling it first',
      type: 'api_error',
      param: null,
      code: null,
    }),
  },
  {
    from: 'Ollama',
    ...{ status: 500, is: 'ends: model' },
    body: error({
      message: 'model requires more system memory (8.4 GiB) than is available (5.9 GiB)',
      ...{ type: 'api_error', param: null, code: null },
    }),
  },
  {
    from: 'Ollama',
    ...{ status: 503, is: 'again' },
    body: error({ message: 'server busy, please try again.  maximum pending requests exceeded', type: 'api_error' }),
  },
  // LM Studio
  {
    from: 'LM Studio, github.com/dyad-sh/dyad/issues/925',
    is: 'context-overflow',
    body: {
      error:
        'Trying to keep the first 14538 tokens when context the overflows. However, the model is loaded with context length of only 2048 tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input',
    },
  },
  {
    from: 'LM Studio, github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1680: status 200 for a wrong address',
    is: 'ends: model',
    body: { error: 'Unexpected endpoint or method. (POST /chat/completions). Returning 200 anyway' },
  },
  {
    from: 'LM Studio',
    ...{ status: 404, is: 'ends: model' },
    body: error({
      message: 'No models loaded. Please load a model in the developer page or use the `lms load` command.',
      ...{ type: 'invalid_request_error', param: 'model', code: 'model_not_found' },
    }),
  },
  {
    from: 'LM Studio',
    ...{ status: 400, is: 'again' },
    body: { error: 'The model has crashed without additional information. (Exit code: 18446744072635810000)' },
  },
  // OpenRouter
  {
    from: 'OpenRouter, github.com/babikov/doka-site/issues/7',
    ...{ status: 402, sends: ['max_tokens'], is: 'ends: credit' },
    body: {
      error: {
        message:
          'This request requires more credits, or fewer max_tokens. You requested up to 65536 tokens, but can only afford 10114. To increase, visit https://openrouter.ai/settings/credits and upgrade to a paid account',
        ...{ code: 402, metadata: { provider_name: null } },
      },
      user_id: 'user_',
    },
  },
  {
    from: 'OpenRouter, github.com/BoundaryML/baml/issues/2109: the error of a provider as text',
    ...{ status: 400, is: 'without system' },
    body: error({
      ...{ message: 'Provider returned error', code: 400 },
      metadata: {
        raw: JSON.stringify(
          error({
            code: 400,
            message: 'Developer instruction is not enabled for models/gemma-3-27b-it',
            status: 'INVALID_ARGUMENT',
          }),
        ),
        provider_name: 'Google AI Studio',
      },
    }),
  },
  {
    from: 'OpenRouter, github.com/Gitlawb/openclaude/issues/936',
    ...{ status: 429, is: 'ends: day' },
    body: error({
      message: 'Rate limit exceeded: free-models-per-day. Add 10 credits to unlock 1000 free model requests per day',
      code: 429,
      metadata: {
        headers: { 'X-RateLimit-Limit': '50', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '4102444800000' },
      },
    }),
  },
  {
    from: 'OpenRouter',
    ...{ status: 403, is: 'content-filter' },
    body: error({
      code: 403,
      message: 'Your input was flagged',
      metadata: { reasons: ['violence'], flagged_input: 'x' },
    }),
  },
  {
    from: 'OpenRouter, in a stream',
    is: 'again',
    body: {
      id: 'x',
      error: { code: 502, message: 'Provider disconnected' },
      choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
    },
  },
  {
    from: 'OpenRouter, in a choice',
    is: 'limit',
    body: { choices: [{ message: { content: '' }, error: { code: 429, message: 'Provider returned error' } }] },
  },
  {
    from: 'OpenRouter',
    ...{ status: 400, is: 'ends: model' },
    body: error({ message: 'acme/none is not a valid model ID', code: 400 }),
  },
  {
    from: 'OpenRouter',
    ...{ status: 401, is: 'ends: key' },
    body: error({ message: 'No cookie auth credentials found', code: 401 }),
  },
  // LiteLLM
  {
    from: 'LiteLLM, github.com/BerriAI/litellm/issues/14144',
    ...{ status: 400, is: 'ends: credit' },
    body: error({
      message: 'Budget has been exceeded! Current cost: 14.2, Max budget: 10.0',
      ...{ type: 'budget_exceeded', param: null, code: '400' },
    }),
  },
  {
    from: 'LiteLLM, github.com/BerriAI/litellm/pull/33738',
    ...{ status: 400, is: 'without temperature' },
    body: error({
      message:
        "litellm.UnsupportedParamsError: gpt-5-nano doesn't support temperature=0.1 while reasoning is active. Only temperature=1 is supported. To drop unsupported params set `litellm.drop_params = True`",
      ...{ type: 'None', param: 'None', code: '400' },
    }),
  },
  {
    from: 'LiteLLM, github.com/BerriAI/litellm/issues/14056: xAI behind it',
    ...{ status: 400, sends: ['reasoning_effort'], is: 'without reasoning_effort' },
    body: error({
      message:
        'litellm.BadRequestError: XaiException - {"code":"Client specified an invalid argument","error":"Argument not supported on this model: reasoningEffort"}',
      ...{ type: 'invalid_request_error', param: null, code: '400' },
    }),
  },
  {
    from: 'LiteLLM',
    ...{ status: 400, is: 'ends: model' },
    body: error({
      message: '/chat/completions: Invalid model name passed in model=none. Call `/v1/models` to view available models',
      ...{ type: 'None', param: 'None', code: '400' },
    }),
  },
  {
    from: 'LiteLLM',
    ...{ status: 400, is: 'context-overflow' },
    body: error({
      message:
        "litellm.ContextWindowExceededError: litellm.BadRequestError: OpenAIException - This model's maximum context length is 8192 tokens.",
      ...{ type: null, param: null, code: '400' },
    }),
  },
  // Azure
  {
    from: 'Azure, github.com/compl-ai/compl-ai/issues/20',
    ...{ status: 400, is: 'content-filter' },
    body: error({
      message:
        "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry.",
      ...{ type: null, param: 'prompt', code: 'content_filter', status: 400 },
      innererror: { code: 'ResponsibleAIPolicyViolation', content_filter_result: { hate: { filtered: false } } },
    }),
  },
  {
    from: 'Azure, github.com/chatboxai/chatbox/issues/861',
    ...{ status: 404, is: 'ends: model' },
    body: error({
      code: 'DeploymentNotFound',
      message:
        'The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again.',
    }),
  },
  {
    from: 'Azure, github.com/alex-wolf-ps/dbchatprov2/issues/2',
    ...{ status: 429, is: 'ends: pause' },
    body: error({
      code: '429',
      message:
        'Requests to the ChatCompletions_Create Operation under Azure OpenAI API version 2024-05-01-preview have exceeded token rate limit of your current OpenAI S0 pricing tier. Please retry after 86400 seconds.',
    }),
  },
  {
    from: 'Azure',
    ...{ status: 429, is: 'limit in 20000' },
    body: error({ code: '429', message: 'Requests have exceeded call rate limit. Please retry after 20 seconds.' }),
  },
  {
    from: 'Azure',
    ...{ status: 401, is: 'ends: key' },
    body: error({
      code: '401',
      message: 'Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key.',
    }),
  },
  // others
  {
    from: 'xAI, github.com/continuedev/continue/issues/10373',
    ...{ status: 429, is: 'ends: credit' },
    body: {
      code: 'Some resource has been exhausted',
      error: 'Your team x has either used all available credits or reached its monthly spending limit.',
    },
  },
  {
    from: 'xAI, github.com/openai/codex/issues/1352',
    ...{ status: 400, is: 'ends: key' },
    body: {
      code: 'Client specified an invalid argument',
      error: 'Incorrect API key provided: sk***gA. You can obtain an API key from https://console.x.ai.',
    },
  },
  {
    from: 'Groq',
    ...{ status: 413, is: 'refused' },
    body: error({
      message:
        'Request too large for model `x` in organization `y` on tokens per minute (TPM): Limit 6000, Requested 8123, please reduce your message size and try again.',
      ...{ type: 'tokens', code: 'rate_limit_exceeded' },
    }),
  },
  {
    from: 'Hugging Face TGI',
    ...{ status: 422, is: 'without temperature' },
    body: { error: 'Input validation error: `temperature` must be strictly positive', error_type: 'validation' },
  },
  {
    from: 'Hugging Face TGI',
    ...{ status: 422, is: 'context-overflow' },
    body: {
      error: 'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens',
      error_type: 'validation',
    },
  },
  {
    from: 'Bedrock',
    ...{ status: 429, is: 'limit' },
    body: { message: 'Too many tokens, please wait before trying again.' },
  },
  {
    from: 'Hugging Face, which loads the model',
    ...{ status: 503, is: 'limit' },
    body: { error: 'Model x is currently loading', estimated_time: 20 },
  },
  {
    from: 'Moonshot',
    ...{ status: 400, is: 'without temperature' },
    body: error({ message: 'invalid temperature: only 1 is allowed for this model', type: 'invalid_request_error' }),
  },
  {
    from: 'Zhipu',
    ...{ status: 400, is: 'without temperature' },
    body: error({ code: '1210', message: 'temperature参数非法' }),
  },
  {
    from: 'a server that does not stream',
    ...{ status: 400, is: 'without stream' },
    body: error({ message: 'stream=true is not supported by this endpoint' }),
  },
  {
    from: 'a server in Python that passes parameters on',
    ...{ status: 500, is: 'without stream_options' },
    body: { detail: "create() got an unexpected keyword argument 'stream_options'" },
  },
  {
    from: 'a gateway',
    ...{ status: 403, is: 'ends: credit' },
    body: error({ message: '用户额度不足', type: 'new_api_error', code: 'insufficient_user_quota' }),
  },
  { from: 'a gateway', status: 400, body: { error: 'The model x is not supported.' }, is: 'ends: model' },
  { from: 'a proxy', status: 502, body: '<html><head><title>502 Bad Gateway</title></head></html>', is: 'again' },
  { from: 'a server without words', status: 400, body: '', is: 'refused' },
  { from: 'a server without words', status: 503, body: '', headers: { 'retry-after': '30' }, is: 'again in 30000' },
  { from: 'a wrong address', status: 405, body: { detail: 'Method Not Allowed' }, is: 'ends: model' },
]

describe('an error of a server', () => {
  it.each(CASES.map((each) => [`${each.from}: ${each.is}`, each] as const))('%s', (_, each) => {
    expect(told(classify(each))).toBe(each.is)
  })

  it('with status 200 is recognised', () => {
    const inBand = CASES.filter(({ status, body }) => status === undefined && typeof body !== 'string')
    expect(inBand.length).toBeGreaterThan(6)
    expect(inBand.filter(({ body }) => !isServerError(body))).toEqual([])
  })

  it('is told with its words, and those of the server behind it', () => {
    const failures = CASES.filter(({ from }) => from.includes('baml') || from === 'a proxy').map(classify)
    expect(failures.map(({ message }) => ('message' in { message } ? message : ''))).toEqual([
      '400 Provider returned error: Developer instruction is not enabled for models/gemma-3-27b-it',
      '502 502 Bad Gateway',
    ])
  })
})

it('chunks of an answer are no errors', () => {
  const chunks = [
    { choices: [{ delta: { content: 'error' } }] },
    { choices: [], prompt_filter_results: [{ prompt_index: 0 }] },
    { choices: [{ message: { content: 'hi' }, finish_reason: 'stop' }], error: null },
    { type: 'ping' },
    { usage: { prompt_tokens: 1 } },
  ]
  expect(chunks.filter(isServerError)).toEqual([])
})
