import type { Argv } from 'yargs'
import type { AgreementOptions } from '../agreement.ts'
import { UsageError } from '../../errors.ts'
import { JSON_OUTPUT, OUT } from './common.ts'
import { type Flags } from './values.ts'

export function agreementFlags(flags: Argv) {
  return flags
    .positional('run', { type: 'string', demandOption: true, describe: 'a run id or folder' })
    .positional('other', {
      type: 'string',
      demandOption: true,
      describe: 'a CSV file with the columns project_id, index, status and result, or another run',
    })
    .option('where', {
      type: 'string',
      array: true,
      default: [] as string[],
      describe: 'COLUMN=VALUE: only such rows of the file; each with a flag of its own',
      requiresArg: true,
    })
    .option('out', OUT)
    .option('json', JSON_OUTPUT)
    .example('$0 agreement RUN test_point_result.csv --where timestamp=20251030-112043', 'published verdicts')
    .example('$0 agreement RUN RUN', 'whether a second run says the same')
}

export function agreementOptions({ run, other, where, out, json }: Flags<typeof agreementFlags>): AgreementOptions {
  const conditions = where.map((text) => {
    const [, column, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
    if (column === undefined || value === undefined) throw new UsageError(`--where takes COLUMN=VALUE, not "${text}"`)
    return { column, value }
  })
  return { run, other, out, json, where: conditions }
}
