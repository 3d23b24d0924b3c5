import path from 'node:path'

export const PYTHON = {
  type: 'string',
  describe: 'the interpreter for Python projects; default: PE_PYTHON, or that of the system',
  requiresArg: true,
} as const

export const PYTHON_PATH = {
  type: 'string',
  describe: `folders of modules for it, separated by "${path.delimiter}"; default: PE_PYTHON_PATH`,
  requiresArg: true,
} as const
