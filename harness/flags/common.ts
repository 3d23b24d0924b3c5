/** Flags that several commands have. */
export const OUT = {
  type: 'string',
  describe: 'the folder that holds the runs',
  default: 'reports',
  requiresArg: true,
} as const

export const JSON_OUTPUT = { type: 'boolean', describe: 'print it as JSON', default: false } as const
