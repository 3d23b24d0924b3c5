import { openMinesweeper } from './minesweeper.ts'
import type { Partner } from './partner.ts'

/** By name, as plans refer to them. Each reads what is hidden from a file. */
export const dialogues = { minesweeper: openMinesweeper } as const satisfies Record<
  string,
  (file: string) => Promise<Partner>
>
