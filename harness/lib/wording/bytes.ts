export const MiB = 1024 * 1024

/** A number of bytes for messages, such as `512 MiB`. */
export function mebibytes(bytes: number): string {
  return `${String(Math.round(bytes / MiB))} MiB`
}
