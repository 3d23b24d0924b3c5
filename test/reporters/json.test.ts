import { describe, expect, it } from 'vitest'
import { jsonReporter } from '../../harness/reporters/json.ts'
import { summarySchema } from '../../harness/contracts/schema.ts'
import { eventsOf, setupOf } from './events.ts'

describe('the json reporter', () => {
  it('prints only one object, which fits the schema of a summary', async () => {
    const setup = setupOf({ json: true })
    const reporter = jsonReporter(setup)
    const events = eventsOf('"\n\u2028<')
    for (const event of events) {
      expect(setup.stdout.text()).toBe('')
      await reporter.on(event)
    }
    const printed: unknown = JSON.parse(setup.stdout.text())
    expect(summarySchema.parse(printed)).toEqual(printed)
    const last = events.at(-1)
    expect(printed).toEqual(last?.type === 'run-end' ? last.summary : undefined)
    expect(setup.stdout.text().endsWith('}\n')).toBe(true)
    expect(setup.stderr.text()).toBe('')
  })
})
