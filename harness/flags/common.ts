/** Flags that several commands have. */
export const OUT = {
  type: "string",
  describe: "the folder that holds the runs",
  default: "reports",
  requiresArg: true,
} as const;
