import path from 'node:path'
import type { Argv } from 'yargs'
import type { DoctorOptions } from '../doctor.ts'
import { benchmarkFlags, benchmarkSpec } from './benchmark.ts'
import { JSON_OUTPUT } from './common.ts'
import { PYTHON, PYTHON_PATH } from './python.ts'
import { optional, type Flags } from './values.ts'

export function doctorFlags(flags: Argv) {
  return benchmarkFlags(flags)
    .option('python', PYTHON)
    .option('python-path', PYTHON_PATH)
    .option('json', JSON_OUTPUT)
    .example('$0 doctor --benchmark projecteval:DIR', 'what its missions need of Python, too')
}

export function doctorOptions(args: Flags<typeof doctorFlags>): DoctorOptions {
  const { python, json } = args
  return {
    benchmark: benchmarkSpec(args),
    python,
    json,
    pythonPath: optional(args['python-path'], (text) => text.split(path.delimiter)),
  }
}
