/** Earlier rounds in the prompts of agents that work in steps. */
import { describe, expect, it } from 'vitest'
import { Setting } from '../../../harness/agents/framework/setting.ts'
import type { Model, Project } from '../../../harness/contracts/types.ts'
import { briefFor } from '../../briefs.ts'
import { missionOf } from '../../helpers.ts'
import { contextOf } from '../setup.ts'

async function settingWith(earlier: Project | undefined) {
  const prompts: string[] = []
  const context = {
    ...contextOf({ mission: 'lib', sample: 1 }),
    ask: ({ messages }: { readonly messages: readonly { readonly content: string }[] }) => {
      prompts.push(messages.at(-1)?.content ?? '')
      return Promise.resolve('answer')
    },
    ...(earlier ? { earlier } : {}),
  }
  const settings = { name: 'method', model: {} as Model, format: 'json' as const, repairs: 0 }
  const own = { digest: '', fill: () => 'PROMPT' }
  const setting = new Setting(await briefFor(missionOf(), 'L1.direct'), context, settings, own)
  const ask = (values: Readonly<Record<string, string>> = {}) =>
    setting.ask('step', 'step', values, (text) => Promise.resolve(text))
  return { ask, prompts }
}

describe('the project of earlier rounds', () => {
  const earlier = {
    files: [
      { path: 'a.py', content: 'AAA' },
      { path: 'b.py', content: 'BBB' },
    ],
  }

  it('is in the first prompt, and later only the file that is asked for', async () => {
    const { ask, prompts } = await settingWith(earlier)
    await ask()
    await ask()
    await ask({ path: 'b.py' })
    await ask({ path: 'new.py' })
    expect(prompts.map((prompt) => [prompt.includes('AAA'), prompt.includes('BBB')])).toEqual([
      [true, true],
      [false, false],
      [false, true],
      [false, false],
    ])
  })

  it('changes no prompt of the first round', async () => {
    const { ask, prompts } = await settingWith(undefined)
    await ask({ path: 'a.py' })
    expect(prompts).toEqual(['PROMPT'])
  })
})
