import type { PublishedLimits } from './dataset.ts'

/** How something that can be run is made, as the tester `judge` reads it. */
export type ProgramPlan = { readonly kind: 'tree'; readonly program: string } | FilesPlan

export interface FilesPlan {
  readonly kind: 'files'
  readonly copies: readonly Copy[]
  /** Files of the project: of several places, the first one that exists. */
  readonly takes: readonly { readonly from: readonly string[]; readonly to: string }[]
  readonly compile: readonly (readonly string[])[]
  readonly keeps: readonly string[]
  readonly run: readonly string[]
}

export interface Copy {
  readonly from: string
  readonly to: string
  readonly executable?: boolean
}

/** One point of a judge id, as the tester `judge` reads it; or why it cannot be judged. */
export interface PointPlan {
  readonly id: string
  /** Why it is in no denominator. */
  readonly excluded?: string
  readonly plan?: Readonly<Record<string, unknown>>
}

export interface JudgeId {
  readonly id: string
  readonly programs: Readonly<Record<string, ProgramPlan>>
  readonly points: readonly PointPlan[]
}

/** The files and limits of a problem in the dataset, from which its judging is planned. */
export interface Place {
  /** Absolute path of a file of the dataset. */
  readonly file: (...parts: string[]) => string
  /** Names in a folder of the dataset, in order. */
  readonly names: (...parts: string[]) => readonly string[]
  readonly has: (...parts: string[]) => boolean
  readonly limits: (judgeId: string) => PublishedLimits
}

/** The compiler as problem 002 states it. Libraries come last, because some linkers only resolve symbols of files that precede a library. */
export function compiler(source: string, flags: readonly string[] = []): string[] {
  const published = ['-fmax-errors=10', '-O2', '-DONLINE_JUDGE', '-lm', '-std=c++20']
  return ['g++', source, '-o', 'code', ...published, ...flags]
}

/** Problems that are submitted as a repository and build a program called `code`. */
export const TREE = { code: { kind: 'tree', program: 'code' } } as const
