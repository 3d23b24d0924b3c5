/**
 * What a produced file may ask for. Past these a file is not read and that is the project's fault. They lie far above
 * what a testcode could look at, and far below what would hurt the machine.
 */
export const limits = {
  /** Milliseconds of computing for one file. */
  deadline: 5000,
  /** Milliseconds altogether, for a process that waits for something or has too little of the machine. */
  wait: 30_000,
  /** MiB of JavaScript objects that parsing may hold. */
  heap: 256,
  zip: { entries: 4096, bytes: 64 * 1024 * 1024 },
  workbook: {
    sheets: 256,
    cells: 100_000,
    /** Rows × columns from A1 to the last cell, over all sheets: what a loop over all cells, empty ones too, visits. */
    extent: 10_000_000,
    /** Milliseconds of computing to make a workbook of what was parsed, which the harness itself has to do. */
    rebuild: 1500,
    /** These three are Excel's own. */
    rows: 1_048_576,
    columns: 16_384,
    sheetId: 65_535,
    /** Of the model as it is sent from process to process. */
    modelBytes: 32 * 1024 * 1024,
  },
  table: { rows: 200_000, columns: 16_384, cells: 1_000_000, cellLength: 1024 * 1024 },
  picture: { pixels: 40_000_000 },
} as const

/** A number with separators, for a message. */
export function count(number: number): string {
  return number.toLocaleString('en-US')
}

/** A number of bytes, for a message. */
export function mebibytes(bytes: number): string {
  return `${String(bytes / 1024 / 1024)} MiB`
}
