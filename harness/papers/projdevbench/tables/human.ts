/**
 * Of human solutions: average net lines and files by problem (ProjDevBench, table 6). They were published in the paper alone.
 */
export const HUMAN_SIZES: Readonly<Record<string, { readonly lines: number; readonly files: number }>> = {
  '001': { lines: 9.8, files: 1 },
  '002': { lines: 547.7, files: 1 },
  '003': { lines: 475.3, files: 1 },
  '004': { lines: 1659, files: 18 },
  '005': { lines: 101.5, files: 1 },
  '006': { lines: 111.3, files: 1 },
  '007': { lines: 750.5, files: 17 },
  '008': { lines: 42.1, files: 1 },
  '009': { lines: 129.9, files: 1 },
  '010': { lines: 180, files: 1 },
  '011': { lines: 77, files: 1 },
  '012': { lines: 298.6, files: 1 },
  '013': { lines: 376.4, files: 1 },
  '014': { lines: 2377, files: 17 },
  '015': { lines: 2093.9, files: 3 },
  '016': { lines: 3139.4, files: 11 },
  '017': { lines: 4204.3, files: 20 },
  '018': { lines: 691.8, files: 13 },
  '019': { lines: 157.2, files: 1 },
  '020': { lines: 111.3, files: 4 },
}
