import path from 'node:path'
import { packageRoot } from '../../lib/files/package-root.ts'

function asset(name: string): string {
  return path.join(packageRoot(import.meta.dirname), 'harness', 'benchmarks', 'projdevbench', 'assets', name)
}

/** Plays the client against a server of our own, which alone knows the mines, and prints a line for each game. */
export const MINESWEEPER_DRIVER = asset('minesweeper.cpp')
/** Calls the functions of the submitted allocator as its input says, and prints what they return. */
export const BUDDY_DRIVER = asset('buddy.c')
/** Where the simulator of 019 prints its result. */
export const REPORT_OF_ATTENTION = 'stderr'
