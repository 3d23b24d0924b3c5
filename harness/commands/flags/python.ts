import path from 'node:path'

export const PYTHON = {
  type: 'string',
  describe: 'the interpreter for projects in Python; default: PE_PYTHON, or that of the system',
  requiresArg: true,
} as const

export const PYTHON_PATH = {
  type: 'string',
  describe: `folders in which it looks for modules first, with "${path.delimiter}"; default: PE_PYTHON_PATH`,
  requiresArg: true,
} as const
