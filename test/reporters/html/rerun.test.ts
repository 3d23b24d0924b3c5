import { describe, expect, it } from 'vitest'
import { rerunCommand } from '../../../harness/reporters/html/trial-page.ts'
import { keyOf, runOf } from '../../helpers.ts'

const key = keyOf({ agent: 'a', mission: '12', variant: 'L2.direct' })
const { benchmark, settings, ...run } = runOf([key])

describe('the command that repeats a trial', () => {
  it('has only the necessary flags for the built-in missions', () => {
    expect(rerunCommand({ ...run, settings, benchmark: { ...benchmark, name: 'native' } }, key)).toBe(
      'npx pe run --agent a --missions 12 --level 2 --mode direct',
    )
  })

  it('names the benchmark and the rules of the run', () => {
    const asked = {
      protocol: 'paper',
      config: 'my.config.ts',
      allowedOrigins: ['https://cdn.example.org'],
      python: '/usr/bin/python3',
      pythonPath: ['/a', '/b'],
      review: { model: 'openai:judge', votes: 5 },
    } as const
    const other = {
      ...run,
      benchmark: { ...benchmark, name: 'projecteval', source: '/my data' },
      settings: { ...settings, ...asked, allowedOrigins: [...asked.allowedOrigins], pythonPath: [...asked.pythonPath] },
    }
    expect(rerunCommand(other, key)).toBe(
      "npx pe run --agent a --missions 12 --level 2 --mode direct --benchmark 'projecteval:/my data' --protocol paper " +
        '--config my.config.ts --judge openai:judge --judge-votes 5 --judge-each --allow-origin https://cdn.example.org --python /usr/bin/python3 --python-path /a:/b',
    )
  })

  describe('of an agent that takes options', () => {
    const command = (agent: string, options: Record<string, string>, kind = 'model') => {
      const own = { ...key, agent }
      const begun = runOf([own], { agents: { [agent]: { kind } } })
      return rerunCommand(
        {
          ...begun,
          benchmark: { ...begun.benchmark, name: 'native' },
          settings: { ...begun.settings, agentOptions: options, repairs: 2 },
        },
        own,
      )
    }
    const rest = '--missions 12 --level 2 --mode direct'

    it('has the model, its address, the options and the repairs, without what may be secret', () => {
      const options = {
        model: 'm',
        baseURL: 'http://127.0.0.1:1/v1',
        effort: 'high',
        apiKey: 'x',
        header: 'a'.repeat(24),
      }
      const kept = "--agent-option effort=high --agent-option 'apiKey=…' --agent-option 'header=…'"
      const flags = `--base-url http://127.0.0.1:1/v1 ${kept} --repairs 2`
      expect(command('command:claude', options, 'command')).toBe(
        `npx pe run --agent command:claude ${rest} --model m ${flags}`,
      )
      expect(command('projectgen:m', options)).toBe(`npx pe run --agent projectgen:m ${rest} ${flags}`)
      // Runs of older versions do not have the model in the name.
      expect(command('projectgen', options)).toBe(`npx pe run --agent projectgen ${rest} --model m ${flags}`)
    })

    it.each(['https://user:secret@models.example', 'https://models.example/v1?key=secret', '[redacted]'])(
      'omits the address %s, which may hold a secret',
      (baseURL) => {
        expect(command('openai:m', { baseURL })).toBe(`npx pe run --agent openai:m ${rest} --repairs 2`)
      },
    )

    it('has no options for an agent that takes none', () => {
      expect(command('canonical', { model: 'm' }, 'canonical')).toBe(`npx pe run --agent canonical ${rest}`)
    })
  })
})
