import { MiB } from '../wording/bytes.ts'

/**
 * Limits on produced files. A file over a limit is not read, and that is the project's fault. The limits are far above what a
 * testcode could check, and far below what would harm the machine.
 */
export const limits = {
  /** Memory of the process that parses a file. The largest picture takes 160 MB, and 320 MB while it is sent. */
  process: { cpu: 5000, wall: 30_000, heap: 256, memory: 1024, input: 64, output: 256 },
  zip: { entries: 4096, bytes: 64 * MiB },
  workbook: {
    sheets: 256,
    cells: 100_000,
    /** Rows × columns from A1 to the last cell, over all sheets: a loop over all cells visits the empty ones too. */
    extent: 10_000_000,
    /** Milliseconds of CPU time to rebuild the workbook from its model, which happens in the harness itself. */
    rebuild: 1500,
    /** The next three are limits of Excel. */
    rows: 1_048_576,
    columns: 16_384,
    sheetId: 65_535,
    /** Size of the serialised model that is sent to the harness. */
    modelBytes: 32 * MiB,
  },
  table: { rows: 200_000, columns: 16_384, cells: 1_000_000, cellLength: MiB },
  picture: { pixels: 40_000_000 },
} as const

/** A number with thousands separators, for messages. */
export function count(number: number): string {
  return number.toLocaleString('en-US')
}
