import { describe, expect, it } from 'vitest'
import { nameWithModel } from '../../harness/agents/index.ts'
import { UsageError } from '../../harness/errors.ts'
import { NO_CONFIG } from '../../harness/lib/models/config.ts'
import { setupOf } from './setup.ts'

describe('the name of an agent with --model', () => {
  const config = {
    ...NO_CONFIG,
    models: new Map([['zerorepo', { model: 'm' }]]),
    commands: new Map([['my-tool', { command: ['x', '{{prompt}}'], hosts: [] }]]),
  }
  const named = (spec: string, options: Record<string, string>) =>
    nameWithModel(spec, { ...setupOf(['todo']), config, options })

  it.each([
    ['projectgen', 'projectgen:openai:x'],
    ['contract-coding', 'contract-coding:openai:x'],
    ['direct', 'direct:openai:x'],
    ['direct:openai:x', 'direct:openai:x'],
    ['canonical', 'canonical'],
    ['command:claude', 'command:claude:openai:x'],
    ['command:claude:openai:x', 'command:claude:openai:x'],
    // A tool of pe.config.ts.
    ['my-tool', 'command:my-tool:openai:x'],
    ['./direct.ts', './direct.ts'],
    // A name of pe.config.ts, not the built-in agent.
    ['zerorepo', 'zerorepo'],
  ])('of %s is %s', (spec, name) => {
    expect(named(spec, { model: 'openai:x' })).toBe(name)
    expect(named(spec, {})).toBe(spec)
  })

  it.each(['projectgen:openai:y', 'openai:y', 'command:claude:y'])(
    'must not contain another model, as %s does',
    (spec) => {
      expect(() => named(spec, { model: 'openai:x' })).toThrow(UsageError)
      expect(() => named(spec, { model: 'openai:x' })).toThrow(/already names its model; omit --model openai:x/)
    },
  )
})
