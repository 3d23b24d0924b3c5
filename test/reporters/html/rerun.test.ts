import { describe, expect, it } from 'vitest'
import { rerunCommand } from '../../../harness/reporters/html/rerun.ts'
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
        '--config my.config.ts --judge openai:judge --judge-votes 5 --allow-origin https://cdn.example.org --python /usr/bin/python3 --python-path /a:/b',
    )
  })
})
