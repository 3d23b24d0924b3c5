import path from 'node:path'
import { packageRoot } from '../../lib/files/package-root.ts'

function asset(name: string): string {
  return path.join(packageRoot(import.meta.dirname), 'harness', 'papers', 'projdevbench', 'assets', name)
}

/** Plays the submitted client against the harness, which alone knows the mines. */
export const MINESWEEPER_DRIVER = asset('minesweeper.cpp')
/** Prints the fields of a batch. */
export const MINEFIELDS = asset('minefields.cpp')
/** Calls the functions of the submitted allocator as its input says, and prints what they return. */
export const BUDDY_DRIVER = asset('buddy.c')
/** Runs the submitted code of 019 and prints the instructions that it gives. */
export const ATTENTION_RECORDER = asset('attention-record.cpp')
/** Repeats those instructions and prints how good the answers are. */
export const ATTENTION_REPLAY = asset('attention-replay.cpp')
