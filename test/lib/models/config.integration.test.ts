import { describe, expect, it } from 'vitest'
import { agentsFor } from '../../../harness/agents/index.ts'
import { UsageError } from '../../../harness/errors.ts'
import { NO_CONFIG, checkConfig, loadConfig } from '../../../harness/lib/models/config.ts'
import { presets, servers } from '../../../harness/lib/models/presets.ts'
import { resolveModel } from '../../../harness/lib/models/resolve.ts'
import { modelSettingsSchema, SERVER_NAMES } from '../../../harness/lib/models/schema.ts'
import { setupOf } from '../../agents/setup.ts'
import { runModule, temporaryFolder, writeTree } from '../../helpers.ts'

describe('pe.config.ts', () => {
  const CONFIG = `
    import { defineConfig } from 'pe'
    export default defineConfig({
      agents: {
        mine: { model: 'large', baseURL: 'https://models.example/v1', keyVariable: 'MINE', price: { input: 1, output: 2 } },
        tool: { command: ['my-tool', '{{prompt}}'], hosts: ['models.example'] },
      },
    })
  `

  // In a separate Node process: the test runner resolves packages differently.
  it('is read from any folder, with names for models and tools', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, { 'pe.config.ts': CONFIG })
    const { stdout, stderr } = await runModule(`
      import { loadConfig } from 'HARNESS/lib/models/config.ts'
      const { file, models, commands } = await loadConfig(${JSON.stringify(folder.path)})
      console.log(JSON.stringify([file, [...models.keys()], [...commands.keys()]]))
    `)
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual([folder.file('pe.config.ts'), ['mine'], ['tool']])
  })

  it('may be a plain object in JavaScript, in a file of any name', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, { 'other.mjs': `export default { agents: { a: { model: 'x', temperature: null } } }` })
    expect((await loadConfig(folder.path, 'other.mjs')).models.get('a')).toEqual({ model: 'x', temperature: null })
    await expect(loadConfig(folder.path, 'none.mjs')).rejects.toThrow(/configuration file .*none\.mjs does not exist/)
  })

  it('is optional', async () => {
    await using folder = await temporaryFolder()
    expect((await loadConfig(folder.path)).file).toBeUndefined()
  })

  it.each([
    [undefined, /is not a configuration/],
    [{ agent: {} }, /unknown field "agent"/],
    [{ agents: [] }, /agents: expected an object/],
    [{ agents: { 'a:b': { model: 'x' } } }, /agents\.a:b: a name consists of letters/],
    [{ agents: { a: {} } }, /file\.ts: agents\.a\.model/],
    [{ agents: { a: { model: 'x', temperature: 'hot' } } }, /agents\.a\.temperature/],
    [{ agents: { a: { model: 'x', baseURL: 'file:///etc' } } }, /agents\.a\.baseURL/],
    [{ agents: { a: { model: 'x', key: 'sk-1' } } }, /agents\.a: Unrecognized key: "key"/],
    [{ agents: { a: { command: [], hosts: [] } } }, /agents\.a\.command/],
    [{ agents: { a: { command: ['x'] } } }, /agents\.a\.hosts: is missing: a list of the hosts/],
  ])('%j is refused with file, agent and field', (value, message) => {
    expect(() => checkConfig(value, 'file.ts')).toThrow(UsageError)
    expect(() => checkConfig(value, 'file.ts')).toThrow(message)
  })
})

describe('a name in pe.config.ts', () => {
  it('overrides a built-in agent of the same name, and takes options', async () => {
    const models = new Map([['echo', { model: 'm', baseURL: 'http://127.0.0.1:9/v1' }]])
    const setup = { ...setupOf(['todo']), config: { ...NO_CONFIG, models }, options: { seed: '7' } }
    const agents = await agentsFor(['echo'], setup)
    expect(agents.get('echo')?.configuration).toMatchObject({ kind: 'model', model: 'm', parameters: { seed: 7 } })
  })
})

