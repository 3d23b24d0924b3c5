/** Environment variables. Passed as an argument, so that few functions read `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>
