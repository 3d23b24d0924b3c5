import { randomBytes } from 'node:crypto'
import type { RunRecord } from '../contracts/schema.ts'

/** 80 bits: nobody who sees inputs finds the seed by trying seeds. */
export function randomSeed(): string {
  return randomBytes(10).toString('hex')
}

/** Runs of older versions have no seed. Their id is as good: it holds 24 random bits, and their agents are done. */
export function seedOf({ runId, settings }: Pick<RunRecord, 'runId' | 'settings'>): string {
  return settings.seed ?? runId
}