describe('presets', () => {
  it('can be resolved, and have dated prices', () => {
    for (const [name, preset] of Object.entries(presets)) {
      expect(modelSettingsSchema.parse(preset)).toEqual(preset)
      expect(preset.price.asOf).toMatch(/^\d{4}-\d\d$/)
      const model = resolveModel(name, preset, { OPENAI_API_KEY: 'sk-1' })
      expect(model).toMatchObject({ server: 'openai', baseURL: 'https://api.openai.com/v1', key: 'sk-1' })
    }
    expect(presets.gpt4o.model).toBe('gpt-4o')
  })

  it('set temperature 0, and none for reasoning models', () => {
    const parameters = (settings: Parameters<typeof resolveModel>[1]) =>
      resolveModel('x', settings, { OPENAI_API_KEY: 'sk-1' }).parameters
    expect(parameters(presets.gpt4o)).toEqual({ temperature: 0 })
    expect(parameters(presets['gpt-5'])).toEqual({})
    expect(parameters({ ...presets['gpt-5'], maxTokens: 7 })).toEqual({ max_completion_tokens: 7 })
  })

  it.each(SERVER_NAMES)('%s has an address, and requires its key unless it is optional', (name) => {
    const server = servers[name]
    const resolve = (env: Record<string, string>) => resolveModel(`${name}:m`, { server: name, model: 'm' }, env)
    expect(resolve({ [server.keyVariable]: 'a-key' })).toMatchObject({
      server: name,
      key: 'a-key',
      baseURL: server.baseURL,
    })
    if (server.keyOptional) expect(resolve({}).key).toBeUndefined()
    else
      expect(() => resolve({})).toThrow(
        `model "${name}:m" needs a key: set the environment variable ${server.keyVariable}`,
      )
  })
})

describe('resolveModel', () => {
  it('prefers the address in the settings to OPENAI_BASE_URL', () => {
    const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }
    expect(resolveModel('x', { model: 'm' }, env)).toMatchObject({ baseURL: 'http://127.0.0.1:9/v1', server: 'local' })
    expect(resolveModel('x', { model: 'm', baseURL: 'https://a.example/v1' }, env).server).toBe('a.example')
    expect(resolveModel('x', { model: 'm', server: 'anthropic' }, { ...env, ANTHROPIC_API_KEY: 'k' }).server).toBe(
      'anthropic',
    )
  })

  it.each([
    ['localhost:8080/v1', /OPENAI_BASE_URL: expected an address/],
    ['not an address', /OPENAI_BASE_URL: expected an address/],
    ['http://user:s3cret@a.example/v1', /OPENAI_BASE_URL: an address must not contain a user/],
  ])('throws for OPENAI_BASE_URL=%s instead of using the default address', (address, message) => {
    const resolve = () => resolveModel('x', { model: 'm' }, { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: address })
    expect(resolve).toThrow(message)
    expect(resolve).not.toThrow(/s3cret/)
  })

  it('refuses an address with credentials', () => {
    const settings = { model: 'm', baseURL: 'http://user:s3cret@a.example/v1' }
    const check = () => checkConfig({ agents: { x: settings } }, 'pe.config.ts')
    expect(check).toThrow(/agents\.x\.baseURL: an address must not contain a user/)
  })

  it('needs no key for a server on this machine, unless one is named', () => {
    expect(resolveModel('x', { model: 'm', baseURL: 'http://localhost:1/v1' }, {}).key).toBeUndefined()
    expect(() => resolveModel('x', { model: 'm', baseURL: 'http://localhost:1/v1', keyVariable: 'MINE' }, {})).toThrow(
      /MINE/,
    )
    expect(() => resolveModel('x', { model: 'm', baseURL: 'https://a.example/v1' }, {})).toThrow(/OPENAI_API_KEY/)
    expect(
      resolveModel('x', { model: 'm', baseURL: 'https://a.example/v1', keyVariable: null }, {}).key,
    ).toBeUndefined()
  })
})
