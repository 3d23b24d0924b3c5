import { loadOwn, type Own } from '../lib/files/own-file.ts'
import type { Scorer } from '../contracts/types.ts'

/**
 * Loads a scorer from a user's file.
 * @throws UsageError naming the file and what is missing in it
 */
export async function ownScorer(spec: string): Promise<Own & { readonly scorer: Scorer }> {
  const own = await loadOwn(spec, {
    what: 'a scorer',
    functions: ['score'],
    problemOf: ({ over }) => (over === 'trial' || over === 'run' ? undefined : '"over" is neither "trial" nor "run"'),
  })
  return { ...own, scorer: own.value as unknown as Scorer }
}
