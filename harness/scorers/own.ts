import { OWN_DEADLINE, callOwn } from '../lib/async/call-own.ts'
import { loadOwn, type Own } from '../lib/files/own-file.ts'
import type { Measure } from '../contracts/schema.ts'
import type { Scorer } from '../contracts/types.ts'

/**
 * Loads a scorer from a user's file.
 * @throws UsageError naming the file and its missing part
 */
export async function ownScorer(spec: string): Promise<Own & { readonly scorer: Scorer }> {
  const own = await loadOwn(spec, {
    what: 'a scorer',
    functions: ['score'],
    problemOf: ({ over }) => (over === 'trial' || over === 'run' ? undefined : '"over" is neither "trial" nor "run"'),
  })
  return { ...own, scorer: boundedScorer(own.value as unknown as Scorer, own.file) }
}

/** A scorer whose calls end. Its measures are checked where they are written. */
export function boundedScorer(scorer: Scorer, file: string, milliseconds = OWN_DEADLINE): Scorer {
  const { name, detail } = scorer
  const call = { file, name: 'score', milliseconds }
  const measure = (score: () => unknown) => callOwn(call, score, (given) => given as Measure)
  const common = { name, ...(detail === undefined ? {} : { detail }) }
  return scorer.over === 'run'
    ? { ...common, over: 'run', score: (subject) => measure(() => scorer.score(subject)) }
    : { ...common, over: 'trial', score: (subject) => measure(() => scorer.score(subject)) }
}
