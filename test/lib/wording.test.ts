import { describe, expect, it } from 'vitest'
import { agentNames, withArgument } from '../../harness/agents/index.ts'
import { HarnessFault, messageOf } from '../../harness/errors.ts'
import { pluralise } from '../../harness/lib/wording/count.ts'
import { didYouMean, otherNames } from '../../harness/lib/wording/nearest.ts'

describe('messages', () => {
  it('use singular and plural', () => {
    expect([0, 1, 2].map((number) => pluralise(number, 'trial'))).toEqual(['0 trials', '1 trial', '2 trials'])
    expect(pluralise(1, 'testcode is', 'testcodes are')).toBe('1 testcode is')
  })

  it('suggest a close name, and none if no name is close', () => {
    expect(didYouMean('calender', ['blog', 'calendar'])).toBe('; did you mean "calendar"?')
    expect(didYouMean('TODO', ['blog', 'todo'])).toBe('; did you mean "todo"?')
    expect(didYouMean('docs', ['documents', 'requirements'])).toBe('; did you mean "documents"?')
    const missions = (name: string) => otherNames(name, ['blog', 'todo'], 'the missions are blog, todo')
    expect(missions('tod')).toBe('; did you mean "todo"? The missions are blog, todo')
    expect(missions('shop')).toBe('; the missions are blog, todo')
    expect(didYouMean('cal', ['calculator', 'calendar'])).toBe('')
    expect(didYouMean('nowhere', ['blog', 'calendar'])).toBe('')
  })

  it('show an optional argument in brackets, colon included', () => {
    expect(withArgument('cycler', '[VARIANT]')).toBe('cycler[:VARIANT]')
    expect(withArgument('folder', 'DIR')).toBe('folder:DIR')
    expect(agentNames()).toContain('cycler[:VARIANT]')
  })

  it('repeat no cause that is in the message already', () => {
    const cause = new Error('I am broken')
    expect(messageOf(new HarnessFault('throws.ts:1: I am broken', { cause }))).toBe('throws.ts:1: I am broken')
    expect(messageOf(new HarnessFault('it cannot be read', { cause }))).toBe('it cannot be read (I am broken)')
  })
})
