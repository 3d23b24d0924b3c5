/** The failed call behind an error, if the disk was full; undefined for all other errors. */
export function diskFull(error: unknown): NodeJS.ErrnoException | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, cause } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return error
  return diskFull(cause) ?? ('suppressed' in error ? diskFull(error.suppressed) : undefined)
}
