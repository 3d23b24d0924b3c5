/** Shared by the tests of uploads. */
import { mkdir } from 'node:fs/promises'
import { complaints, type TemporaryFolder } from '../helpers.ts'
import { type Started } from './workers.ts'

export const LASTING = { timeout: 240_000 }
export const TOKEN = { PE_UPLOAD_TOKEN: 'token-0123456789abcdef' }
export const OTHER_TOKEN = { PE_UPLOAD_TOKEN: 'token-fedcba9876543210' }

export function refusals(process: Started): string[] {
  return complaints(process.stderr()).filter((line) => line.includes('takes no trial of run'))
}

/** Hides the folder of a run from a process, as another machine would. */
export async function withoutFolder(folder: TemporaryFolder, plan: string): Promise<string[]> {
  await mkdir(folder.file('empty'))
  return ['bwrap', '--die-with-parent', '--dev-bind', '/', '/', '--bind', folder.file('empty'), plan]
}
