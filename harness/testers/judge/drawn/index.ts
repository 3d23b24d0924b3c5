import { buddyCalls } from './buddy.ts'
import type { Drawn } from './draw.ts'
import { movDrawings } from './mov.ts'

/** By name, as plans refer to them. */
export const drawings = { buddy: buddyCalls, ...movDrawings } as const satisfies Record<string, (seed: string) => Drawn>
